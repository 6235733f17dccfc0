/** Joins class names, or the ids of an ARIA attribute, with spaces, and skips empty and falsy ones. */
export function classNames(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
