/** From answers to a pick: the one call that every surface makes (design §6). */
import type { Role, Snapshot } from "../catalog/mod.ts";
import { NO_ANSWERS, NO_MATCH, noteOverSpecification } from "./explain.ts";
import { match, type SurfacedSystem } from "./match.ts";
import { type CompiledOption, programFor } from "./program.ts";
import { rightSize } from "./right_size.ts";
import type { FiredRule, OverSpecification, RecommendedSystem } from "./schema.ts";

/** What a buyer has answered so far. */
export interface Answers {
  optionIds: readonly string[];
  /** Slug of the track; null, unknown and retired ones mean the default rule set. */
  track: string | null;
}

/** A recommended system before its pictures are found. */
export type PickedSystem = Omit<RecommendedSystem, "media">;

/** What the engine decides about an answer; {@linkcode assembleRecommendation} adds the rest. */
export interface Selection {
  /** The selected ids as given, trimmed, without blanks and repeats; unknown ones included. */
  context: { optionIds: string[] };
  lead: PickedSystem | null;
  alternatives: PickedSystem[];
  overSpecified: OverSpecification | null;
  /** Rules that matched the answers, in priority order. */
  firedRules: FiredRule[];
  /** Distinct systems left after requirements, before right-sizing. */
  surfacedSystemCount: number;
  /** Why there is no lead; null when there is one. */
  explanation: string | null;
}

/**
 * Selects the right-sized system for a set of answers (spec §2.1, §4.1). Pure: the same snapshot and
 * answers always give the same selection, in whatever order the answers come.
 *
 * Unknown and retired options are as if not selected, and never an error. Without any known option
 * nothing fires, not even a rule that only says what must be absent.
 */
export function select(snapshot: Snapshot, { optionIds, track }: Answers): Selection {
  const given = cleanIds(optionIds);
  const program = programFor(snapshot);
  const options: CompiledOption[] = [];
  for (const id of given) {
    const option = program.optionById.get(id);
    if (option) options.push(option);
  }
  const rules = program.ruleProgramById.get(snapshot.ruleSetIdFor(track));
  if (options.length === 0 || !rules) {
    return emptySelection(given, options.length === 0 ? NO_ANSWERS : NO_MATCH);
  }
  const { firedRules, surfaced } = match(program, rules, options);
  const { lead, alternatives } = rightSize(surfaced);
  return {
    context: { optionIds: given },
    lead: lead && describePick(lead),
    alternatives: alternatives.map(describePick),
    overSpecified: overSpecification(lead, alternatives[0]),
    firedRules,
    surfacedSystemCount: surfaced.length,
    explanation: lead ? null : NO_MATCH,
  };
}

/** Trims ids, drops blanks and repeats, keeps the order. */
function cleanIds(ids: readonly string[]): string[] {
  return [...new Set(ids.map((id) => id.trim()))].filter((id) => id !== "");
}

function emptySelection(optionIds: string[], explanation: string): Selection {
  return {
    context: { optionIds },
    lead: null,
    alternatives: [],
    overSpecified: null,
    firedRules: [],
    surfacedSystemCount: 0,
    explanation,
  };
}

function describePick({ compiled, outcomes }: SurfacedSystem): PickedSystem {
  const { system, tierLabel } = compiled;
  const matchedRuleIds: string[] = [];
  const rationales: string[] = [];
  let role: Role = "alternative";
  for (const outcome of outcomes) {
    matchedRuleIds.push(outcome.ruleId);
    if (outcome.role === "preferred") role = "preferred";
    for (const rationale of outcome.rationales) {
      if (!rationales.includes(rationale)) rationales.push(rationale);
    }
  }
  return {
    systemId: system.id,
    name: system.name,
    tagline: system.tagline,
    budgetTier: tierLabel,
    role,
    matchedRuleIds,
    rationales,
  };
}

function overSpecification(
  lead: SurfacedSystem | null,
  cheapest: SurfacedSystem | undefined,
): OverSpecification | null {
  const fromTier = lead?.compiled.tierLabel ?? null;
  const toTier = cheapest?.compiled.tierLabel ?? null;
  if (!lead || !cheapest || fromTier === null || toTier === null) return null;
  const { system: from } = lead.compiled;
  const { system: to } = cheapest.compiled;
  return {
    fromSystemId: from.id,
    fromTier,
    toSystemId: to.id,
    toTier,
    note: noteOverSpecification(
      { name: from.name, tier: fromTier },
      { name: to.name, tier: toTier },
    ),
  };
}
