/** Whether a catalog is whole: reachable systems, live rules, and answers that end in a pick. */
import type { Rule, Snapshot } from "../catalog/mod.ts";
import { askedFactors } from "../journey/mod.ts";
import { select } from "../selection/mod.ts";
import { explainGap, type Gap } from "./gap.ts";
import { drawAnswers, seededRandom } from "./sample.ts";
import { findContribution, findFiring, findLead, type TrackSpace, trackSpace } from "./witness.ts";

/** Answers on a track that show something. */
export interface Witness {
  track: string | null;
  optionIds: string[];
}

/** A rule that no answer makes useful. */
export interface DeadRule {
  ruleId: string;
  reason: "never fires" | "never contributes";
}

/** What random complete answers of one track came to. */
export interface TrackCoverage {
  track: string | null;
  samples: number;
  picked: number;
  withAlternatives: number;
  /** How often each system led, the most frequent first. */
  leads: { systemId: string; count: number }[];
  /** The most frequent kind first. */
  gaps: Gap[];
}

/** What {@linkcode proveCatalog} found. */
export interface CatalogProof {
  /** Answers for which each system leads; null when there are none on any track. */
  leadWitnesses: { systemId: string; witness: Witness | null }[];
  deadRules: DeadRule[];
  ruleCount: number;
  tracks: TrackCoverage[];
  /** Every system leads for some answers and no rule is dead. */
  whole: boolean;
}

/**
 * Proves a catalog whole, or shows where it is not. Systems and rules are settled by search, so that a
 * missing witness means that there is none; coverage is estimated on random complete answers, the same
 * ones for the same seed. A catalog without tracks is judged by its default rule set.
 */
export function proveCatalog(
  snapshot: Snapshot,
  { samples, seed }: { samples: number; seed: number },
): CatalogProof {
  const trackIds = snapshot.tracks.length === 0 ? [null] : snapshot.tracks.map(({ id }) => id);
  const spaces = trackIds.map((track) => trackSpace(snapshot, track));
  const leadWitnesses = snapshot.systems.map((system) => ({
    systemId: system.id,
    witness: firstWitness(spaces, (space) => findLead(space, system)),
  }));
  const deadRules = snapshot.rules.flatMap((rule) => autopsy(spaces, rule) ?? []);
  return {
    leadWitnesses,
    deadRules,
    ruleCount: snapshot.rules.length,
    tracks: spaces.map((space) => cover(space, { samples, seed })),
    whole: deadRules.length === 0 && leadWitnesses.every(({ witness }) => witness !== null),
  };
}

function firstWitness(
  spaces: readonly TrackSpace[],
  find: (space: TrackSpace) => string[] | null,
): Witness | null {
  for (const space of spaces) {
    const optionIds = find(space);
    if (optionIds) return { track: space.track, optionIds };
  }
  return null;
}

function autopsy(spaces: readonly TrackSpace[], rule: Rule): DeadRule | null {
  const search = (find: (space: TrackSpace, rule: Rule) => string[] | null) =>
    firstWitness(spaces, (space) => {
      const own = space.rules.find(({ id }) => id === rule.id);
      return own ? find(space, own) : null;
    });
  if (search(findContribution)) return null;
  const fires = search(findFiring) !== null;
  return { ruleId: rule.id, reason: fires ? "never contributes" : "never fires" };
}

function cover(
  space: TrackSpace,
  { samples, seed }: { samples: number; seed: number },
): TrackCoverage {
  const { snapshot, track } = space;
  const factors = askedFactors(snapshot, track);
  const random = seededRandom(seed);
  const leads = new Map<string, number>();
  const gaps = new Map<string, Gap>();
  let withAlternatives = 0;
  for (let drawn = 0; drawn < samples; drawn++) {
    const optionIds = drawAnswers(factors, random);
    const { lead, alternatives } = select(snapshot, { optionIds, track });
    if (alternatives.length > 0) withAlternatives++;
    if (lead) leads.set(lead.systemId, (leads.get(lead.systemId) ?? 0) + 1);
    else addGap(gaps, explainGap(space, optionIds));
  }
  const counts = [...leads].map(([systemId, count]) => ({ systemId, count }));
  return {
    track,
    samples,
    picked: counts.reduce((sum, { count }) => sum + count, 0),
    withAlternatives,
    leads: counts.sort(byCount),
    gaps: [...gaps.values()].sort(byCount),
  };
}

function addGap(gaps: Map<string, Gap>, gap: Gap): void {
  const kind = [gap.cause, ...[...gap.optionIds].sort()].join();
  const known = gaps.get(kind);
  if (known) known.count++;
  else gaps.set(kind, gap);
}

function byCount(a: { count: number }, b: { count: number }): number {
  return b.count - a.count;
}
