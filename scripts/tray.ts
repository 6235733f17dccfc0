/**
 * Adds systems to the comparison tray and removes them without leaving the position in the list. The server still
 * renders the tray: the script fetches the page for the new selection and copies the parts that depend on it.
 */
import { elementOf, part } from "./shared/dom.ts";
import { isLeft, pageAt } from "./shared/fetching.ts";
import { isPlainClick } from "./shared/keys.ts";

/** Links and fields that contain the selection. Their number and order do not depend on it. */
const CARRIERS = "main :is(a[href^='?'], input[name=compare]):not([data-tray] a, [data-toggle])";

/** Serialises the clicks: each one builds on the tray of the one before. */
let choices = Promise.resolve();

async function choose(selector: string): Promise<void> {
  const link = document.querySelector<HTMLAnchorElement>(selector);
  if (!link) return;
  try {
    const { page } = await pageAt(link.href);
    carry(page);
    const place = chips().indexOf(link);
    for (const toggle of document.querySelectorAll<HTMLElement>("[data-toggle]")) {
      toggle.replaceWith(part(page, `[data-toggle="${toggle.dataset.toggle}"]`));
    }
    showTray(part(page, "[data-tray]"), link.href);
    // Meanwhile the reader may have moved to a part that stays.
    if (document.activeElement === document.body) focusAt(link.dataset, place);
  } catch {
    // Load the page instead: it shows the error.
    if (!isLeft) location.href = link.href;
  }
}

/**
 * Copies the selection from the links and fields of another page.
 *
 * @throws {Error} when the two pages do not match.
 */
function carry(page: ParentNode): void {
  const own = [...document.querySelectorAll(CARRIERS)];
  const others = [...page.querySelectorAll(CARRIERS)];
  if (own.length !== others.length) throw new Error();
  own.forEach((element, index) => {
    for (const name of ["href", "value", "disabled"]) {
      const value = others[index]?.getAttribute(name) ?? null;
      if (value === null) element.removeAttribute(name);
      else element.setAttribute(name, value);
    }
  });
}

function showTray(tray: HTMLElement, address: string): void {
  const refused = tray.querySelector("[role=alert]");
  // Screen readers hear the status line; an alert that is added to the page would be announced a second time.
  refused?.removeAttribute("role");
  part(document, "[data-tray]").replaceWith(tray);
  part(document, "#tray-status").textContent = refused?.textContent ?? tray.dataset.summary ?? "";
  if (!refused) history.replaceState(null, "", address);
}

/** Returns the remove links of the systems in the tray. */
function chips(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("[data-removes]")];
}

/** Focuses the system at the same position in the tray, else the toggle of the system, else the start of the list. */
function focusAt({ toggle, removes }: DOMStringMap, place: number): void {
  const next = chips().slice(0, place + 1).at(-1);
  const own = document.querySelector<HTMLElement>(`[data-toggle="${toggle ?? removes}"]`);
  (next ?? own ?? part(document, "#found")).focus({ preventScroll: true });
}

document.addEventListener("click", (event) => {
  const link = elementOf(event)?.closest<HTMLAnchorElement>("[data-toggle], [data-removes]");
  if (!link || !isPlainClick(event)) return;
  event.preventDefault();
  const { toggle, removes } = link.dataset;
  const selector = toggle ? `[data-toggle="${toggle}"]` : `[data-removes="${removes}"]`;
  choices = choices.then(() => choose(selector));
});
