/** Neighbours of a system in the catalog, for a buyer who looks at one (design §10). */
import type { SystemSummary } from "./view.ts";

const OPERATION_WEIGHT = 4;
const SETTING_WEIGHT = 2;

/**
 * The system most like this one on a lower step of the budget ladder, and the one most like it on the
 * same step or above. Either is null when the catalog has no such system; a system without a tier has
 * no cheaper neighbour. Ties go to the nearer step, then to catalog order.
 */
export function nearbySystems(
  systems: readonly SystemSummary[],
  system: SystemSummary,
): { cheaper: SystemSummary | null; similar: SystemSummary | null } {
  const others = systems.filter(({ id }) => id !== system.id);
  const isCheaper = (other: SystemSummary) =>
    system.budgetTierOrdinal !== null && other.budgetTierOrdinal !== null &&
    other.budgetTierOrdinal < system.budgetTierOrdinal;
  return {
    cheaper: mostAlike(others.filter(isCheaper), system),
    similar: mostAlike(others.filter((other) => !isCheaper(other)), system),
  };
}

function mostAlike(
  candidates: readonly SystemSummary[],
  system: SystemSummary,
): SystemSummary | null {
  const ranked = candidates.toSorted((a, b) =>
    likeness(b, system) - likeness(a, system) || tierDistance(a, system) - tierDistance(b, system)
  );
  return ranked[0] ?? null;
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
