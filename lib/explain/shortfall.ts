/** Finds the requirement that excludes a system: a selected option requires something that it does not have. */
import { type Factor, type FactorOption, perSnapshot, type Snapshot } from "../catalog/mod.ts";
import { meetsRequirements } from "../selection/mod.ts";

/** An option with requirements, and its question. */
interface DemandingOption {
  readonly factor: Factor;
  readonly option: FactorOption;
}

/** The options with requirements, in asking order. */
export const demandingOptions: (snapshot: Snapshot) => readonly DemandingOption[] = perSnapshot(
  ({ factors }) =>
    factors.flatMap((factor) =>
      factor.options.flatMap((option) => option.requirements.length > 0 ? [{ factor, option }] : [])
    ),
);

/** A requirement that a system fails. */
export interface Shortfall {
  /** The selected option that requires it. */
  readonly optionId: string;
  readonly attributeId: string;
}

/**
 * Returns the first requirement of the selected options, in asking order, that a system fails; null if it meets them
 * all or is not in the catalog.
 */
export function shortfallOf(
  snapshot: Snapshot,
  systemId: string,
  selected: ReadonlySet<string>,
): Shortfall | null {
  const system = snapshot.systemById.get(systemId);
  if (system === undefined) return null;
  for (const { option: { id, requirements } } of demandingOptions(snapshot)) {
    if (!selected.has(id)) continue;
    const failed = requirements.find((one) =>
      !meetsRequirements(system, [one], snapshot.attributeById)
    );
    if (failed) return { optionId: id, attributeId: failed.attributeId };
  }
  return null;
}
