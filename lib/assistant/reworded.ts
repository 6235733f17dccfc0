/** Puts words of the trade for phrases of buyers whose single words say something else, or nothing. Pure. */

/** Phrases, each with the words that are searched and judged in its place; nothing for a phrase that adds nothing. */
const PHRASES: readonly (readonly [phrase: RegExp, words: string])[] = [
  // Announces a question: "Quick question: does it lock?"
  [
    /\b(?:quick|short|silly|stupid|dumb)\s(?:questions?\b|one(?=\s*[:,;–—-]))/gi,
    " ",
  ],
  // No weight: "heavy rain".
  [
    /\bheavy(?=\s(?:rain|wind|storm|snow|weather|use|usage|traffic|duty|wear|foot|knock|blow))/gi,
    " ",
  ],
  // The number of systems that are compared: "which of the two".
  [/\b(?:of|between)\s(?:the|these|those)\s(?:two|three|four|five)\b/gi, " "],
  // No damage: "break in", but not "break in cold weather" or a "thermal break in the frame".
  [
    /\bbreak(?:s|ing)?(?=\s+(?:into\b|in(?:\W*$|\s*[,;.?!]|\s+(?:through|from|to|here|there|at|and|or|if|when|by|with|over)\b)))/gi,
    "burglary",
  ],
  // Verbs of the installation, for which documents say "fitters": "Who will fit it?", but not "Who can fit through it?"
  [
    /\b(?<=\bwho\s(?:(?:will|would|can|could|should|does|do)\s)?)(?:fits?|hangs?|mounts?)\b(?!\s+(?:through|in|into|inside|under|past|between|behind)\b)/gi,
    "installs",
  ],
  // The time until delivery, if nothing else is said to take it.
  [
    /\bhow\s(?:long|soon|fast|quickly)\s(?:does|do|will|would)\s(?:it|they|this|that|one|you)\stake(?=\W*$)/gi,
    "how long is the lead time",
  ],
  [
    /\b(?:when|how\s(?:soon|fast|quickly))\s(?:can|could|will|would)\s(?:i|we)\s(?:have|get|receive|expect)(?=\s(?:it|them|one|this)\W*$)/gi,
    "how long is the lead time of",
  ],
  // Where panels are parked, not what becomes of them ("go wrong").
  [
    /(?<=\bwhere\s(?:do|does|will|would|can|could)\s(?:(?:the|all|that|my|our|these|those)\s){0,2}(?:panels?|panes?|glass|walls?|doors?|leaf|leaves|sash|sashes|curtain|partition|it|they|everything)\s)(?:go|goes|end\sup|disappear)(?=\W*$|\s(?:to\W*$|so|when|while|once|if|after|during|in\ssummer)\b)/gi,
    "stack",
  ],
  [
    /\bhow\smuch\s(?:room|space)(?=\s(?:does|do|will|would|should|must)\b)(?![^.?!]{0,80}\b(?:above|over|overhead|below|under|underneath|ceiling|top|height|lose|have|left|remain|furniture|wheelchair)\b)/gi,
    "how much stacking space",
  ],
  [/\bpower\s(?:cuts?|outages?|goes\s(?:out|off|down)|is\s(?:out|off)|fails)\b/gi, "power failure"],
  // The height of the system, for which documents say "tall": "What ceiling height is possible?"
  [/\b(?:ceiling|room)(?=\sheights?\b)/gi, "tall"],
  // The load on a ceiling or floor: "How strong must the ceiling be?"
  [/\bhow strong(?=\s(?:must|should|does|do|has|have)\b)/gi, "what load"],
  // The material of the whole, which `answer_kind.ts` looks for.
  [/\b(?<=\b(?:is|are)\s(?:it|this|that|they|these)\s)made\s(?:out\s)?(?:of|from)\b/gi, " "],
];

/** Returns a question with the words of the trade in the place of such phrases. */
export function reworded(question: string): string {
  return PHRASES.reduce((text, [phrase, words]) => text.replaceAll(phrase, words), question);
}
