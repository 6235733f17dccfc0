/** Proves over every track that each system of a catalog can lead and each rule has an effect. */
import type { Rule, Snapshot } from "@/lib/catalog/mod.ts";
import { analyzeTrack, type TrackReport } from "./report.ts";

/** A smallest answer set that shows a finding, with its track. */
export interface Witness {
  readonly track: string | null;
  readonly optionIds: readonly string[];
}

/** A rule that never fires, or never surfaces a system, on any track. */
interface DeadRule {
  readonly ruleId: string;
  readonly reason: "never fires" | "never contributes";
}

/** The result of {@linkcode proveCatalog}. */
export interface CatalogProof {
  /** A smallest answer set for which each system leads; null when it leads on no track. */
  readonly leadWitnesses: readonly { systemId: string; witness: Witness | null }[];
  readonly deadRules: readonly DeadRule[];
  readonly ruleCount: number;
  readonly tracks: readonly TrackReport[];
  /** Whether every system leads for some answers, no rule is dead, and every report finished. */
  readonly whole: boolean;
}

/**
 * Proves that a catalog is whole, or shows where it is not, over every answer set of every track. A catalog without
 * tracks is analysed with its default rule set. A redundant rule that repeats other rules is not dead, because its
 * rationales are shown to buyers. `budget` limits the steps per track.
 */
export async function proveCatalog(
  snapshot: Snapshot,
  options: { budget?: number } = {},
): Promise<CatalogProof> {
  const trackIds = snapshot.tracks.length === 0 ? [null] : snapshot.tracks.map(({ id }) => id);
  const tracks: TrackReport[] = [];
  for (const track of trackIds) tracks.push(await analyzeTrack(snapshot, track, options));
  const leadWitnesses = snapshot.systems.map(({ id }) => ({
    systemId: id,
    witness: firstWitness(tracks, id),
  }));
  const deadRules = snapshot.rules.flatMap((rule) => deadRule(snapshot, tracks, rule) ?? []);
  return {
    leadWitnesses,
    deadRules,
    ruleCount: snapshot.rules.length,
    tracks,
    whole: deadRules.length === 0 && leadWitnesses.every(({ witness }) => witness !== null) &&
      tracks.every(({ stopped }) => stopped === null),
  };
}

function firstWitness(tracks: readonly TrackReport[], systemId: string): Witness | null {
  for (const { track, leads } of tracks) {
    const lead = leads.find((each) => each.systemId === systemId);
    if (lead) return { track, optionIds: lead.witness };
  }
  return null;
}

function deadRule(
  snapshot: Snapshot,
  tracks: readonly TrackReport[],
  { id, ruleSetId }: Rule,
): DeadRule | null {
  const own = tracks.filter(({ track }) => snapshot.ruleSetIdFor(track) === ruleSetId);
  const unreachable = own.filter((report) =>
    report.unreachable.some(({ ruleId }) => ruleId === id)
  );
  const dropped = own.filter(({ redundant }) =>
    redundant.some(({ ruleId, reason }) => ruleId === id && reason === "dropped")
  );
  if (unreachable.length + dropped.length < own.length) return null;
  return { ruleId: id, reason: dropped.length > 0 ? "never contributes" : "never fires" };
}
