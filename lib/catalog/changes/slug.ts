/**
 * Makes an id of a name: lower-case words joined by hyphens, at most 60 characters. Gives `""` for a name
 * without a letter or digit that an id may have.
 */
export function slugOf(name: string): string {
  return name.normalize("NFKD").toLowerCase().replaceAll("ß", "ss")
    .replaceAll(/[\u0300-\u036f’']/g, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "")
    .slice(0, 60)
    .replace(/-$/, "");
}
