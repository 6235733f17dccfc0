/** The concepts that words of attacks can express, as bits of one number. A word can have several. */
export const Concept = {
  /** Verbs of setting aside: ignore, forget, bypass. */
  OVERRIDE: 1 << 0,
  /** Directives for an assistant: instructions, rules. */
  RULES: 1 << 1,
  /** Parts of an AI program: prompt, guardrails. Buyers have no use for these words. */
  PROMPT: 1 << 2,
  /** Earlier in the conversation: previous, above. */
  PRIOR: 1 << 3,
  YOUR: 1 << 4,
  ALL: 1 << 5,
  /** Verbs of revealing: reveal, print. */
  REVEAL: 1 << 6,
  /** Verbs of posing: pretend, impersonate. */
  PERSONA: 1 << 7,
  /** A person, or a job that only a person has: human, advisor. */
  HUMAN: 1 << 8,
  /** Free of rules: jailbreak, uncensored. */
  FREE: 1 << 9,
  /** A program: bot, assistant. */
  MACHINE: 1 << 10,
  /** Negations: not, never, without. */
  NOT: 1 << 11,
  /** The buyers' subject: panels, seals, rooms. */
  DOMAIN: 1 << 12,
  YOU: 1 << 13,
  /** The buyer and their people: I, we, our installer. */
  SELF: 1 << 14,
  /** Adjectives for hidden orders: hidden, initial, internal. */
  HIDDEN: 1 << 15,
  /** Verbs of speaking: say, answer, claim. */
  SAY: 1 << 16,
  /** Verbs of obeying: follow, obey. */
  OBEY: 1 << 17,
  /** Verbs and names of decoding: decode, base64. */
  DECODE: 1 << 18,
  /** Question words: what, which. */
  WHAT: 1 << 19,
  /** Participles for given orders: told, given, programmed. */
  TOLD: 1 << 20,
  /** From now on: now, henceforth. */
  NOW: 1 << 21,
  /** Verbatim: exactly, word for word. */
  VERBATIM: 1 << 22,
  /** Text, words, lines. */
  TEXT: 1 << 23,
  /** Words that only suggest posing: act, behave, role. */
  ROLE: 1 << 24,
  /** Modal verbs of wishes: can I, may we, I would like. */
  WISH: 1 << 25,
  /** Reported speech and its sources: says, label, article. */
  REPORT: 1 << 26,
  /** Verbs of concealing: conceal, deny. */
  DENY: 1 << 27,
  /** New, different. */
  NEW: 1 << 28,
  /** Forms of "to be": are, is, bist. */
  BE: 1 << 29,
  /** A professional of the trade: architect, engineer. */
  EXPERT: 1 << 30,
} as const;

/** Returns whether two sets of bits have one in common. */
export function has(bits: number, wanted: number): boolean {
  return (bits & wanted) !== 0;
}
