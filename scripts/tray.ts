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
    if (!carry(page)) throw new Error("This is another list");
    const place = placeOf(link);
    for (const toggle of document.querySelectorAll("[data-toggle]")) {
      toggle.replaceWith(part(page, `[data-toggle="${toggle.getAttribute("data-toggle")}"]`));
    }
    showTray(part(page, "[data-tray]"), link.href);
    focusAt(place);
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

/** What was pressed: the button of a system in the list, or a place in the tray. */
type Place = { readonly toggle: string } | { readonly removed: string; readonly index: number };

function placeOf(link: HTMLAnchorElement): Place {
  const { toggle, removes = "" } = link.dataset;
  if (toggle !== undefined) return { toggle };
  return {
    removed: removes,
    index: [...document.querySelectorAll("[data-removes]")].indexOf(link),
  };
}

/** Focuses what was pressed, or the next system of the tray in place of one that went, or where the list begins. */
function focusAt(place: Place): void {
  const chips = document.querySelectorAll<HTMLElement>("[data-removes]");
  const id = "toggle" in place ? place.toggle : place.removed;
  const target = "toggle" in place ? undefined : chips[Math.min(place.index, chips.length - 1)];
  const other = document.querySelector<HTMLElement>(`[data-toggle="${CSS.escape(id)}"]`);
  (target ?? other ?? part(document, "#found")).focus({ preventScroll: true });
}

document.addEventListener("click", (event) => {
  const link = elementOf(event)?.closest<HTMLAnchorElement>("[data-toggle], [data-removes]");
  if (!link || !isPlainClick(event)) return;
  event.preventDefault();
  const { toggle, removes = "" } = link.dataset;
  const selector = toggle === undefined
    ? `[data-removes="${CSS.escape(removes)}"]`
    : `[data-toggle="${CSS.escape(toggle)}"]`;
  choices = choices.then(() => choose(selector));
});
