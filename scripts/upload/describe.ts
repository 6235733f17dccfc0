/** Asks for the description of a picture that was just added. */
import { part } from "../shared/dom.ts";
import { type Job, rowPart } from "./job.ts";
import { descriptionFailure, parseAnswer } from "./state.ts";

/** Longest time that a save may take, in milliseconds. */
const TIMEOUT_MS = 15_000;

/** Shows the description field in the row of a file. The text is saved on blur or by its button. */
export function askForDescription(job: Job, id: string, endpoint: string): void {
  const form = rowPart(job, "describe");
  const field = part<HTMLInputElement>(form, "input");
  const label = part<HTMLLabelElement>(form, "label");
  field.id = label.htmlFor = `alt-${id}`;
  label.append(Object.assign(document.createElement("span"), {
    className: "sr-only",
    textContent: ` (${job.file.name})`,
  }));
  let saved = "";
  /** Serialises the saves: the Enter key asks for two, and a slow one must not come after a newer one. */
  let saving = Promise.resolve();

  function say(text: string): void {
    const message = rowPart(job, "message");
    message.hidden = false;
    message.setAttribute("role", "status");
    message.textContent = text;
  }

  async function save(): Promise<void> {
    const text = field.value.trim();
    if (text === "" || text === saved) return;
    try {
      const response = await fetch(endpoint, {
        method: "POST",
        headers: { accept: "application/json" },
        body: new URLSearchParams({ [`alt:${id}`]: text }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const failure = descriptionFailure(response.status, parseAnswer(await response.text()));
      if (failure !== null) return say(failure);
      saved = text;
      say("Alt text saved.");
    } catch {
      say("The alt text could not be saved. Try again.");
    }
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    saving = saving.then(save);
  });
  field.addEventListener("change", () => {
    saving = saving.then(save);
  });
  form.hidden = false;
}
