/** Returns a `like` pattern that matches any text containing `text`. Escapes the wildcards in it. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
}
