/**
 * Makes an id from a name: lower-case words joined by hyphens, at most 60 characters. Returns `""` for a name without
 * any letter or digit that is valid in an id.
 */
export function slugOf(name: string): string {
  return name.normalize("NFKD").toLowerCase().replaceAll("ß", "ss")
    .replaceAll(/[\u0300-\u036f’']/g, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "")
    .slice(0, 60)
    .replace(/-$/, "");
}
