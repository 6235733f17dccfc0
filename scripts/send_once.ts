/** Sends a form once, however often its button is pressed. Without it the service tells the repetition by itself. */
const MARKED = "[data-send-once]";

const sent = new WeakSet<Element>();
const buttonsOf = (form: Element) => form.querySelectorAll("button");

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.matches(MARKED)) return;
  if (sent.has(form)) return event.preventDefault();
  sent.add(form);
  for (const button of buttonsOf(form)) button.setAttribute("aria-disabled", "true");
});

// A page that the browser brings back from memory can be sent again.
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  for (const form of document.querySelectorAll(MARKED)) {
    sent.delete(form);
    for (const button of buttonsOf(form)) button.removeAttribute("aria-disabled");
  }
});
