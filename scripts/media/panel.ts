/** The panel of a picture, which opens beside the list without reloading it. */
import { part } from "../shared/dom.ts";
import { isLeft, pageAt } from "../shared/fetching.ts";
import { enhanceDetails } from "./details.ts";
import type { Tiles } from "./tiles.ts";

const WIDE = matchMedia("(width >= 80rem)");

/** Returns the panel element; null when none is open. */
export function currentPanel(): HTMLElement | null {
  return document.querySelector("[data-panel]");
}

/** Removes the fragment of a URL, and the question mark of an empty query. */
export function withoutAnchor(href: string): string {
  return href.replace(/#.*$/, "").replace(/\?$/, "");
}

/** Creates the panel of a screen. */
export function panelOf(screen: HTMLElement, list: Tiles) {
  let latest = 0;
  /** URL that the panel shows; the URL of the browser may already differ. */
  let shownAt = withoutAnchor(location.href);
  const mayLeave = () => document.dispatchEvent(new CustomEvent("guard:ask", { cancelable: true }));

  /** Shows the panel of a URL, or closes the panel when the URL has none. */
  async function show(href: string, { push, focus }: { push: boolean; focus: boolean }) {
    const ticket = ++latest;
    shownAt = withoutAnchor(href);
    const old = currentPanel();
    const holdsFocus = old?.contains(document.activeElement) ?? false;
    // Text typed into it now would be lost.
    if (old) old.inert = true;
    let page;
    try {
      ({ page } = await pageAt(href));
      part(page, "[data-screen]");
    } catch {
      // Another was asked for since.
      if (ticket !== latest) return;
      if (old) old.inert = false;
      if (isLeft) return;
      // Load the page instead: it shows the error, or the sign-in.
      return location.assign(href);
    }
    if (ticket !== latest) return;
    const next = page.querySelector<HTMLElement>("[data-panel]");
    const open = next ? list.tileOf(next.dataset.panel) : undefined;
    const { activeElement } = document;
    const fixed = open ?? list.tiles.find((tile) => tile.contains(activeElement)) ??
      list.tileOf(old?.dataset.panel);
    const before = fixed?.getBoundingClientRect().top ?? 0;
    old?.remove();
    if (next) screen.append(document.adoptNode(next));
    screen.toggleAttribute("data-opened", next !== null);
    document.title = part(page, "title").textContent;
    if (push && withoutAnchor(href) !== withoutAnchor(location.href)) {
      history.pushState(null, "", withoutAnchor(href));
    }
    list.mark(open);
    // The panel changes the layout of the list, so keep the current tile at its position on the screen.
    if (fixed) scrollBy(0, fixed.getBoundingClientRect().top - before);
    open?.scrollIntoView({ block: "nearest" });
    document.dispatchEvent(new CustomEvent("guard:renew"));
    enhanceDetails(next);
    if (!focus && !holdsFocus) return;
    const focused = next ?? (fixed ? part(fixed, "a[data-open]") : null);
    focused?.focus({ preventScroll: true });
  }

  enhanceDetails(currentPanel());
  return {
    /** Opens the target of a link in the panel. Returns false on narrow screens, where the link should be followed. */
    open({ href }: HTMLAnchorElement, focus: boolean): boolean {
      if (!WIDE.matches) return false;
      if (mayLeave()) show(href, { push: true, focus });
      return true;
    },
    close() {
      const panel = currentPanel();
      const link = panel?.querySelector<HTMLAnchorElement>("[data-close]");
      if (!panel || !link || !mayLeave()) return;
      const tile = list.tileOf(panel.dataset.panel);
      if (tile) list.move(list.tiles.indexOf(tile));
      if (WIDE.matches) show(link.href, { push: true, focus: false });
      else location.assign(link.href);
    },
    /** Shows the current URL after the back or forward button. */
    follow() {
      if (withoutAnchor(location.href) === shownAt) return;
      if (mayLeave()) show(location.href, { push: false, focus: false });
      else history.pushState(null, "", shownAt);
    },
  };
}
