/** Whether a catalog is whole: reachable systems and live rules, over every track. */
import type { Rule, Snapshot } from "../../catalog/mod.ts";
import { analyzeTrack, type TrackReport } from "./report.ts";

/** Answers on a track that show something. */
export interface Witness {
  readonly track: string | null;
  readonly optionIds: readonly string[];
}

/** A rule that no answers of any track make useful. */
export interface DeadRule {
  readonly ruleId: string;
  readonly reason: "never fires" | "never contributes";
}

/** What {@linkcode proveCatalog} found. */
export interface CatalogProof {
  /** The fewest answers for which each system leads; null when there are none on any track. */
  readonly leadWitnesses: readonly { systemId: string; witness: Witness | null }[];
  readonly deadRules: readonly DeadRule[];
  readonly ruleCount: number;
  readonly tracks: readonly TrackReport[];
  /** Every system leads for some answers, no rule is dead, and no report stopped before it knew. */
  readonly whole: boolean;
}

/**
 * Proves a catalog whole, or shows where it is not, over every answer set of every track. A catalog without
 * tracks is judged by its default rule set. A rule that only repeats what others say is not dead: its
 * reasons are printed.
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
  const deadRules = snapshot.rules.flatMap((rule) => autopsy(snapshot, tracks, rule) ?? []);
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

function autopsy(
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
