/** The space of all answer sets of a track, divided by the demands of its rules and systems. */
import {
  type Factor,
  type Rule,
  type RuleOutcome,
  type Snapshot,
  type System,
  tierOf,
} from "@/lib/catalog/mod.ts";
import type { Steps } from "@/lib/timing/mod.ts";
import { askedFactors } from "@/lib/journey/mod.ts";
import { compareStrength, liveConditions, meetsRequirements } from "@/lib/selection/mod.ts";
import { divideAnswers, type DividedFactor, type OptionTest } from "./classes.ts";
import { intersect, type Region, wordsOf } from "./region.ts";
import type { Meter } from "./work.ts";

/** The region of the answer sets for which one rule surfaces one system. */
export interface Box {
  readonly rule: Rule;
  readonly system: System;
  /** The rule's strongest outcome for the system. */
  readonly outcome: RuleOutcome;
  /** Infinity for a system without a tier. */
  readonly tierOrdinal: number;
  readonly region: Region;
}

/** A rule of the track's rule set, and the region that fires it. */
export interface Firing {
  readonly rule: Rule;
  /** Null when no answer set fires the rule. */
  readonly region: Region | null;
  /** The answer sets that meet as many of its conditions, added in order, as can hold together. */
  readonly nearest: Region;
}

/** Whether a box's system can be an alternative to a lead: its tier is strictly lower (design §6.5). */
export function isCheaper(box: Box, lead: Box): boolean {
  return lead.tierOrdinal < Infinity && box.tierOrdinal < lead.tierOrdinal;
}

/** The space of all answer sets of one track. */
export interface TrackSpace {
  readonly snapshot: Snapshot;
  readonly track: string | null;
  readonly factors: readonly DividedFactor[];
  readonly everything: Region;
  /** The region of the class of each factor that contains skipping it, hence of the empty answer set. */
  readonly nothing: Region;
  /** In the engine's order of precedence: the first box that contains an answer set decides its lead. */
  readonly boxes: readonly Box[];
  /** In rule order. */
  readonly firing: readonly Firing[];
}

/** Demands on the answers, by factor id. All of them must hold. */
export type Demands = ReadonlyMap<string, readonly OptionTest[]>;

/** By factor id, the options that none may be selected of. */
type Exclusions = ReadonlyMap<string, readonly (OptionTest & { operator: "none" })[]>;

/** Divides the answers of a track by every demand of its rules and of the systems they name. */
export function* divideSpace(
  snapshot: Snapshot,
  track: string | null,
  meter: Meter,
): Steps<TrackSpace> {
  const outline = takeApart(yield* outlineTrack(snapshot, track));
  return fillIn(outline, yield* divideFactors([outline], meter));
}

/** Divides the answers of a track by the demands of two catalogs with the same questions, so that regions compare. */
export function* divideTogether(
  [before, after]: readonly [Snapshot, Snapshot],
  track: string | null,
  meter: Meter,
): Steps<[TrackSpace, TrackSpace]> {
  const outlines = [
    takeApart(yield* outlineTrack(before, track)),
    takeApart(yield* outlineTrack(after, track)),
  ] as const;
  const factors = yield* divideFactors(outlines, meter);
  return [fillIn(outlines[0], factors), fillIn(outlines[1], factors)];
}

/** A box described by demands instead of a region: an answer set lies in the box when it meets all of them. */
export interface DemandingBox extends Omit<Box, "region"> {
  /** The demands of its rule. */
  readonly conditions: Demands;
  /** The demands of its system, one object for all boxes of the system. */
  readonly requirements: Exclusions;
}

/**
 * Returns the decision list of a track: its boxes in the engine's order of precedence. The lead of an answer set is the
 * system of the first box whose demands it meets. Boxes may also have demands on questions that the track does not ask.
 * The empty answer set may meet demands, but never has a lead.
 */
export function* decisionList(
  snapshot: Snapshot,
  track: string | null,
): Steps<readonly DemandingBox[]> {
  return (yield* outlineTrack(snapshot, track, snapshot.factors)).surface;
}

/** The demands of a track's rules, before its answers are divided by them. */
interface Outline {
  readonly snapshot: Snapshot;
  readonly track: string | null;
  readonly asked: readonly Factor[];
  readonly askedIds: ReadonlySet<string>;
  readonly fire: readonly { rule: Rule; demands: Demands | null }[];
  readonly surface: readonly DemandingBox[];
}

/** Records between two pauses: some milliseconds. */
const RECORDS_A_STEP = 100;

function* outlineTrack(
  snapshot: Snapshot,
  track: string | null,
  asked: readonly Factor[] = askedFactors(snapshot, track),
): Steps<Outline> {
  const ruleSetId = snapshot.ruleSetIdFor(track);
  const askedIds = new Set(asked.map(({ id }) => id));
  const fire: Outline["fire"][number][] = [];
  for (const rule of snapshot.rules.filter((each) => each.ruleSetId === ruleSetId)) {
    if (fire.length % RECORDS_A_STEP === RECORDS_A_STEP - 1) yield;
    fire.push({ rule, demands: conditionDemands(snapshot, rule, askedIds) });
  }
  yield;
  const requiring = asked.map(({ id, options }) => ({
    id,
    options: options.filter(({ requirements }) => requirements.length > 0),
  }));
  const requirements = new Map<string, Exclusions>();
  for (const system of snapshot.systems) {
    if (requirements.size % RECORDS_A_STEP === RECORDS_A_STEP - 1) yield;
    requirements.set(system.id, requirementDemands(snapshot, requiring, system));
  }
  const surface: DemandingBox[] = [];
  for (const [place, { rule, demands }] of fire.entries()) {
    if (place % RECORDS_A_STEP === RECORDS_A_STEP - 1) yield;
    if (demands === null) continue;
    for (const outcome of strongestOutcomes(snapshot, rule)) {
      surface.push({
        rule,
        ...outcome,
        conditions: demands,
        requirements: requirements.get(outcome.system.id) ?? new Map(),
      });
    }
  }
  yield;
  surface.sort(byPrecedence(snapshot));
  return { snapshot, track, asked, askedIds, fire, surface };
}

/** An outline with the demands of each condition alone, by the place of its rule in `fire`. */
interface DetailedOutline extends Outline {
  readonly each: readonly (readonly Demands[])[];
}

function takeApart(outline: Outline): DetailedOutline {
  const { snapshot, fire, askedIds } = outline;
  const each = fire.map(({ rule }) =>
    rule.conditions.flatMap((condition) =>
      conditionDemands(snapshot, { ...rule, conditions: [condition] }, askedIds) ?? []
    )
  );
  return { ...outline, each };
}

function* divideFactors(
  outlines: readonly DetailedOutline[],
  meter: Meter,
): Steps<DividedFactor[]> {
  const demanded = outlines.flatMap(({ each, surface }) => [
    ...each.flat(),
    ...surface.flatMap(({ conditions, requirements }) => [conditions, requirements]),
  ]);
  const factors: DividedFactor[] = [];
  for (const factor of outlines[0]?.asked ?? []) {
    const demands = demanded.flatMap((each) => each.get(factor.id) ?? []);
    const start = factors.at(-1)?.end ?? 0;
    factors.push(yield* divideAnswers(factor, { start, demands, meter }));
  }
  return factors;
}

function fillIn(
  { snapshot, track, fire, each, surface }: DetailedOutline,
  factors: DividedFactor[],
): TrackSpace {
  const everything = factors.flatMap(({ holding }) => holding([]));
  return {
    snapshot,
    track,
    factors,
    everything,
    nothing: factors.flatMap(({ classes }) =>
      wordsOf(classes.length, (place) => classes[place]?.fewest.length === 0)
    ),
    boxes: surface.flatMap(({ conditions, requirements, ...box }) => {
      const region = regionWhere(factors, [conditions, requirements]);
      return region ? [{ ...box, region }] : [];
    }),
    firing: fire.map(({ rule, demands }, place) => ({
      rule,
      region: demands && regionWhere(factors, [demands]),
      nearest: (each[place] ?? []).map((alone) => regionWhere(factors, [alone])).reduce<Region>(
        (near, region) => (region && intersect(near, region, factors)) ?? near,
        everything,
      ),
    })),
  };
}

/** Returns the region that meets all demands; null when it is empty. */
function regionWhere(
  factors: readonly DividedFactor[],
  demands: readonly Demands[],
): Region | null {
  const parts = factors.map(({ factor, holding }) =>
    holding(demands.flatMap((each) => each.get(factor.id) ?? []))
  );
  return parts.every((words) => words.some((word) => word !== 0)) ? parts.flat() : null;
}

/** Returns the demands of a rule's conditions; null when no answer set of the track can meet them. */
function conditionDemands(
  snapshot: Snapshot,
  rule: Rule,
  askedIds: ReadonlySet<string>,
): Demands | null {
  const conditions = liveConditions(rule, snapshot);
  const unasked = conditions?.filter(({ factorId }) => !askedIds.has(factorId));
  if (!conditions || unasked?.some(({ operator }) => operator !== "none")) return null;
  return Map.groupBy(conditions, ({ factorId }) => factorId);
}

/** Returns the demands that a system makes: no option may be selected whose requirements the system fails. */
function requirementDemands(
  { attributeById }: Snapshot,
  asked: readonly Pick<Factor, "id" | "options">[],
  system: System,
): Exclusions {
  return new Map(asked.flatMap(({ id, options }) => {
    const optionIds = options
      .filter(({ requirements }) => !meetsRequirements(system, requirements, attributeById))
      .map((option) => option.id);
    return optionIds.length === 0 ? [] : [[id, [{ operator: "none" as const, optionIds }]]];
  }));
}

function strongestOutcomes(snapshot: Snapshot, { outcomes }: Rule) {
  return [...Map.groupBy(outcomes, ({ systemId }) => snapshot.systemById.get(systemId))]
    .flatMap(([system, own]) => {
      const [outcome] = own.toSorted(compareStrength);
      const tierOrdinal = system && (tierOf(snapshot, system.id)?.ordinal ?? Infinity);
      return system && outcome && tierOrdinal !== undefined
        ? [{ system, outcome, tierOrdinal }]
        : [];
    });
}

/** Compares boxes in the engine's order between leads: rule priority, role, rank, tier, catalog order (design §6.4). */
function byPrecedence({ systems }: Snapshot) {
  const places = new Map(systems.map(({ id }, place) => [id, place]));
  return (a: Omit<Box, "region">, b: Omit<Box, "region">) =>
    a.rule.priority - b.rule.priority || compareStrength(a.outcome, b.outcome) ||
    (a.tierOrdinal === b.tierOrdinal ? 0 : a.tierOrdinal - b.tierOrdinal) ||
    (places.get(a.system.id) ?? 0) - (places.get(b.system.id) ?? 0);
}
