/**
 * Attacks by what they do rather than by the words they do it with: to suppose that there are no rules, to take another
 * master, to ask what stands above the first message. Each move wants several things close together, and none of the
 * buyer's own business between them.
 */
import { Concept, has } from "./concepts.ts";
import { Mark } from "./marks.ts";
import {
  claimsPerson,
  claimsPresence,
  deniesMachine,
  keepsLetOn,
  keepsSecret,
  playsPerson,
  poses,
} from "./moves/impersonation.ts";
import {
  answersUnbound,
  becomesAnother,
  disownsRules,
  doesAnything,
  isFreed,
  isNothingElse,
  leavesMaker,
  leavesRole,
  obeysWriter,
  repeatsAfter,
  speaksFreely,
  supposesLawlessness,
  unsaysOrders,
  voidsRules,
} from "./moves/injection.ts";
import {
  asksForBans,
  asksForBeginning,
  asksForContext,
  asksForOrders,
  asksForPrompt,
  asksWhatIsAbove,
  reshapesOrders,
} from "./moves/leak.ts";
import { is, type Move, type Wanted } from "./moves/shared.ts";
import type { AttackKind } from "./attack_kind.ts";
import type { Sentence } from "./sentence.ts";

const C = Concept;
const M = Mark;

interface Kept {
  readonly kind: AttackKind;
  /** What the word at hand must stand for; every other word costs nothing. */
  readonly begins: Wanted;
  readonly move: Move;
}

const MOVES: readonly Kept[] = [
  { kind: "injection", begins: { marks: M.AS_IF }, move: supposesLawlessness },
  { kind: "injection", begins: { bits: C.OVERRIDE }, move: unsaysOrders },
  { kind: "injection", begins: { bits: C.OBEY, marks: M.LISTEN }, move: obeysWriter },
  { kind: "injection", begins: { marks: M.MAKER }, move: leavesMaker },
  { kind: "injection", begins: { marks: M.VOID }, move: voidsRules },
  { kind: "injection", begins: { bits: C.RULES | C.PROMPT }, move: disownsRules },
  { kind: "injection", begins: { marks: M.FREELY }, move: speaksFreely },
  { kind: "injection", begins: { bits: C.NOT }, move: answersUnbound },
  { kind: "injection", begins: { bits: C.NOT | C.OVERRIDE }, move: leavesRole },
  { kind: "injection", begins: { bits: C.NOT }, move: isNothingElse },
  { kind: "injection", begins: { bits: C.REVEAL }, move: repeatsAfter },
  { kind: "injection", begins: { bits: C.ALL }, move: doesAnything },
  { kind: "prompt_leak", begins: { bits: C.PROMPT }, move: asksForPrompt },
  { kind: "prompt_leak", begins: { bits: C.PRIOR, marks: M.ABOVE }, move: asksWhatIsAbove },
  { kind: "prompt_leak", begins: { bits: C.WHAT }, move: asksForOrders },
  { kind: "prompt_leak", begins: { bits: C.WHAT }, move: asksForBans },
  { kind: "prompt_leak", begins: { bits: C.TEXT }, move: asksForBeginning },
  { kind: "prompt_leak", begins: { bits: C.RULES | C.PROMPT }, move: reshapesOrders },
  { kind: "impersonation", begins: { bits: C.SAY, marks: M.CLAIM }, move: claimsPerson },
  { kind: "impersonation", begins: { bits: C.SAY, marks: M.CLAIM }, move: claimsPresence },
  { kind: "impersonation", begins: { bits: C.YOU }, move: deniesMachine },
  { kind: "impersonation", begins: { bits: C.ROLE | C.PERSONA }, move: playsPerson },
  { kind: "impersonation", begins: { marks: M.SECRET }, move: keepsSecret },
];

/** What any move begins with: every other word costs nothing. */
const BEGINS = MOVES.reduce(
  (all, { begins: { bits = 0, marks = 0 } }) => ({
    bits: all.bits | bits,
    marks: all.marks | marks,
  }),
  { bits: 0, marks: 0 },
);

/** The kinds of the moves that a sentence makes. */
export function movesOf(sentence: Sentence): ReadonlySet<AttackKind> {
  const { words, bits, marks, asks } = sentence;
  const found = new Set<AttackKind>();
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (!is(word, BEGINS)) continue;
    for (const { kind, begins, move } of MOVES) {
      if (is(word, begins) && !found.has(kind) && move(sentence, at)) found.add(kind);
    }
  }
  if (asks && !has(bits, C.YOUR)) return found;
  if (has(bits, C.MACHINE) && keepsLetOn(sentence)) found.add("impersonation");
  if (has(bits, C.YOUR) && words.some((_, at) => asksForContext(sentence, at))) {
    found.add("prompt_leak");
  }
  if (has(bits, C.RULES) && words.some((_, at) => isFreed(sentence, at))) found.add("injection");
  if (poses(sentence, 0)) found.add("impersonation");
  const speaksToIt = has(bits, C.YOU) || has(marks, M.ARE);
  if (speaksToIt && words.some((_, at) => becomesAnother(sentence, at))) found.add("injection");
  return found;
}
