/**
 * Restores the scroll position and the focus after a save, which reloads the same page. Does nothing where the browser can
 * store nothing.
 */
import { keep, storageOf } from "../shared/storage.ts";

const KEY = "media-place";

interface Place {
  readonly at: string;
  readonly outer: number;
  readonly inner: number;
  /** Id of what had the focus in the panel, or of the heading of its part; empty for neither. */
  readonly focused: string;
}

const here = () => location.pathname + location.search;

/** Stores the scroll positions of the page and its panel, and the focus in the panel, for the next page. */
export function keepPlace(panel: Element | null): void {
  const place: Place = {
    at: here(),
    outer: scrollY,
    inner: panel?.scrollTop ?? 0,
    focused: panel?.contains(document.activeElement) ? nameOf(document.activeElement) : "",
  };
  keep("sessionStorage", [KEY, JSON.stringify(place)]);
}

function nameOf(focused: Element | null): string {
  // A button is gone once its tag is.
  return focused?.id || focused?.closest("section")?.getAttribute("aria-labelledby") || "";
}

/** Restores the stored scroll positions and focus, if the page is the same one and its form has no errors. */
export function restorePlace(panel: Element | null): void {
  const storage = storageOf("sessionStorage");
  const place: Place | null = JSON.parse(storage?.getItem(KEY) ?? "null");
  storage?.removeItem(KEY);
  if (place?.at !== here() || document.querySelector("[data-error-summary]")) return;
  scrollTo(0, place.outer);
  if (!panel) return;
  panel.scrollTop = place.inner;
  const focus = () => {
    if (document.activeElement !== document.body) return;
    document.getElementById(place.focused)?.focus({ preventScroll: true });
  };
  // Chromium takes the focus away when it scrolls to the fragment of the URL: in its first frame, or as late as the page
  // has loaded.
  requestAnimationFrame(focus);
  addEventListener("load", () => requestAnimationFrame(focus));
}
