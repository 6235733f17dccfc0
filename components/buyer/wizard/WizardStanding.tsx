import type { JSX } from "preact";
import { formatWizardState } from "../../../lib/journey/mod.ts";
import { resultsHref } from "../../hrefs/buyer.ts";
import { MayStop } from "./MayStop.tsx";
import type { WizardView } from "./view.ts";

/** Says beside a step whether the buyer may stop. Renders nothing until the standing of these answers is known. */
export function WizardStanding({ view }: { view: WizardView }): JSX.Element | null {
  const { model, optionIds, standing } = view;
  if (!standing || standing.optionIds.join() !== optionIds.join()) return null;
  return (
    <MayStop
      mayStop={standing.mayStop}
      systemName={standing.systemName}
      open={standing.open.map(({ factorId, canChange }) => ({
        factorId,
        canChange,
        factor: model.questions.find(({ id }) => id === factorId)?.name ?? "",
        href: formatWizardState({
          track: model.track,
          optionIds,
          step: factorId,
          returning: false,
        }),
      }))}
      resultHref={resultsHref({ track: model.track, optionIds })}
      class="mb-9"
    />
  );
}
