/** Finds the systems most like a given one, for the system's page (design §10). */
import type { SystemSummary } from "./view.ts";

const OPERATION_WEIGHT = 4;
const SETTING_WEIGHT = 2;

/** Systems shown at most: as many as fit in one row. */
const NEIGHBOURS = 3;

/** The most similar cheaper system, if there is one, and the most similar others. */
export interface NearbySystems {
  cheaper: SystemSummary | null;
  similar: SystemSummary[];
}

/**
 * Returns the system most like this one in a lower budget tier, and the systems most like it among the others: three
 * in all. A system without a tier has no cheaper neighbour. Ties are broken by the nearer tier, then by catalog order.
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
