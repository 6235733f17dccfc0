/**
 * Completes a question that leans on earlier ones: "and how heavy?", "and the other one?", "why?" (spec §4.5, context
 * history). Reads only what the buyer asked, never what "the assistant" said, because the client sends both. Pure.
 */
import type { Snapshot } from "../catalog/mod.ts";
import { hasName } from "../text/mod.ts";
import { type NamedSystem, systemsNamed } from "./journey.ts";
import type { HistoryEntry } from "./schema.ts";
import { courtesyOf } from "./scope/courtesy.ts";
import { IT, topicOf } from "./topic.ts";

/** Most earlier questions that are read, latest last, and most characters of each. */
const MOST_EARLIER = 4;
const MOST_CHARACTERS = 300;
/** Most words of a question that leaves something out. */
const MOST_WORDS = 8;
/** Most systems that "the others" stands for. */
const MOST_OTHERS = 3;

const JOINS = /^\W*(?:and|or|but|also|(?:what|how)\s+about|und|oder|et|ou|y|o)\b/i;
const VERBS =
  /\b(?:am|is|are|was|do|does|did|can|could|will|would|has|have|had|should|must|may|need|needs|takes?)\b|['’]s\b/i;
const POINTS_BACK =
  /\b(?:that|same|other|others|another|one|ones|both|first|second|latter|former|andere[nrs]?|beide|autres?|otr[oa]s?)\b/i;
/** Compares systems without naming them. */
const WHICH = /^\W*which\s+(?:is|are|has|have|costs?|needs?|takes?|weighs?)\b/i;
/** Adds to the last question: "from both sides?" */
const ADDS = /^(?:after|at|before|by|during|for|from|in|on|through|under|with|without)\b/i;
const ASKS = /\b(?:why|how|when|where|who|which|what|warum|wieso|pourquoi)\b|\bpor\s?qué/i;
/** "The other one", also in German, French and Spanish, and "the others". */
const OTHER =
  /\b(?:(?:de[nr]|das|die|el|l[aeo]s?)\s+|l['’])?(?:others?|another|andere[nrs]?|autres?|otr[oa]s?)\b/gi;
const OTHERS = /\b(?:others|(?:die|les|l[oa]s)\s+(?:anderen|autres|otr[oa]s))\b/i;
const ORDER = /\b(?:first|former|second|latter)\b/gi;

/** The systems of the page that a question without names is about, and whether the page compares them. */
export interface Shown {
  readonly systems: readonly NamedSystem[];
  readonly isComparison: boolean;
}

/** The last question in full, and the systems that it was about. */
interface Last {
  readonly question: string;
  readonly systems: readonly NamedSystem[];
}

/**
 * Returns a question with what it leaves out: the systems or the property of the buyer's last question, which is
 * completed in the same way by those before it. A question that leaves out nothing is returned as it is. The result is
 * only for retrieval and for judging a quotation: it never reaches a buyer or the model of a provider.
 *
 * @param history earlier messages as sent by the client, oldest first; its latest 4 questions count, 300 characters of
 * each.
 */
export function completeQuestion(
  snapshot: Snapshot,
  message: string,
  { history, shown }: { readonly history: readonly HistoryEntry[]; readonly shown: Shown },
): string {
  const earlier = history.filter(({ role }) => role === "user").slice(-MOST_EARLIER);
  let last: Last | null = null;
  for (const { content } of earlier) {
    const question = content.slice(0, MOST_CHARACTERS).trim();
    if (courtesyOf(question) === null) last = complete(snapshot, question, { last, shown });
  }
  return last === null ? message : complete(snapshot, message, { last, shown }).question;
}

function complete(
  snapshot: Snapshot,
  message: string,
  { last, shown }: { readonly last: Last | null; readonly shown: Shown },
): Last {
  const named = systemsNamed(snapshot, message);
  const whole = { question: message, systems: named };
  if (last === null) return whole;
  const isShort = message.trim().split(/\s+/, MOST_WORDS + 1).length <= MOST_WORDS;
  const leavesOut = isShort &&
    (JOINS.test(message) || !VERBS.test(message) || POINTS_BACK.test(message) ||
      last.systems.length > 1 && WHICH.test(message));
  const pointed = pointedAt(message, { last, shown });
  const systems = named.length > 0 ? named : pointed ?? last.systems;
  // "The other one" of a page that shows a single system.
  if (named.length === 0 && pointed?.length === 0) return whole;
  if (!leavesOut) {
    const isSame = named.length === 0 && IT.test(message) && systems.length > 0;
    return isSame ? { question: withNames(message, systems), systems } : whole;
  }
  const own = topicOf(
    message.replace(JOINS, "").replaceAll(OTHER, "").replaceAll(ORDER, ""),
    systems.map(({ name }) => name),
  );
  const rest = message.replace(JOINS, "").trim();
  if (named.length === 0 && own.length > 0 && ADDS.test(rest)) {
    return { question: `${withoutEnd(renamed(last, systems))}, ${rest}`, systems };
  }
  const leavesOutProperty = own.length === 0 &&
    (named.length > 0 || POINTS_BACK.test(message) || ASKS.test(message));
  if (leavesOutProperty) {
    const asked = renamed(last, systems);
    const question = ASKS.test(message) && named.length === 0
      ? `${withoutEnd(rest)}, ${asked}`
      : asked;
    return { question, systems };
  }
  if (named.length > 0) return whole;
  const about = systems.length > 0
    ? systems
    : shown.systems.slice(0, shown.isComparison ? undefined : 1);
  return { question: withNames(message, about), systems };
}

/** Returns the systems that "the other one" or "the second" points at; null if nothing points at one. */
function pointedAt(
  message: string,
  { last, shown }: { last: Last; shown: Shown },
): readonly NamedSystem[] | null {
  const choice = last.systems.length > 1 ? last.systems : shown.systems;
  if (/\b(?:second|latter)\b/i.test(message)) return choice.slice(1, 2);
  if (/\b(?:first|former)\b/i.test(message)) return choice.slice(0, 1);
  if (message.search(OTHER) === -1) return null;
  const known = last.systems.length > 0 ? last.systems : shown.systems.slice(0, 1);
  const others = shown.systems.filter(({ id }) => !known.some((system) => system.id === id));
  return others.slice(0, OTHERS.test(message) ? MOST_OTHERS : 1);
}

/** Returns the last question about other systems: with their names in the place of its own. */
function renamed({ question, systems }: Last, others: readonly NamedSystem[]): string {
  const [first, ...more] = systems.filter(({ name }) => hasName(question, name));
  if (first === undefined) return withNames(question, others);
  const names = others.map(({ name }) => name).join(" and ");
  const rest = more.reduce((text, { name }) => text.replaceAll(patternOf(name), " "), question);
  return rest.replaceAll(patternOf(first.name), () => names);
}

/** Returns a question that has the names of these systems, in the place of "it" if it has that. */
function withNames(question: string, systems: readonly NamedSystem[]): string {
  if (systems.length === 0) return question;
  const names = systems.map(({ name }) => name).join(" and ");
  if (/\bit\b/i.test(question)) return question.replace(/\bit\b/i, () => names);
  return `${withoutEnd(question)}: ${names}?`;
}

/** Returns a question without its question mark. */
function withoutEnd(question: string): string {
  return /^[^]*[^\s?.!]/.exec(question)?.[0] ?? "";
}

function patternOf(name: string): RegExp {
  return new RegExp(RegExp.escape(name), "giu");
}
