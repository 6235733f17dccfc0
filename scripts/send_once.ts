/**
 * Submits a form only once, even when its button is pressed again, and not while the browser is offline, because its own
 * error page would replace what was typed. Without it, the server detects the repetition.
 */
import { onStopped } from "./shared/stopped.ts";

const MARKED = "[data-send-once]";

// The page may answer a refused form. Back then fetches the page, instead of asking whether to send that form again.
history.replaceState(history.state, "");

const sent = new WeakSet<Element>();
const buttonsOf = (form: Element) => form.querySelectorAll("button");

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.matches(MARKED)) return;
  if (sent.has(form)) return event.preventDefault();
  const offline = form.querySelector<HTMLElement>("[data-offline]");
  if (offline !== null) offline.hidden = navigator.onLine;
  if (offline !== null && !navigator.onLine) return event.preventDefault();
  sent.add(form);
  for (const button of buttonsOf(form)) button.setAttribute("aria-disabled", "true");
});

function release(): void {
  for (const form of document.querySelectorAll(MARKED)) {
    sent.delete(form);
    for (const button of buttonsOf(form)) button.removeAttribute("aria-disabled");
  }
}

function forgetErrors(form: Element): void {
  for (const error of form.querySelectorAll("[data-refusal], [id$='-error']")) error.remove();
  for (const control of form.querySelectorAll("[aria-invalid]")) {
    control.removeAttribute("aria-invalid");
    control.removeAttribute("aria-describedby");
  }
}

addEventListener("online", () => {
  for (const notice of document.querySelectorAll<HTMLElement>("[data-offline]")) {
    notice.hidden = true;
  }
});
// A page restored from the back/forward cache still shows why an earlier attempt was refused, although a later one may have
// been sent. What was typed stays, because that one may have failed.
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  for (const form of document.querySelectorAll(MARKED)) if (sent.has(form)) forgetErrors(form);
  release();
});
// A page that was never left can be submitted again.
onStopped(release);
