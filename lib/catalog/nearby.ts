/** Neighbours of a system in the catalog, for a buyer who looks at one (design §10). */
import type { SystemSummary } from "./view.ts";

const OPERATION_WEIGHT = 4;
const SETTING_WEIGHT = 2;

/** A few neighbours fit beside each other; more would be the list again. */
const NEIGHBOURS = 3;

/** A system's neighbours: the cheaper one, if any, and those close to it in kind. */
export interface NearbySystems {
  cheaper: SystemSummary | null;
  similar: SystemSummary[];
}

/**
 * The system most like this one on a lower step of the budget ladder, and those most like it on the
 * same step or above, three in all. A system without a tier has no cheaper neighbour. Ties go to the
 * nearer step, then to catalog order.
 */
export function nearbySystems(
  systems: readonly SystemSummary[],
  system: SystemSummary,
): NearbySystems {
  const others = systems.filter(({ id }) => id !== system.id);
  const isCheaper = (other: SystemSummary) =>
    system.budgetTierOrdinal !== null && other.budgetTierOrdinal !== null &&
    other.budgetTierOrdinal < system.budgetTierOrdinal;
  const cheaper = byLikeness(others.filter(isCheaper), system)[0] ?? null;
  const similar = byLikeness(others.filter((other) => !isCheaper(other)), system);
  return { cheaper, similar: similar.slice(0, NEIGHBOURS - (cheaper ? 1 : 0)) };
}

function byLikeness(
  candidates: readonly SystemSummary[],
  system: SystemSummary,
): SystemSummary[] {
  return candidates.toSorted((a, b) =>
    likeness(b, system) - likeness(a, system) || tierDistance(a, system) - tierDistance(b, system)
  );
}

function likeness(a: SystemSummary, b: SystemSummary): number {
  const sharedUses = a.useCases.filter((use) => b.useCases.includes(use)).length;
  return (isSame(a.operationType, b.operationType) ? OPERATION_WEIGHT : 0) +
    (isSame(a.interiorExterior, b.interiorExterior) ? SETTING_WEIGHT : 0) +
    (isSame(a.material, b.material) ? 1 : 0) + sharedUses;
}

function isSame(a: string | null, b: string | null): boolean {
  return a !== null && a === b;
}

function tierDistance(a: SystemSummary, b: SystemSummary): number {
  if (a.budgetTierOrdinal === null || b.budgetTierOrdinal === null) return Number.MAX_SAFE_INTEGER;
  return Math.abs(a.budgetTierOrdinal - b.budgetTierOrdinal);
}
