/** Finds unreachable rules, which never fire, and redundant rules, which never change an outcome. */
import type { Factor, Rule, Snapshot } from "@/lib/catalog/mod.ts";
import { askedFactors } from "@/lib/journey/mod.ts";
import type { Steps } from "@/lib/timing/mod.ts";
import type { Field, Place } from "./measure.ts";
import { intersect } from "./region.ts";
import { findFewest } from "./search.ts";
import { type Box, isCheaper, type TrackSpace } from "./space.ts";

/**
 * Why a rule never fires:
 * - `no-condition`: it has no condition.
 * - `gone`: it needs an option that is retired or missing.
 * - `not-asked`: it needs an answer to a question that no track of its rule set asks.
 * - `contradiction`: its conditions exclude each other.
 * - `elsewhere`: another track of the same rule set asks its questions, so nothing is wrong.
 */
export type UnreachableReason =
  | "no-condition"
  | "gone"
  | "not-asked"
  | "contradiction"
  | "elsewhere";

/** A rule that no answer set of the track fires. */
export interface UnreachableRule {
  readonly ruleId: string;
  readonly reason: UnreachableReason;
  /**
   * A smallest answer set that meets as many of its conditions, added in order, as can hold together. Null when the
   * empty answer set does, or none does.
   */
  readonly witness: readonly string[] | null;
}

/** A rule that fires but never changes an outcome. */
export interface RedundantRule {
  readonly ruleId: string;
  /**
   * `dropped`: it never surfaces a system, because the answers that fire it drop all of its systems, or no system it
   * names is on offer. `repeated`: other rules always give the same lead and the same alternatives.
   */
  readonly reason: "dropped" | "repeated";
  /** A smallest answer set that fires it. */
  readonly witness: readonly string[];
}

/** Returns why a rule never fires on a track; null when it `fires`. */
export function unreachableReasonOf(
  { snapshot, factors }: TrackSpace,
  rule: Rule,
  fires: boolean,
): UnreachableReason | null {
  if (fires) return null;
  if (rule.conditions.length === 0) return "no-condition";
  const positive = rule.conditions.filter(({ operator }) => operator !== "none");
  const isGone = positive.some(({ factorId, operator, optionIds }) => {
    const live = new Set(optionIds.filter((id) => isLive(snapshot, factorId, id)));
    return live.size === 0 || (operator === "all" && live.size < new Set(optionIds).size);
  });
  if (isGone) return "gone";
  const factorIds = positive.map(({ factorId }) => factorId);
  const asks = (asked: readonly Factor[]) =>
    factorIds.every((id) => asked.some((factor) => factor.id === id));
  if (asks(factors.map(({ factor }) => factor))) return "contradiction";
  const others = [null, ...snapshot.tracks.map(({ id }) => id)]
    .filter((id) => snapshot.ruleSetIdFor(id) === rule.ruleSetId);
  return others.some((id) => asks(askedFactors(snapshot, id))) ? "elsewhere" : "not-asked";
}

function isLive({ factorIdByOptionId }: Snapshot, factorId: string, optionId: string): boolean {
  return factorIdByOptionId.get(optionId) === factorId;
}

/**
 * Returns why a rule that fires is redundant; null when it changes the lead or the set of alternatives of some answer
 * set.
 *
 * It changes the lead where one of its boxes comes first, and the first box of another rule has another system or there
 * is no such box. It changes the alternatives where it alone surfaces a system that is cheaper than the lead.
 */
export function* redundancyOf(field: Field, rule: Rule): Steps<RedundantRule["reason"] | null> {
  const own = field.space.boxes.filter((box) => box.rule.id === rule.id)
    .map(({ region }) => ({ region, outside: [] }));
  if ((yield* findFewest(field, own, { any: true })) === null) return "dropped";
  const places = function* () {
    yield* otherLeads(field.space, rule);
    yield* loneAlternatives(field.space, rule);
  };
  return (yield* findFewest(field, places(), { any: true })) === null ? "repeated" : null;
}

/** Yields the places where the rule decides the lead, and without it the lead would be another system or none. */
function* otherLeads({ boxes, factors, everything }: TrackSpace, rule: Rule): Generator<Place> {
  const others = boxes.filter((box) => box.rule.id !== rule.id);
  for (const [place, own] of boxes.entries()) {
    if (own.rule.id !== rule.id) continue;
    const earlier = boxes.slice(0, place).map(({ region }) => region);
    const turns = [...others, { system: null, region: everything }];
    for (const [turn, { system, region }] of turns.entries()) {
      const shared = system?.id === own.system.id ? null : intersect(own.region, region, factors);
      if (shared === null) continue;
      const between = others.slice(0, turn).map((box) => box.region);
      yield { region: shared, outside: [...earlier, ...between] };
    }
  }
}

/** Yields the places where only this rule surfaces a system that is cheaper than the lead. */
function* loneAlternatives({ boxes, factors }: TrackSpace, rule: Rule): Generator<Place> {
  for (const own of boxes) {
    if (own.rule.id !== rule.id) continue;
    const same = boxes.filter(({ rule: { id }, system }) =>
      id !== rule.id && system.id === own.system.id
    );
    yield* besideDearerLeads({ boxes, factors }, own, same);
  }
}

/** Yields the places inside a box where the lead is dearer than the box's system, outside of the boxes in `without`. */
export function* besideDearerLeads(
  { boxes, factors }: Pick<TrackSpace, "boxes" | "factors">,
  own: Box,
  without: readonly Box[] = [],
): Generator<Place> {
  for (const [place, lead] of boxes.entries()) {
    if (!isCheaper(own, lead)) continue;
    const region = intersect(own.region, lead.region, factors);
    if (region === null) continue;
    yield { region, outside: [...boxes.slice(0, place), ...without].map((box) => box.region) };
  }
}
