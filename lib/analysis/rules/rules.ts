/** Rules that never fire, and rules that never change what a buyer gets. */
import type { Factor, Rule, Snapshot } from "../../catalog/mod.ts";
import { askedFactors } from "../../journey/mod.ts";
import type { Field, Place } from "./measure.ts";
import { intersect } from "./region.ts";
import { findFewest } from "./search.ts";
import { type Box, isCheaper, type TrackSpace } from "./space.ts";
import type { Work } from "./work.ts";

/**
 * Why a rule never fires: it asks nothing; or for what is gone; or about a question that nobody is asked; or
 * for what excludes itself. `elsewhere` is no fault: other tracks with the same rules ask its questions.
 */
export type UnreachableReason =
  | "no-condition"
  | "gone"
  | "not-asked"
  | "contradiction"
  | "elsewhere";

/** A rule that no answers of the track fire. */
export interface UnreachableRule {
  readonly ruleId: string;
  readonly reason: UnreachableReason;
  /** The smallest answer set that meets as many of its conditions, in their order, as can hold together. */
  readonly witness: readonly string[] | null;
}

/** A rule that fires and leaves the outcome as it would be without it. */
export interface RedundantRule {
  readonly ruleId: string;
  /**
   * `dropped`: whatever fires it rules all of its systems out, or it names none on offer. `repeated`: other
   * rules give the same lead and the same alternatives.
   */
  readonly reason: "dropped" | "repeated";
  /** The smallest answer set that fires it. */
  readonly witness: readonly string[];
}

/** Says why a rule never fires on a track; null when some answers fire it. */
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
 * Says whether a rule that fires ever changes the outcome, which is the lead and the set of its
 * alternatives; null when it does.
 *
 * The lead changes where the rule's own box comes first and the first of another rule puts another system
 * forward, or none does. Else an alternative changes where the rule alone surfaces a system that is
 * cheaper than the lead.
 */
export function* redundancyOf(field: Field, rule: Rule): Work<RedundantRule["reason"] | null> {
  const own = field.space.boxes.filter((box) => box.rule.id === rule.id)
    .map(({ region }) => ({ region, outside: [] }));
  if ((yield* findFewest(field, own, { any: true })) === null) return "dropped";
  const places = function* () {
    yield* otherLeads(field.space, rule);
    yield* loneAlternatives(field.space, rule);
  };
  return (yield* findFewest(field, places(), { any: true })) === null ? "repeated" : null;
}

/** Where the rule gives the lead, and another rule, or none, would give another one without it. */
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

/** Where the rule alone surfaces a system that is cheaper than the lead. */
function* loneAlternatives({ boxes, factors }: TrackSpace, rule: Rule): Generator<Place> {
  for (const own of boxes) {
    if (own.rule.id !== rule.id) continue;
    const same = boxes.filter(({ rule: { id }, system }) =>
      id !== rule.id && system.id === own.system.id
    );
    yield* besideDearerLeads({ boxes, factors }, own, same);
  }
}

/** Where a box surfaces its system, the lead is dearer, and none of some other boxes surfaces it too. */
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
