/** Limits of a conversation, which browsers share with the service. */

/** Longest message, and longest entry of a history, in characters (spec §8, design §7). */
export const MAX_MESSAGE = 4_000;
/** Number of latest history entries that are honoured (design §7). */
export const MAX_HISTORY = 20;

/** Of how many latest answers a form takes along the sources. */
export const MAX_CITED_TURNS = 10;
/** Most places of sources in one answer that a form takes along. */
export const MAX_MARKS = 50;
/** Longest key of a passage that a form takes along: an id of 100 characters, and a number. Pages repeat it several times. */
export const MAX_PASSAGE_KEY = 120;

/** Most entries of a transcript: twice the turns that a session keeps (design §5). */
export const MAX_TRANSCRIPT_ENTRIES = 400;
/** Most characters of a transcript, so that it fits into one body in any script. */
const MAX_TRANSCRIPT = 80_000;

/**
 * Returns the part of a conversation that a hand-off takes along: the whole of it, or the latest entries that have
 * 80,000 characters together, at most 400. Of a longer last entry, its beginning.
 */
export function transcriptWithin<T extends { readonly content: string }>(
  entries: readonly T[],
): T[] {
  const latest = entries.slice(-MAX_TRANSCRIPT_ENTRIES)
    .map((entry) => ({ ...entry, content: entry.content.slice(0, MAX_TRANSCRIPT) }));
  return latestWithin(latest, MAX_TRANSCRIPT);
}

/** Returns the latest entries that have at most this many characters together, each as a whole, oldest first. */
export function latestWithin<T extends { readonly content: string }>(
  entries: readonly T[],
  characters: number,
): T[] {
  let left = characters;
  let first = entries.length;
  // Not `findLastIndex()`, which some buyers' browsers lack.
  while (first > 0) {
    left -= entries[first - 1]?.content.length ?? 0;
    if (left < 0) break;
    first--;
  }
  return entries.slice(first);
}
