/** Hashes an answer, so that a vote can refer to it without its text (spec §4.7). Runs in the browser too. */

const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/** Returns the 32-bit FNV-1a hash of an answer's UTF-8 bytes as 8 lower-case hex digits (spec §4.7). */
export function turnHash(text: string): string {
  let hash = OFFSET;
  for (const byte of new TextEncoder().encode(text)) {
    hash = Math.imul(hash ^ byte, PRIME);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}
