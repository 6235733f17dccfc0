/** Parses which systems a comparison page is to show (design §10). */
import { splitIds } from "./schema.ts";
import type { Snapshot } from "./snapshot.ts";

/** Fewest systems of a comparison. */
export const MIN_COMPARED = 2;
/** Most systems of a comparison: more are not readable side by side. */
export const MAX_COMPARED = 4;

/** The requested systems, split into those shown and those left out. */
interface ComparedSystems {
  /** Ids of live systems in the order requested, without repeats, at most {@linkcode MAX_COMPARED}. */
  systemIds: string[];
  /** Ids of live systems beyond that number. */
  surplusIds: string[];
  /** How many requested ids name no live system. */
  unknownCount: number;
}

/**
 * Parses the repeated or comma-separated `systems` parameters of a comparison. Blank ids are ignored, repeated ids
 * count once, and unknown, retired and draft systems are counted but left out.
 */
export function parseCompared(snapshot: Snapshot, query: URLSearchParams): ComparedSystems {
  const ids = splitIds(query.getAll("systems").join(","));
  const known = ids.filter((id) => snapshot.systemById.has(id));
  return {
    systemIds: known.slice(0, MAX_COMPARED),
    surplusIds: known.slice(MAX_COMPARED),
    unknownCount: ids.length - known.length,
  };
}
