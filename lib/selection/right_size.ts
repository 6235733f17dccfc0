/** The lead, the cheaper alternatives and the over-specification flag (design §6.4–6.6). */
import type { SurfacedSystem } from "./match.ts";

export interface RightSized {
  readonly lead: SurfacedSystem | null;
  /** Strictly cheaper than the lead, cheapest first. */
  readonly alternatives: SurfacedSystem[];
}

/**
 * Right-sizes what was surfaced. The lead is the best match; alternatives stand on a strictly lower
 * tier, cheapest first, then by match order. A system without a tier is never an alternative, and a
 * lead without one has none.
 */
export function rightSize(surfaced: readonly SurfacedSystem[]): RightSized {
  let lead: SurfacedSystem | null = null;
  for (const candidate of surfaced) {
    if (lead === null || compareMatch(candidate, lead) < 0) lead = candidate;
  }
  if (lead === null || lead.compiled.tierOrdinal === Infinity) return { lead, alternatives: [] };
  const { tierOrdinal } = lead.compiled;
  const alternatives = surfaced
    .filter(({ compiled }) => compiled.tierOrdinal < tierOrdinal)
    .sort((a, b) => a.compiled.tierOrdinal - b.compiled.tierOrdinal || compareMatch(a, b));
  return { lead, alternatives };
}

/** Match order: (rule priority, role, rank), then the order of the systems themselves. */
function compareMatch(a: SurfacedSystem, b: SurfacedSystem): number {
  return a.precedence - b.precedence || a.compiled.index - b.compiled.index;
}
