import type { JSX } from "preact";
import { classNames } from "@/components/ui/class_names.ts";
import { Card } from "@/components/ui/Card.tsx";
import { PageSection } from "@/components/ui/PageSection.tsx";
import { VisuallyHidden } from "@/components/ui/VisuallyHidden.tsx";
import { compareHref, systemHref } from "@/components/hrefs/buyer.ts";
import { CARD_SIZES, SystemPicture } from "../SystemPicture.tsx";
import { SystemTier } from "../SystemTier.tsx";
import { Reasons } from "./Reasons.tsx";
import type { PickView } from "./result_view.ts";

/** The cheaper systems that are also sufficient, cheapest first (spec §2.1). Renders nothing without any. */
export function Alternatives({ pick: { lead, alternatives, tierSteps }, optionIds }: {
  pick: PickView;
  /** Ids of the chosen options, for the links to the comparison. */
  optionIds: readonly string[];
}): JSX.Element | null {
  if (alternatives.length === 0) return null;
  return (
    <PageSection
      id="cheaper"
      title={alternatives.length === 1
        ? "This costs less and would also do"
        : "These cost less and would also do"}
    >
      <ul
        class={classNames(
          "mt-8 grid gap-5 sm:grid-cols-2 print:grid-cols-2",
          alternatives.length === 4 ? "xl:grid-cols-4" : "xl:grid-cols-3",
        )}
      >
        {alternatives.map(({ system, reasons }) => (
          <Card key={system.id} class="flex flex-col">
            <SystemPicture system={system} sizes={CARD_SIZES} />
            <div class="flex flex-1 flex-col p-5">
              <h3 class="text-xl">
                <a href={systemHref(system.id)} class="plain-link">{system.name}</a>
              </h3>
              {system.tagline && <p class="mt-1.5 text-sm text-muted">{system.tagline}</p>}
              <div class="mt-5 mb-6 text-sm">
                <Reasons reasons={reasons} tone="quiet" />
              </div>
              <div class="mt-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-3">
                <SystemTier system={system} steps={tierSteps} />
                <a
                  href={compareHref([lead.id, system.id], { answers: optionIds })}
                  class="text-link inline-block py-1 text-sm wrap-anywhere print:hidden"
                >
                  Compare<VisuallyHidden>{` ${system.name}`}</VisuallyHidden> with {lead.name}
                </a>
              </div>
            </div>
          </Card>
        ))}
      </ul>
    </PageSection>
  );
}
