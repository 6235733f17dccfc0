/** The name that a vote gives to the answer it is about (spec §4.7). Runs in the browser too. */

const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/** FNV-1a of an answer's text in UTF-8, 32 bits, as 8 hex digits in lower case (spec §4.7). */
export function turnHash(text: string): string {
  let hash = OFFSET;
  for (const byte of new TextEncoder().encode(text)) {
    hash = Math.imul(hash ^ byte, PRIME);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}
