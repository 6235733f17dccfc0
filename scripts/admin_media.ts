/** Enhances the media library: keys, range selection, and a panel that opens in place. The screen works without it. */
import { elementOf } from "./shared/dom.ts";
import { isPlain, isTyping } from "./shared/keys.ts";
import { areSingleKeysOn } from "./shared/single_keys.ts";
import { currentPanel, panelOf, withoutAnchor } from "./media/panel.ts";
import { keepPlace, restorePlace } from "./media/place.ts";
import { suggestTags } from "./media/suggest.ts";
import { tilesOf } from "./media/tiles.ts";

const screen = document.querySelector<HTMLElement>("[data-screen]");
if (screen) enhance(screen);

function enhance(screen: HTMLElement): void {
  const list = tilesOf(screen);
  const panel = panelOf(screen, list);
  suggestTags();
  /** The tile whose checkbox a Shift click is on. The range waits for the change event, which follows the click. */
  let pendingRange: number | null = null;

  screen.addEventListener("click", (event) => {
    const { shiftKey, detail } = event;
    const node = elementOf(event);
    if (!node) return;
    const index = list.indexOf(node);
    if (index >= 0 && shiftKey && isPlain(event) && detail > 0) {
      if (node.closest("[data-tick], .media-tick")) {
        pendingRange = index;
        return;
      }
      event.preventDefault();
      return list.pickRange(index);
    }
    if (node.closest("[data-select-page]")) {
      event.preventDefault();
      return list.pickPage(true);
    }
    if (node.closest("[data-clear]")) {
      list.pickPage(false);
      list.move();
      return;
    }
    if (!isPlain(event) || shiftKey || event.button !== 0) return;
    if (node.closest("[data-close]")) {
      event.preventDefault();
      return panel.close();
    }
    const link = node.closest<HTMLAnchorElement>("a[data-open]");
    if (!link || !panel.open(link, detail === 0)) return;
    event.preventDefault();
    if (index >= 0) list.settle(index);
  });

  screen.addEventListener("change", (event) => {
    const node = elementOf(event);
    if (pendingRange !== null) list.pickRange(pendingRange);
    else if (node) list.onChange(node);
    pendingRange = null;
  });

  addEventListener("keydown", (event) => {
    const node = elementOf(event);
    if (!node || isTyping(node)) return;
    if (event.key === "/" && isPlain(event) && areSingleKeysOn()) {
      const search = document.querySelector<HTMLInputElement>("#media-search");
      if (!search) return;
      event.preventDefault();
      event.stopPropagation();
      return search.select();
    }
    if (event.key === "Escape" && !node.closest(".admin-menu[open], dialog")) {
      return currentPanel() ? panel.close() : list.pickPage(false);
    }
    const index = list.indexOf(node);
    if (index >= 0) list.onKey(event, index);
  }, { capture: true });

  addEventListener("popstate", () => panel.follow());

  document.addEventListener("submit", ({ target: form }) => {
    if (!(form instanceof HTMLFormElement)) return;
    if (form.method !== "post" || !screen.contains(form)) return;
    form.action = withoutAnchor(form.action);
    keepPlace(currentPanel());
  });
  restorePlace(currentPanel());
  // The browser restores ticks on Back, after this script has run.
  addEventListener("pageshow", () => list.tell());
}
