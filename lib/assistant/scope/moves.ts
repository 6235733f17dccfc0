/**
 * Detects attacks by their strategy rather than by fixed words: supposing that there are no rules, obeying another
 * master, asking what is written above the first message. Each move requires several kinds of words close to each other
 * and no words of the buyer's own subject between them.
 */
import { Concept, has } from "./concepts.ts";
import { Hint } from "./hints.ts";
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

interface Entry {
  readonly kind: AttackKind;
  /** The kind of word that the move is tried at. A cheap filter, because every other word is skipped. */
  readonly begins: Wanted;
  /** A kind of word that the sentence must also contain; a cheap filter too. */
  readonly needs?: Wanted;
  readonly move: Move;
}

/** The moves that are tried at a kind of word. */
export const MOVES: readonly Entry[] = [
  {
    kind: "injection",
    begins: { marks: M.AS_IF },
    needs: { bits: C.RULES | C.PROMPT },
    move: supposesLawlessness,
  },
  {
    kind: "injection",
    begins: { bits: C.OVERRIDE },
    needs: { bits: C.TOLD, marks: M.BIDDEN },
    move: unsaysOrders,
  },
  {
    kind: "injection",
    begins: { bits: C.OBEY, marks: M.LISTEN },
    needs: { marks: M.ME },
    move: obeysWriter,
  },
  { kind: "injection", begins: { marks: M.MAKER }, needs: { bits: C.YOUR }, move: leavesMaker },
  {
    kind: "injection",
    begins: { marks: M.VOID },
    needs: { bits: C.RULES | C.PROMPT },
    move: voidsRules,
  },
  {
    kind: "injection",
    begins: { bits: C.RULES | C.PROMPT },
    needs: { bits: C.NOT | C.OVERRIDE },
    move: disownsRules,
  },
  { kind: "injection", begins: { marks: M.FREELY }, move: speaksFreely },
  {
    kind: "injection",
    begins: { bits: C.NOT },
    needs: { bits: C.RULES | C.PROMPT },
    move: answersUnbound,
  },
  {
    kind: "injection",
    begins: { bits: C.NOT | C.OVERRIDE },
    needs: { bits: C.MACHINE | C.HUMAN },
    move: leavesRole,
  },
  { kind: "injection", begins: { bits: C.NOT }, needs: { bits: C.YOU }, move: isNothingElse },
  {
    kind: "injection",
    begins: { bits: C.REVEAL },
    needs: { bits: C.RULES | C.PROMPT },
    move: repeatsAfter,
  },
  { kind: "injection", begins: { bits: C.ALL }, move: doesAnything },
  { kind: "prompt_leak", begins: { bits: C.PROMPT }, move: asksForPrompt },
  {
    kind: "prompt_leak",
    begins: { bits: C.PRIOR, marks: M.ABOVE },
    needs: { marks: M.MESSAGE },
    move: asksWhatIsAbove,
  },
  {
    kind: "prompt_leak",
    begins: { bits: C.WHAT },
    needs: { bits: C.YOU, marks: M.THEE },
    move: asksForOrders,
  },
  {
    kind: "prompt_leak",
    begins: { bits: C.WHAT },
    needs: { bits: C.SAY | C.REVEAL },
    move: asksForBans,
  },
  {
    kind: "prompt_leak",
    begins: { bits: C.TEXT },
    needs: { bits: C.TOLD },
    move: asksForBeginning,
  },
  {
    kind: "prompt_leak",
    begins: { bits: C.RULES | C.PROMPT },
    needs: { bits: C.YOUR },
    move: reshapesOrders,
  },
  {
    kind: "impersonation",
    begins: { bits: C.SAY, marks: M.CLAIM },
    needs: { bits: C.HUMAN },
    move: claimsPerson,
  },
  { kind: "impersonation", begins: { bits: C.SAY, marks: M.CLAIM }, move: claimsPresence },
  {
    kind: "impersonation",
    begins: { bits: C.YOU },
    needs: { bits: C.MACHINE },
    move: deniesMachine,
  },
  {
    kind: "impersonation",
    begins: { bits: C.ROLE | C.PERSONA },
    needs: { bits: C.HUMAN },
    move: playsPerson,
  },
  {
    kind: "impersonation",
    begins: { marks: M.SECRET },
    needs: { bits: C.MACHINE },
    move: keepsSecret,
  },
];

const NONE: ReadonlySet<AttackKind> = new Set();

/** Returns the kinds of the attacks whose moves a sentence makes. */
export function movesOf(sentence: Sentence): ReadonlySet<AttackKind> {
  const { words, bits, marks, hints, asks } = sentence;
  let found = NONE;
  const add = (kind: AttackKind) => {
    found = new Set([...found, kind]);
  };
  for (const { kind, begins, needs, move } of MOVES) {
    if (!is(sentence, begins) || needs && !is(sentence, needs) || found.has(kind)) continue;
    for (let at = 0; at < words.length; at++) {
      if (is(words[at], begins) && move(sentence, at)) {
        add(kind);
        break;
      }
    }
  }
  if (asks && !has(bits, C.YOUR)) return found;
  if (has(bits, C.MACHINE) && keepsLetOn(sentence)) add("impersonation");
  if (
    has(bits, C.YOUR) && has(hints, Hint.CONTEXT) &&
    words.some((_, at) => asksForContext(sentence, at))
  ) {
    add("prompt_leak");
  }
  if (
    has(bits, C.RULES) && has(hints, Hint.UNBOUND) && words.some((_, at) => isFreed(sentence, at))
  ) add("injection");
  if (poses(sentence, 0)) add("impersonation");
  const speaksToIt = has(hints, Hint.HENCE) && (has(bits, C.YOU) || has(marks, M.ARE));
  if (speaksToIt && words.some((_, at) => becomesAnother(sentence, at))) add("injection");
  return found;
}
