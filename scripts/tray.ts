/**
 * Puts systems into the comparison tray and takes them out without leaving the place in the list. The service still says
 * what the tray is: its page for the new choice is fetched, and the parts that depend on the choice are taken over.
 */
import { elementOf, pageAt, part } from "./shared/dom.ts";
import { isPlainClick } from "./shared/keys.ts";

/** Links and fields that carry the choice along; the same ones in the same order, whatever is chosen. */
const CARRIERS = "main a[href^='?']:not([data-tray] a, [data-toggle]), main input[name='compare']";
const CARRIED = ["href", "value", "disabled"];

/** The choices that are under way, one after another: each is of the tray that the one before left. */
let choices = Promise.resolve();

async function choose(selector: string): Promise<void> {
  const link = document.querySelector<HTMLAnchorElement>(selector);
  if (link === null) return;
  try {
    const { page } = await pageAt(link.href);
    if (!carry(page)) throw new Error();
    const place = chips().indexOf(link);
    for (const toggle of document.querySelectorAll("[data-toggle]")) {
      toggle.replaceWith(part(page, `[data-toggle="${toggle.getAttribute("data-toggle")}"]`));
    }
    showTray(part(page, "[data-tray]"), link.href);
    focusAt(link.dataset, place);
  } catch {
    // The whole page says what is wrong.
    location.assign(link.href);
  }
}

/** Makes whatever leads on from the list carry what the other page carries. Says no where the two do not match. */
function carry(page: ParentNode): boolean {
  const own = [...document.querySelectorAll(CARRIERS)];
  const others = [...page.querySelectorAll(CARRIERS)];
  if (own.length !== others.length) return false;
  own.forEach((element, index) => {
    for (const name of CARRIED) {
      const value = others[index]?.getAttribute(name) ?? null;
      if (value === null) element.removeAttribute(name);
      else element.setAttribute(name, value);
    }
  });
  return true;
}

function showTray(tray: HTMLElement, address: string): void {
  const refused = tray.querySelector("[role='alert']");
  // The status line says it; an alert that comes into the page would say it again.
  refused?.removeAttribute("role");
  part(document, "[data-tray]").replaceWith(tray);
  part(document, "#tray-status").textContent = refused?.textContent ?? tray.dataset.summary ?? "";
  if (!refused) history.replaceState(null, "", address);
}

/** The systems of the tray, each as the link that takes it out. */
function chips(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("[data-removes]")];
}

/** Focuses what was pressed, or the next system of the tray in place of one that went, or where the list begins. */
function focusAt({ toggle, removes }: DOMStringMap, place: number): void {
  const left = chips();
  const next = left[Math.min(place, left.length - 1)];
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
