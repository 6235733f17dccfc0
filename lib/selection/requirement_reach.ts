/** Lists the systems that requirements exclude, by the engine's own check. Pure. */
import type { OptionRequirement, Snapshot, System } from "../catalog/mod.ts";
import { meetsRequirements } from "./requirements.ts";

/**
 * Returns the live systems that fail any of the requirements, in catalog order. Every system meets a requirement on a
 * disabled or retired attribute (design §6.3).
 */
export function systemsFailing(
  { systems, attributeById }: Snapshot,
  requirements: readonly OptionRequirement[],
): System[] {
  return systems.filter((system) => !meetsRequirements(system, requirements, attributeById));
}
