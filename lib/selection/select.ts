/** Selects a system for answers: the one call that all surfaces use (design §6). */
import type { Snapshot } from "../catalog/mod.ts";
import { addBit, type Bits, hasBit } from "./bits.ts";
import { NO_ANSWERS, NO_MATCH, noteOverSpecification } from "./explain.ts";
import { match } from "./match.ts";
import {
  type CompiledOption,
  type CompiledSystem,
  type Program,
  programFor,
  type RuleProgram,
} from "./program.ts";
import { rightSize } from "./right_size.ts";
import type { FiredRule, OverSpecification, RecommendedSystem } from "./schema.ts";

/** The answers of a buyer. */
export interface Answers {
  optionIds: readonly string[];
  /** Slug of the track. Null, unknown and retired tracks use the default rule set. */
  track: string | null;
}

/** A recommended system, without its pictures. */
export type PickedSystem = Omit<RecommendedSystem, "media">;

/** The engine's decision; `recommend()` adds evidence, pictures and projects. */
export interface Selection {
  /** The selected ids as sent, trimmed, without blanks and repeats, including unknown ones. */
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
 * Unknown and retired options count as not selected and are never an error. Without a known option no rule fires, not even
 * a rule with only `none` conditions, and the explanation says that no rule matched.
 */
export function select(snapshot: Snapshot, { optionIds, track }: Answers): Selection {
  const program = programFor(snapshot);
  const { given, selected } = readOptions(program, optionIds);
  const rules = program.ruleProgramById.get(snapshot.ruleSetIdFor(track));
  if (selected.length === 0 || !rules) {
    return emptySelection(given, given.length === 0 ? NO_ANSWERS : NO_MATCH);
  }
  const matched = match(program, rules, selected);
  const { lead, alternatives, surfacedCount } = rightSize(program.systems, matched.precedence);
  const picks: (PickedSystem | undefined)[] = program.blank.picks.slice();
  const pick = (system: CompiledSystem) => picks[system.index] = startPick(system);
  const selection: Selection = {
    context: { optionIds: given },
    lead: lead && pick(lead),
    alternatives: alternatives.map(pick),
    overSpecified: overSpecification(program, lead, alternatives[0]),
    firedRules: matched.trace,
    surfacedSystemCount: surfacedCount,
    explanation: lead ? null : NO_MATCH,
  };
  fillPicks(picks, matched.fired, rules);
  return selection;
}

/** Trims ids, drops blanks and repeats, keeps their order, and finds the live options. */
function readOptions(
  { optionById, blank }: Program,
  optionIds: readonly string[],
): { given: string[]; selected: CompiledOption[] } {
  const given: string[] = [];
  const selected: CompiledOption[] = [];
  const bits = blank.options.slice();
  let unknown: Set<string> | undefined;
  for (const padded of optionIds) {
    // Most ids are known without trimming.
    const known = optionById.get(padded);
    const id = known ? padded : padded.trim();
    const option = known ?? optionById.get(id);
    if (option ? hasBit(bits, option.index) : id === "" || unknown?.has(id)) continue;
    given.push(id);
    if (option) {
      selected.push(option);
      addBit(bits, option.index);
    } else (unknown ??= new Set()).add(id);
  }
  return { given, selected };
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

function startPick({ system, tierLabel }: CompiledSystem): PickedSystem {
  return {
    systemId: system.id,
    name: system.name,
    tagline: system.tagline,
    budgetTier: tierLabel,
    role: "alternative",
    matchedRuleIds: [],
    rationales: [],
  };
}

/** Adds the fired rules and their rationales to each pick, in rule order. */
function fillPicks(
  picks: readonly (PickedSystem | undefined)[],
  fired: readonly number[],
  { starts, systems, outcomes, noTexts }: RuleProgram,
): void {
  const told: Bits[] = [];
  for (const rule of fired) {
    const end = starts[rule + 1] ?? 0;
    for (let place = starts[rule] ?? 0; place < end; place++) {
      const system = systems[place] ?? 0;
      const pick = picks[system];
      const outcome = pick && outcomes[place];
      if (!outcome) continue;
      pick.matchedRuleIds.push(outcome.ruleId);
      if (outcome.role === "preferred") pick.role = outcome.role;
      const texts = told[system] ??= noTexts[system]?.slice() ?? [];
      for (const { place, text } of outcome.rationales) {
        if (hasBit(texts, place)) continue;
        addBit(texts, place);
        pick.rationales.push(text);
      }
    }
  }
}

/** Compares the lead with the cheapest alternative. The same two systems give the same frozen object. */
function overSpecification(
  { systems, overSpecifications }: Program,
  lead: CompiledSystem | null,
  cheapest: CompiledSystem | undefined,
): OverSpecification | null {
  if (!lead || !cheapest || lead.tierLabel === null || cheapest.tierLabel === null) return null;
  const key = lead.index * systems.length + cheapest.index;
  let found = overSpecifications.get(key);
  if (found === undefined) {
    const from = { name: lead.system.name, tier: lead.tierLabel };
    const to = { name: cheapest.system.name, tier: cheapest.tierLabel };
    found = Object.freeze({
      fromSystemId: lead.system.id,
      fromTier: from.tier,
      toSystemId: cheapest.system.id,
      toTier: to.tier,
      note: noteOverSpecification(from, to),
    });
    overSpecifications.set(key, found);
  }
  return found;
}
