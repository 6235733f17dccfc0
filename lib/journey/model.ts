/**
 * The wizard's model: the questions of one track and what it takes to count the systems that are still
 * in play. It goes to the browser as JSON, so it holds what the buyer's pages need and nothing else.
 */
import type {
  Attribute,
  ConditionOperator,
  Factor,
  OptionRequirement,
  Rule,
  Snapshot,
  System,
} from "../catalog/mod.ts";

/** An answer that a question offers. */
export interface Choice {
  id: string;
  label: string;
  description: string | null;
}

/** A factor as the wizard asks it. */
export interface Question {
  id: string;
  /** The noun that summaries use. */
  name: string;
  question: string;
  help: string | null;
  multiple: boolean;
  options: Choice[];
}

/** A condition that the answers decide. What always or never holds is worked out beforehand. */
export interface PlayCondition {
  factorId: string;
  operator: ConditionOperator;
  optionIds: string[];
}

/** A rule that some answers on this track can fire, and the systems it would surface. */
export interface PlayRule {
  conditions: PlayCondition[];
  /** Places in the model's list of systems. */
  systems: number[];
}

/** The questions of one track and the rules behind them; plain data. */
export interface WizardModel {
  /** The live track whose questions these are; null for the default ones. */
  track: string | null;
  /** The track in words; null for the default. */
  trackName: string | null;
  /** In asking order. */
  questions: Question[];
  /** Ids of every live system, in catalog order. */
  systemIds: string[];
  /** Their names, in the same order. */
  systemNames: string[];
  rules: PlayRule[];
  /** Systems that fail a requirement of an option, by the option's id. */
  failing: Record<string, number[]>;
}

/** How the engine judges requirements; passed in because its room brings more than a browser needs. */
export type RequirementCheck = (
  system: System,
  requirements: readonly OptionRequirement[],
  attributeById: ReadonlyMap<string, Attribute>,
) => boolean;

/**
 * Builds the model of a track from a snapshot. An unknown or retired track gives the default model, as
 * it gives the default rule set (spec §4.1).
 */
export function buildWizardModel(
  snapshot: Snapshot,
  track: string | null,
  meets: RequirementCheck,
): WizardModel {
  const live = snapshot.tracks.find(({ id }) => id === track) ?? null;
  const factors = askedFactors(snapshot, live?.id ?? null);
  const factorById = new Map(factors.map((factor) => [factor.id, factor]));
  const placeById = new Map(snapshot.systems.map(({ id }, place) => [id, place]));
  const ruleSetId = snapshot.ruleSetIdFor(live?.id ?? null);
  return {
    track: live?.id ?? null,
    trackName: live?.name ?? null,
    questions: factors.map(({ id, name, question, help, multiple, options }) => ({
      id,
      name,
      question,
      help,
      multiple,
      options: options.map(({ id, label, description }) => ({ id, label, description })),
    })),
    systemIds: snapshot.systems.map(({ id }) => id),
    systemNames: snapshot.systems.map(({ name }) => name),
    rules: snapshot.rules
      .filter((rule) => rule.ruleSetId === ruleSetId)
      .flatMap((rule) => playRule(rule, factorById, placeById)),
    failing: Object.fromEntries(
      factors.flatMap(({ options }) => options).flatMap(({ id, requirements }) => {
        const places = snapshot.systems.flatMap((system, place) =>
          meets(system, requirements, snapshot.attributeById) ? [] : [place]
        );
        return places.length === 0 ? [] : [[id, places]];
      }),
    ),
  };
}

/**
 * The factors that a track asks, in order. Without a track, what the tracks on the default rule set ask:
 * an answer that no rule there knows would be asked for nothing.
 */
export function askedFactors(snapshot: Snapshot, track: string | null): Factor[] {
  return snapshot.factors.filter((factor) => isAsked(snapshot, factor, track));
}

/** Whether every question of a track has an answer among the selected options; never where nothing is asked. */
export function isEverythingAnswered(
  snapshot: Snapshot,
  { track, optionIds }: { track: string | null; optionIds: readonly string[] },
): boolean {
  const live = snapshot.tracks.find(({ id }) => id === track)?.id ?? null;
  const factors = askedFactors(snapshot, live);
  const selected = new Set(optionIds);
  return factors.length > 0 &&
    factors.every(({ options }) => options.some(({ id }) => selected.has(id)));
}

function isAsked(snapshot: Snapshot, factor: Factor, track: string | null): boolean {
  if (factor.options.length === 0) return false;
  if (factor.trackIds.length === 0) return true;
  if (track !== null) return factor.trackIds.includes(track);
  const defaultRuleSet = snapshot.ruleSetIdFor(null);
  return snapshot.tracks.some(({ id }) =>
    factor.trackIds.includes(id) && snapshot.ruleSetIdFor(id) === defaultRuleSet
  );
}

/** A rule as the count sees it; none when no answers on this track can fire it or it surfaces nothing. */
function playRule(
  rule: Rule,
  factorById: ReadonlyMap<string, Factor>,
  placeById: ReadonlyMap<string, number>,
): PlayRule[] {
  const systems = [
    ...new Set(rule.outcomes.flatMap(({ systemId }) => placeById.get(systemId) ?? [])),
  ];
  if (systems.length === 0 || rule.conditions.length === 0) return [];
  const conditions: PlayCondition[] = [];
  for (const { factorId, operator, optionIds } of rule.conditions) {
    const factor = factorById.get(factorId);
    const known = [...new Set(optionIds)].filter((id) =>
      factor?.options.some((option) => option.id === id)
    );
    if (operator === "none") {
      if (known.length > 0) conditions.push({ factorId, operator, optionIds: known });
      continue;
    }
    const lacksOne = operator === "all" && known.length < new Set(optionIds).size;
    const asksTwoOfOne = operator === "all" && known.length > 1 && factor?.multiple === false;
    if (known.length === 0 || lacksOne || asksTwoOfOne) return [];
    conditions.push({ factorId, operator, optionIds: known });
  }
  return [{ conditions, systems }];
}
