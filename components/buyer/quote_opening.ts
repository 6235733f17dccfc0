/** The beginning that a long quote is folded under (spec §8). Pure; runs in browsers too. */

/** What is shown at once; longer quotes are folded. */
const MAX_CHARACTERS = 240;
const MAX_LINES = 3;

/** Whether a quote is folded. */
export function isLong(text: string): boolean {
  return text.length > MAX_CHARACTERS || text.split("\n").length > MAX_LINES;
}

/** The beginning of a long quote: whole words, and not the heading, which the caption names. */
export function openingOf(
  { text, heading }: { readonly text: string; readonly heading: string | null },
): string {
  const body = heading !== null && text.startsWith(`${heading}\n`)
    ? text.slice(heading.length).trimStart()
    : text;
  const lines = body.split("\n").filter((line) => line.trim() !== "");
  const opening = lines.slice(0, MAX_LINES).join("\n");
  if (opening.length <= MAX_CHARACTERS) return lines.length > MAX_LINES ? `${opening} …` : opening;
  const cut = opening.slice(0, MAX_CHARACTERS).replace(/[\ud800-\udbff]$/, "");
  const lastSpace = cut.search(/\s\S*$/);
  return `${(lastSpace > 0 ? cut.slice(0, lastSpace) : cut).trimEnd()} …`;
}
