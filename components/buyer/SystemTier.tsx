import type { JSX } from "preact";
import type { SystemSummary } from "@/lib/catalog/mod.ts";
import { TierBadge } from "../ui/TierBadge.tsx";

/** The budget tier of a system. */
export function SystemTier({ system, steps, class: className }: {
  system: Pick<SystemSummary, "budgetTier" | "budgetTierOrdinal">;
  /** Number of steps on the catalog's budget ladder. */
  steps: number | undefined;
  class?: string;
}): JSX.Element {
  const { budgetTier: label, budgetTierOrdinal: ordinal } = system;
  return <TierBadge label={label} ordinal={ordinal} steps={steps} class={className} />;
}
