/** Limits of a conversation, which browsers share with the service. */

/** Longest message, and longest entry of a history, in characters (spec §8, design §7). */
export const MAX_MESSAGE = 4_000;
/** Number of latest history entries that are honoured (design §7). */
export const MAX_HISTORY = 20;
