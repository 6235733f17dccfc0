/** Which systems a comparison page is asked to show (design §10). */
import { splitIds } from "./schema.ts";
import type { Snapshot } from "./snapshot.ts";

/** Fewer have nothing to differ from. */
export const MIN_COMPARED = 2;
/** As many as stay readable side by side. */
export const MAX_COMPARED = 4;

/** What was asked for, sorted into what can be shown and what cannot. */
export interface ComparedSystems {
  /** Live systems in the order asked, each once, at most {@linkcode MAX_COMPARED}. */
  systemIds: string[];
  /** Live systems beyond that number. */
  surplusIds: string[];
  /** How many of the ids asked for name no live system. */
  unknownCount: number;
}

/**
 * Reads the systems of a comparison from repeated or comma-separated `systems` parameters. Blank ids
 * are ignored, repeated ones count once, unknown and retired ones are counted and left out.
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
