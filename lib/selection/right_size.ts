/** Chooses the lead and the cheaper alternatives (design §6.4, §6.5). */
import { type CompiledSystem, NOT_SURFACED } from "./program.ts";

interface RightSized {
  readonly lead: CompiledSystem | null;
  /** Strictly cheaper than the lead, cheapest first. */
  readonly alternatives: readonly CompiledSystem[];
  /** How many systems were surfaced. */
  readonly surfacedCount: number;
}

/**
 * Right-sizes the surfaced systems. The lead has the best precedence. Alternatives have a strictly lower tier, cheapest
 * first, then by match order. A system without a tier is never an alternative, and a lead without a tier has no
 * alternatives.
 *
 * `systems` are ordered by (tier ordinal, position, id), which breaks ties, so cheaper systems precede the lead. `precedence` is
 * indexed in the same order.
 */
export function rightSize(
  systems: readonly CompiledSystem[],
  precedence: readonly number[],
): RightSized {
  let lead: CompiledSystem | null = null;
  let best = NOT_SURFACED;
  let surfacedCount = 0;
  for (const system of systems) {
    const own = precedence[system.index] ?? NOT_SURFACED;
    if (own === NOT_SURFACED) continue;
    surfacedCount++;
    if (own < best) {
      lead = system;
      best = own;
    }
  }
  const alternatives: CompiledSystem[] = [];
  const limit = lead && lead.tierOrdinal < Infinity ? lead.tierOrdinal : -Infinity;
  for (const system of systems) {
    if (system.tierOrdinal >= limit) break;
    if (precedence[system.index] !== NOT_SURFACED) alternatives.push(system);
  }
  const byMatch = (system: CompiledSystem) => precedence[system.index] ?? NOT_SURFACED;
  if (alternatives.length > 1) {
    alternatives.sort((a, b) => a.tierOrdinal - b.tierOrdinal || byMatch(a) - byMatch(b));
  }
  return { lead, alternatives, surfacedCount };
}
