/** Whom requirements drop. Pure; the engine judges, so that both are always of one mind. */
import type { OptionRequirement, Snapshot, System } from "../catalog/mod.ts";
import { meetsRequirements } from "./requirements.ts";

/**
 * The live systems that do not meet all of some requirements, in catalog order. What is asked of an attribute
 * that is switched off or retired is met by all (design §6.3).
 */
export function systemsFailing(
  { systems, attributeById }: Snapshot,
  requirements: readonly OptionRequirement[],
): System[] {
  return systems.filter((system) => !meetsRequirements(system, requirements, attributeById));
}
