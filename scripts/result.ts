/** Copies the link of a result, and prints a page. Without it, a result shows its link and the browser can print. */
import { elementOf, part } from "./shared/dom.ts";

for (const button of document.querySelectorAll<HTMLElement>("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
for (const actions of document.querySelectorAll<HTMLElement>("[data-result-actions]")) {
  const status = part(actions, "[data-copied]");
  actions.hidden = false;
  part(actions.parentElement ?? document, "[data-without-script]").hidden = true;
  actions.addEventListener("click", async (event) => {
    const button = elementOf(event)?.closest("button");
    if (button?.dataset.copy === undefined) return;
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
      status.textContent = "Link copied. It holds your answers and nothing about you.";
    } catch {
      // The browser refuses without permission and on plain http, so select the link for manual copying.
      const field = part<HTMLInputElement>(document, "#share");
      field.focus();
      field.select();
      status.textContent = "The link is marked below, ready to copy.";
    }
  });
}
