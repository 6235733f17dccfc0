/** Marks links to the current page and to the pages above it, for styles and screen readers. */

/** Sets `aria-current` and `data-current` or `data-ancestor` on the props of an `<a>`. */
export function markLink(props: Record<string, unknown>, pathname: string): void {
  const { href } = props;
  if (typeof href !== "string" || !href.startsWith("/")) return;
  const target = withoutSlash(href.replace(/[?#].*$/s, ""));
  const current = withoutSlash(pathname);
  if (target === current) {
    props["data-current"] = "true";
    props["aria-current"] = "page";
  } else if (target === "/" || current.startsWith(`${target}/`)) {
    props["data-ancestor"] = "true";
    props["aria-current"] = "true";
  }
}

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}
