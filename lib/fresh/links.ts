/** Marks links to the current page and to the pages above it, for styles and screen readers. */

/**
 * Sets `aria-current` and `data-current` or `data-ancestor` on the props of an `<a>`. A link whose query differs from
 * the page's counts as an ancestor, not as the current page. A link that already has `aria-current` is left unchanged.
 */
export function markLink(props: Record<string, unknown>, pathname: string, url: URL): void {
  const { href } = props;
  if (typeof href !== "string" || !href.startsWith("/")) return;
  if (props["aria-current"] !== undefined) return;
  const [, path = "", query = ""] = /^([^?#]*)(\?[^#]*)?/.exec(href) ?? [];
  const target = withoutSlash(path);
  const current = withoutSlash(pathname);
  const isHere = target === current;
  if (isHere && (query === "" || query === "?" || query === url.search)) {
    props["data-current"] = "true";
    props["aria-current"] = "page";
  } else if (isHere || target === "/" || current.startsWith(`${target}/`)) {
    props["data-ancestor"] = "true";
    props["aria-current"] = "true";
  }
}

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}
