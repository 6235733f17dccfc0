/** Truncates a text to at most `most` UTF-16 code units without splitting a surrogate pair, which would show as “�”. */
export function truncate(text: string, most: number): string {
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, "");
}
