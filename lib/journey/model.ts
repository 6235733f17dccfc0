/**
 * The wizard model: the questions of one track, and the rules for computing the systems in play. It is sent to the
 * browser as JSON, so it holds only what buyer pages need.
 */
import type {
  Attribute,
  ConditionOperator,
  Factor,
  OptionRequirement,
  Rule,
  RuleOutcome,
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
export interface Question extends Pick<Factor, "id" | "name" | "question" | "help" | "multiple"> {
  options: Choice[];
}

/**
 * A condition that depends on the answers. Conditions that are always or never met are resolved when the model is
 * built.
 */
export interface PlayCondition {
  /** Index into the model's questions. */
  question: number;
  operator: ConditionOperator;
  /** Indices into the options of all questions, counted through in ask order. */
  options: number[];
}

/** A rule that answers on this track can fire, with the systems it surfaces. */
interface PlayRule {
  conditions: PlayCondition[];
  /**
   * Indices into the model's list of systems, each with its strength: how much the engine prefers this outcome to the
   * others of the rule set. The strongest outcome of the fired rules gives the pick. Every strength exceeds the number of
   * conditions of a rule.
   */
  systems: [place: number, strength: number][];
}

/** The questions of one track and the rules behind them, as plain data. */
export interface WizardModel {
  /** Id of the live track; null for the default questions. */
  track: string | null;
  /** Name of the track; null for the default. */
  trackName: string | null;
  /** In ask order. */
  questions: Question[];
  /** Ids of every live system, in catalog order. */
  systemIds: string[];
  /** Their names, in the same order. */
  systemNames: string[];
  rules: PlayRule[];
  /** Indices of the systems that fail a requirement of an option, by option id. */
  failing: Record<string, number[]>;
}

/**
 * The parts of the engine that the model depends on. They are passed in, because importing their room would enlarge the
 * browser bundle.
 */
interface Engine {
  readonly meetsRequirements: (
    system: System,
    requirements: readonly OptionRequirement[],
    attributeById: ReadonlyMap<string, Attribute>,
  ) => boolean;
  /** Orders the outcomes of a rule. */
  readonly compareStrength: (a: RuleOutcome, b: RuleOutcome) => number;
}

/**
 * Builds the model of a track from a snapshot. An unknown or retired track gets the default model, just as it gets the
 * default rule set (spec §4.1).
 */
export function buildWizardModel(
  snapshot: Snapshot,
  track: string | null,
  { meetsRequirements, compareStrength }: Engine,
): WizardModel {
  const live = snapshot.tracks.find(({ id }) => id === track) ?? null;
  const factors = askedFactors(snapshot, live?.id ?? null);
  const asked = placeQuestions(factors);
  const placeById = new Map(snapshot.systems.map(({ id }, place) => [id, place]));
  const ruleSetId = snapshot.ruleSetIdFor(live?.id ?? null);
  const rules = snapshot.rules.filter((rule) => rule.ruleSetId === ruleSetId);
  const strength = outcomeStrengths(rules, { snapshot, placeById, compareStrength });
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
    rules: rules.flatMap((rule) => playRule(rule, { asked, placeById, strength })),
    failing: Object.fromEntries(
      factors.flatMap(({ options }) => options).flatMap(({ id, requirements }) => {
        if (requirements.length === 0) return [];
        const places = snapshot.systems.flatMap((system, place) =>
          meetsRequirements(system, requirements, snapshot.attributeById) ? [] : [place]
        );
        return places.length === 0 ? [] : [[id, places]];
      }),
    ),
  };
}

/**
 * Returns the factors that a track asks, in order. Without a track, returns those that the tracks on the default rule
 * set ask, because no default rule uses the others.
 */
export function askedFactors(snapshot: Snapshot, track: string | null): Factor[] {
  return snapshot.factors.filter((factor) => isAsked(snapshot, factor, track));
}

/** Returns whether the selected options answer every question of a track; false when it asks none. */
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

/** A factor that the model asks, with the indices of the question and of its options. */
interface PlacedQuestion {
  readonly question: number;
  readonly multiple: boolean;
  readonly optionPlaces: ReadonlyMap<string, number>;
}

/** Returns the factors by id, each with its indices in the model. */
function placeQuestions(factors: readonly Factor[]): Map<string, PlacedQuestion> {
  let count = 0;
  return new Map(factors.map(({ id, multiple, options }, question) => {
    const optionPlaces = new Map(options.map((option) => [option.id, count++]));
    return [id, { question, multiple, optionPlaces }];
  }));
}

/** Grades the outcomes of a rule set in the order in which the engine prefers them (design §6.4). */
function outcomeStrengths(
  rules: readonly Rule[],
  { snapshot: { systemById, tierById }, placeById, compareStrength }: {
    readonly snapshot: Snapshot;
    readonly placeById: ReadonlyMap<string, number>;
    readonly compareStrength: Engine["compareStrength"];
  },
): Map<RuleOutcome, number> {
  const ordinalOf = ({ systemId }: RuleOutcome) =>
    tierById.get(systemById.get(systemId)?.budgetTierId ?? "")?.ordinal ?? Number.MAX_VALUE;
  const placeOf = ({ systemId }: RuleOutcome) => placeById.get(systemId) ?? placeById.size;
  const outcomes = rules
    .flatMap(({ priority, outcomes }) => outcomes.map((outcome) => ({ priority, outcome })))
    .sort((a, b) =>
      a.priority - b.priority || compareStrength(a.outcome, b.outcome) ||
      ordinalOf(a.outcome) - ordinalOf(b.outcome) || placeOf(a.outcome) - placeOf(b.outcome)
    );
  const most = Math.max(...rules.map(({ conditions }) => conditions.length)) + outcomes.length;
  return new Map(outcomes.map(({ outcome }, place) => [outcome, most - place]));
}

/**
 * Converts a rule to a {@linkcode PlayRule}; none when no answers on this track can fire it, or it surfaces no live
 * system.
 */
function playRule(
  rule: Rule,
  { asked, placeById, strength }: {
    readonly asked: ReadonlyMap<string, PlacedQuestion>;
    readonly placeById: ReadonlyMap<string, number>;
    readonly strength: ReadonlyMap<RuleOutcome, number>;
  },
): PlayRule[] {
  const surfaced = new Map<number, number>();
  for (const outcome of rule.outcomes) {
    const place = placeById.get(outcome.systemId);
    const own = strength.get(outcome);
    if (place === undefined || own === undefined) continue;
    surfaced.set(place, Math.max(surfaced.get(place) ?? own, own));
  }
  if (surfaced.size === 0 || rule.conditions.length === 0) return [];
  const conditions: PlayCondition[] = [];
  for (const { factorId, operator, optionIds } of rule.conditions) {
    const factor = asked.get(factorId);
    const named = new Set(optionIds);
    const options = [...named].flatMap((id) => factor?.optionPlaces.get(id) ?? []);
    if (factor && options.length > 0) {
      const { question, multiple } = factor;
      const lacksOne = operator === "all" && options.length < named.size;
      const asksTwoOfOne = operator === "all" && options.length > 1 && !multiple;
      if (lacksOne || asksTwoOfOne) return [];
      conditions.push({ question, operator, options });
    } else if (operator !== "none") {
      return [];
    }
  }
  return [{ conditions, systems: [...surfaced] }];
}
