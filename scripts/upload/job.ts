/** One file on its way, as the list of an upload shows it. */
import { part } from "../shared/dom.ts";
import { isActive, type JobState } from "./state.ts";

/** A file that was chosen, its row, and what became of it. */
export interface Job {
  readonly file: File;
  readonly row: HTMLElement;
  state: JobState;
  request: XMLHttpRequest | null;
}

/** The elements of a row, by the names that the template gives them. */
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

/** Shows or hides a button; the focus does not get lost with it. */
function offer(job: Job, name: string, visible: boolean): void {
  const button = rowPart(job, name);
  if (button === document.activeElement && !visible) rowPart(job, "name").focus();
  button.hidden = !visible;
}
