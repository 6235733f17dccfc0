/** Labels and sentences of the simulator. */
import {
  type ConditionOperator,
  EMPTY,
  formatValue,
  type Predicate,
  type Snapshot,
} from "@/lib/catalog/mod.ts";
import { formatList, inSentence } from "@/lib/text/mod.ts";
import { optionLabel } from "@/components/admin/record_names.ts";
import type { AnswerIssue, CannotFire, RankedSystem, Shortfall } from "@/lib/analysis/mod.ts";

/** Describes a failed condition, to complete "Fails on Place: …". */
export function unmetInWords(
  operator: ConditionOperator,
  labels: readonly string[],
): string {
  if (operator === "any") return `it asks for ${formatList(labels, "or")}`;
  return `${operator === "all" ? "it asks for all of" : "it rules out"} ${formatList(labels)}`;
}

/** Describes a requirement: "to cover 45 STC", "to be at least 10 ft". */
export function wantedInWords(wanted: Predicate, unit: string | null): string {
  if (wanted.kind === "includes") {
    return `to include ${formatList(wanted.labels.map((label) => `“${label}”`), "or")}`;
  }
  const figure = formatValue({ type: "dimension", measurement: wanted.value, note: null }, unit);
  if (wanted.kind === "covers") return `to cover ${figure}`;
  return wanted.kind === "at-least" ? `to be at least ${figure}` : `to be at most ${figure}`;
}

/** Formats a system's value of the attribute. */
export function hasInWords({ has, attribute }: Pick<Shortfall, "has" | "attribute">): string {
  return formatValue(has ?? EMPTY, attribute.unit);
}

/** Explains in a sentence why a shortfall drops its system. */
export function shortfallInWords(shortfall: Shortfall): string {
  const { answer, attribute, wanted } = shortfall;
  return `“${answer.label}” (${inSentence(answer.factor)}) wants ${attribute.name} ` +
    `${wantedInWords(wanted, attribute.unit)}; it has: ${hasInWords(shortfall)}.`;
}

/** Explains why a system ranks before the next one. */
export function rankInWords(first: RankedSystem, next: RankedSystem): string {
  const [a, b] = [first.by, next.by];
  switch (next.behind) {
    case "priority":
      return `“${a.rule.name}” (priority ${a.rule.priority}) counts before “${b.rule.name}” ` +
        `(priority ${b.rule.priority})`;
    case "role":
      return `it is preferred, and ${next.system.name} an alternative, at the same priority`;
    case "rank":
      return `it is named at place ${a.outcome.rank} and ${next.system.name} at place ` +
        `${b.outcome.rank}, at the same priority and in the same role`;
    case "tier":
      return `it is on a lower budget tier (${tierLabel(first)} before ${tierLabel(next)}), ` +
        "and the rules recommend both equally";
    case "position":
      return `it comes first in the catalog (position ${first.system.position} before ` +
        `${next.system.position}), and all else is equal`;
    default:
      return "its id comes first in the alphabet, and all else is equal";
  }
}

/** Label of each ranking key. */
export const RANK_KEYS = {
  priority: "Rule priority",
  role: "Role",
  rank: "Place in the rule",
  tier: "Budget tier",
  position: "Position in the catalog",
  id: "Id",
} as const;

/** How buyers see a surfaced system. */
export const STANDINGS = {
  lead: "Pick",
  cheaper: "Alternative",
  "not-cheaper": "Not shown: not cheaper",
  "no-tier": "Not shown: no tier to compare",
} as const;

/** Returns the tier label of a ranked system. */
export function tierLabel({ tier }: RankedSystem): string {
  return tier?.label ?? "No budget tier";
}

/** Sentence for each reason that a rule cannot fire. */
export const CANNOT_FIRE: Readonly<Record<CannotFire, string>> = {
  retired: "Retired.",
  off: "Switched off.",
  "no-condition": "It has no condition, and a rule without one never fires.",
  gone: "It asks for an answer that is no longer on offer.",
  "not-asked": "It asks about something that buyers of this track are not asked.",
};

/** Describes in a sentence what is wrong with an answer. */
export function issueInWords({ optionId, kind, label, factor }: AnswerIssue): string {
  const name = `“${label}” (${factor})`;
  switch (kind) {
    case "unknown":
      return `There is no answer with the id ${optionId}. We ignore it.`;
    case "retired":
      return `${name} is no longer offered. We ignore it.`;
    case "not-asked":
      return `${name} is not asked on this track. It still counts here.`;
    case "several":
      return `${name} is one of several answers to a question that takes one. Each counts here.`;
  }
}

/** Returns the labels of options in quotation marks, joined. */
export function quotedOptions(snapshot: Snapshot, ids: readonly string[]): string {
  return formatList(ids.map((id) => `“${optionLabel(snapshot, id)}”`));
}
