/** What a word can stand for in a sentence that turns against the assistant, as bits of one number. */
export const Concept = {
  /** To put aside: ignore, forget, bypass. */
  OVERRIDE: 1 << 0,
  /** What an assistant goes by: instructions, rules. */
  RULES: 1 << 1,
  /** What only a program has: prompt, guardrails. */
  PROMPT: 1 << 2,
  /** Said before: previous, above. */
  PRIOR: 1 << 3,
  YOUR: 1 << 4,
  ALL: 1 << 5,
  /** To bring out: reveal, print. */
  REVEAL: 1 << 6,
  /** To be somebody else: pretend, impersonate. */
  PERSONA: 1 << 7,
  /** A person, or who works as one: human, advisor. */
  HUMAN: 1 << 8,
  /** Free of rules: jailbreak, uncensored. */
  FREE: 1 << 9,
  /** A program: bot, assistant. */
  MACHINE: 1 << 10,
  /** Not, never, without. */
  NOT: 1 << 11,
  /** What buyers talk about: panels, seals, rooms. */
  DOMAIN: 1 << 12,
  YOU: 1 << 13,
  /** The buyer and their people: I, we, our installer. */
  SELF: 1 << 14,
  /** Behind the scenes: hidden, initial, internal. */
  HIDDEN: 1 << 15,
  /** To speak: say, answer, claim. */
  SAY: 1 << 16,
  /** To do as told: follow, obey. */
  OBEY: 1 << 17,
  /** To make readable: decode. */
  DECODE: 1 << 18,
  /** What, which. */
  WHAT: 1 << 19,
  /** Told, given, programmed. */
  TOLD: 1 << 20,
  /** Now, henceforth. */
  NOW: 1 << 21,
  /** Word for word. */
  VERBATIM: 1 << 22,
  /** Text, words, lines. */
  TEXT: 1 << 23,
  /** Weakly to be somebody: act, behave, role. */
  ROLE: 1 << 24,
  /** Can I, may we, I would like. */
  WISH: 1 << 25,
  /** Somebody's words are told: says, label, article. */
  REPORT: 1 << 26,
  /** To hide, to keep back: conceal, deny. */
  DENY: 1 << 27,
  /** New, different. */
  NEW: 1 << 28,
  /** To be: are, is, bist. */
  BE: 1 << 29,
  /** Somebody who knows the trade: architect, engineer. */
  EXPERT: 1 << 30,
} as const;

/** Whether any of some concepts is among others. */
export function has(bits: number, wanted: number): boolean {
  return (bits & wanted) !== 0;
}
