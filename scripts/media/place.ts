/** Saving leads to the same page; it is to be where it was. */
const KEY = "media-place";

interface Place {
  readonly at: string;
  readonly outer: number;
  readonly inner: number;
}

const here = () => location.pathname + location.search;

/** Keeps how far the page and its panel are scrolled, for the page that comes next. */
export function keepPlace(panel: Element | null): void {
  const place: Place = { at: here(), outer: scrollY, inner: panel?.scrollTop ?? 0 };
  sessionStorage.setItem(KEY, JSON.stringify(place));
}

/** Scrolls to where the page before was, where it was the same one and nothing is wrong with the form. */
export function restorePlace(panel: Element | null): void {
  const place: Place | null = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
  sessionStorage.removeItem(KEY);
  if (place?.at !== here() || document.querySelector("[data-error-summary]")) return;
  scrollTo(0, place.outer);
  if (panel) panel.scrollTop = place.inner;
}
