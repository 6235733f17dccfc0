/** The panel of a picture, which opens beside the list and leaves the list as it is. */
import { part } from "../shared/dom.ts";
import { enhanceDetails } from "./details.ts";
import type { Tiles } from "./tiles.ts";

const WIDE = matchMedia("(width >= 80rem)");

/** The panel of the screen. */
export interface Panel {
  /** Opens in place what a link leads to; false where there is no room, and the link should be followed. */
  open(link: HTMLAnchorElement, focus: boolean): boolean;
  close(): void;
  /** Shows what the browser's own buttons lead to. */
  follow(): void;
}

/** The panel as it is now; null when none is open. */
export function currentPanel(): HTMLElement | null {
  return document.querySelector("[data-panel]");
}

/** An address without its anchor, which moves within what is shown. */
export function withoutAnchor(href: string): string {
  return href.replace(/#.*$/, "");
}

/** Brings the panel of a screen to life. */
export function panelOf(screen: HTMLElement, list: Tiles): Panel {
  let latest = 0;
  /** Address of what the panel shows, whatever the browser's own says meanwhile. */
  let shownAt = withoutAnchor(location.href);
  const mayLeave = () => document.dispatchEvent(new CustomEvent("guard:ask", { cancelable: true }));

  /** Opens what an address opens, or closes it. */
  async function show(href: string, { push, focus }: { push: boolean; focus: boolean }) {
    const ticket = ++latest;
    shownAt = withoutAnchor(href);
    let page;
    try {
      page = await pageAt(href);
    } catch {
      return location.assign(href);
    }
    if (ticket !== latest) return;
    const next = page.querySelector<HTMLElement>("[data-panel]");
    const open = next ? list.tileOf(next.dataset.panel) : undefined;
    const fixed = open ?? list.tiles.find((tile) => tile.contains(document.activeElement));
    const before = fixed?.getBoundingClientRect().top ?? 0;
    currentPanel()?.remove();
    if (next) screen.append(document.adoptNode(next));
    screen.toggleAttribute("data-opened", next !== null);
    document.title = page.title;
    if (push) history.pushState(null, "", withoutAnchor(href));
    list.mark(open);
    // The list grows or shrinks with the panel; what is looked at stays where it was.
    if (fixed) scrollBy(0, fixed.getBoundingClientRect().top - before);
    open?.scrollIntoView({ block: "nearest" });
    document.dispatchEvent(new CustomEvent("guard:renew"));
    enhanceDetails(next);
    if (!focus) return;
    const focused = next ?? (fixed ? part(fixed, "a[data-open]") : null);
    focused?.focus({ preventScroll: true });
  }

  enhanceDetails(currentPanel());
  return {
    open({ href }, focus) {
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
    follow() {
      if (withoutAnchor(location.href) === shownAt) return;
      if (mayLeave()) show(location.href, { push: false, focus: false });
      else history.pushState(null, "", shownAt);
    },
  };
}

async function pageAt(href: string): Promise<Document> {
  const response = await fetch(href, { headers: { accept: "text/html" } });
  if (!response.ok) throw new Error(`status ${response.status}`);
  // A style would need the nonce of this page, and nothing of it is wanted.
  const text = (await response.text()).replaceAll(/<style[^]*?<\/style>/g, "");
  return new DOMParser().parseFromString(text, "text/html");
}
