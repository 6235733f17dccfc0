/** A pattern for `like` that a text matches when it has these very characters anywhere, wildcards among them. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
}
