import type { JSX } from "preact";
import type { BudgetTier, SystemSummary } from "../../../lib/catalog/mod.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { VisuallyHidden } from "../../ui/VisuallyHidden.tsx";
import { compareHref, systemHref } from "../hrefs.ts";
import { LeadFigure } from "../LeadFigure.tsx";
import { TierLine } from "../TierLine.tsx";
import type { ResultPictures } from "./result_pictures.ts";

interface LeadPickProps {
  system: SystemSummary;
  tier: BudgetTier | null;
  tierSteps: number;
  /** The lead and its alternatives, as many as compare side by side. */
  comparableIds: readonly string[];
  picture: ResultPictures["lead"];
}

/** The pick: what it is, what step of the budget it stands on, and what it looks like. */
export function LeadPick(props: LeadPickProps): JSX.Element {
  const { system, tier, tierSteps, comparableIds, picture } = props;
  return (
    <section class="lead-opening mt-5">
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
      <LeadFigure system={system} picture={picture} />
    </section>
  );
}
