/** Restores the scroll position after a save, which reloads the same page. Does nothing where the browser can store nothing. */
import { keep, storageOf } from "../shared/storage.ts";

const KEY = "media-place";

interface Place {
  readonly at: string;
  readonly outer: number;
  readonly inner: number;
}

const here = () => location.pathname + location.search;

/** Stores the scroll positions of the page and its panel for the next page. */
export function keepPlace(panel: Element | null): void {
  const place: Place = { at: here(), outer: scrollY, inner: panel?.scrollTop ?? 0 };
  keep("sessionStorage", [KEY, JSON.stringify(place)]);
}

/** Restores the stored scroll positions, if the page is the same one and its form has no errors. */
export function restorePlace(panel: Element | null): void {
  const storage = storageOf("sessionStorage");
  const place: Place | null = JSON.parse(storage?.getItem(KEY) ?? "null");
  storage?.removeItem(KEY);
  if (place?.at !== here() || document.querySelector("[data-error-summary]")) return;
  scrollTo(0, place.outer);
  if (panel) panel.scrollTop = place.inner;
}
