import type { JSX } from "preact";
import type { BudgetTier } from "../../lib/catalog/mod.ts";
import { TierBadge } from "../ui/TierBadge.tsx";

interface TierLineProps {
  tier: BudgetTier;
  /** Number of steps on the catalog's budget ladder. */
  steps: number;
}

/** The budget tier of a system with the description of the tier. */
export function TierLine({ tier, steps }: TierLineProps): JSX.Element {
  return (
    <p class="mt-6 flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm text-muted">
      <TierBadge label={tier.label} ordinal={tier.ordinal} steps={steps} class="text-ink" />
      <span>{tier.description}</span>
    </p>
  );
}
