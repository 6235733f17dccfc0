import type { JSX } from "preact";
import type { BudgetTier, SystemSummary } from "../../../lib/catalog/mod.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { VisuallyHidden } from "../../ui/VisuallyHidden.tsx";
import { SystemDrawing } from "../drawings/SystemDrawing.tsx";
import { compareHref, systemHref } from "../hrefs.ts";
import { TierLine } from "../TierLine.tsx";

interface LeadPickProps {
  system: SystemSummary;
  tier: BudgetTier | null;
  tierSteps: number;
  /** The lead and its alternatives, as many as compare side by side. */
  comparableIds: readonly string[];
}

/** The pick: what it is, what step of the budget it stands on, and what it looks like. */
export function LeadPick({ system, tier, tierSteps, comparableIds }: LeadPickProps): JSX.Element {
  return (
    <section class="mt-5 grid items-center gap-x-16 gap-y-8 lg:grid-cols-[5fr_6fr] print:grid-cols-2">
      <div>
        <p class="text-sm text-muted">The system that is right for your answers</p>
        <h1 class="mt-2 text-4xl">{system.name}</h1>
        {system.tagline && <p class="mt-4 text-xl text-muted">{system.tagline}</p>}
        {tier && <TierLine tier={tier} steps={tierSteps} />}
        <div class="mt-8 flex flex-wrap gap-3 print:hidden">
          <ButtonLink href={systemHref(system.id)}>
            See every figure<VisuallyHidden>{` of ${system.name}`}</VisuallyHidden>
          </ButtonLink>
          {comparableIds.length > 1 && (
            <ButtonLink href={compareHref(comparableIds)} variant="secondary">
              Compare with what costs less
            </ButtonLink>
          )}
        </div>
      </div>
      <figure>
        <div class="bg-drawing-ground p-6 sm:p-10 print:p-0">
          <SystemDrawing
            system={system}
            title={`Drawing of ${system.name}`}
            class="h-auto w-full"
          />
        </div>
        <figcaption class="mt-2 text-sm text-muted print:hidden">
          The principle, not to scale. What moves is drawn in blue.
        </figcaption>
      </figure>
    </section>
  );
}
