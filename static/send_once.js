// Sends a form once, however often its button is pressed. Without it the service tells the repetition by itself.
(() => {
  const sent = new WeakSet();
  const buttonsOf = (form) => form.querySelectorAll("button");
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("[data-send-once]")) return;
    if (sent.has(form)) return event.preventDefault();
    sent.add(form);
    for (const button of buttonsOf(form)) button.setAttribute("aria-disabled", "true");
  });
  // A page that the browser brings back from memory can be sent again.
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    for (const form of document.querySelectorAll("[data-send-once]")) {
      sent.delete(form);
      for (const button of buttonsOf(form)) button.removeAttribute("aria-disabled");
    }
  });
})();
