import type { JSX } from "preact";
import { classNames } from "@/components/ui/class_names.ts";
import { counted } from "@/components/ui/counted.ts";
import { Disclosure } from "@/components/ui/Disclosure.tsx";
import { PageSection } from "@/components/ui/PageSection.tsx";
import { compareHref, type GivenAnswers } from "@/components/hrefs/buyer.ts";
import { SystemCard } from "../SystemCard.tsx";
import { Reasons } from "./Reasons.tsx";
import type { PickView } from "./result_view.ts";

/** The cheaper systems that are also sufficient, cheapest first (spec §2.1). Renders nothing without any. */
export function Alternatives({ pick: { lead, alternatives, tierSteps }, answers }: {
  pick: PickView;
  /** For the links to the comparison. */
  answers: GivenAnswers;
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
          "printed-rows mt-8 grid gap-5 sm:grid-cols-2",
          alternatives.length === 4 ? "xl:grid-cols-4" : "xl:grid-cols-3",
        )}
      >
        {alternatives.map(({ system, reasons }) => (
          <SystemCard
            key={system.id}
            system={system}
            level={3}
            tierSteps={tierSteps}
            actions={
              <a
                href={compareHref([lead.id, system.id], { answers })}
                class="text-link tap inline-block py-1 text-sm wrap-anywhere"
              >
                Compare<span class="sr-only">{` ${system.name}`}</span> with {lead.name}
              </a>
            }
          >
            <Reasons reasons={reasons.slice(0, 1)} tone="quiet" />
            {reasons.length > 1 && (
              <Disclosure
                summary={counted(reasons.length - 1, "more reason")}
                class="relative z-1 mt-2"
              >
                <Reasons reasons={reasons.slice(1)} tone="quiet" />
              </Disclosure>
            )}
          </SystemCard>
        ))}
      </ul>
    </PageSection>
  );
}
