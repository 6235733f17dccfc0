/** The upload of one file and its row in the list. */
import { part } from "../shared/dom.ts";
import { isActive, type JobState } from "./state.ts";

/** A chosen file with its row and its state. */
export interface Job {
  readonly file: File;
  /** Whether it is a folder, which cannot be sent. */
  readonly isFolder: boolean;
  readonly row: HTMLElement;
  state: JobState;
  request: XMLHttpRequest | null;
}

/** Returns an element of a row by its name in the template. */
export function rowPart<T extends Element = HTMLElement>({ row }: Job, name: string): T {
  return part<T>(row, `[data-${name}]`);
}

/** Shows the state of a file in its row. */
export function showState(job: Job, state: JobState, message: string): void {
  job.state = state;
  const bar = rowPart<HTMLProgressElement>(job, "bar");
  bar.hidden = !isActive(state);
  if (state === "reading") bar.removeAttribute("value");
  const text = rowPart(job, "message");
  text.textContent = message;
  text.hidden = message === "";
  for (const badge of job.row.querySelectorAll<HTMLElement>("[data-verdict]")) {
    badge.hidden = badge.dataset.verdict !== state;
  }
  offer(job, "cancel", isActive(state));
  offer(job, "retry", state === "failed" || state === "cancelled");
}

/** Shows or hides a button without losing the focus. */
function offer(job: Job, name: string, visible: boolean): void {
  const button = rowPart(job, name);
  if (button === document.activeElement && !visible) rowPart(job, "name").focus();
  button.hidden = !visible;
}
