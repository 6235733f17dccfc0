import type { JSX } from "preact";
import type { NearbySystems, SystemSummary } from "@/lib/catalog/mod.ts";
import { compareHref } from "../hrefs/buyer.ts";
import { SectionHead } from "../ui/PageSection.tsx";
import { SystemCard } from "./SystemCard.tsx";

/** The next cheaper system and similar systems, as cards. Renders nothing where there are none. */
export function Neighbours({ system, nearby, tierSteps }: {
  system: SystemSummary;
  nearby: NearbySystems;
  tierSteps: number;
}): JSX.Element | null {
  const { cheaper, similar } = nearby;
  const neighbours = cheaper ? [cheaper, ...similar] : similar;
  if (neighbours.length === 0) return null;
  const everyId = [system, ...neighbours].map(({ id }) => id);
  const cards = (systems: readonly SystemSummary[], level: 3 | 4) =>
    systems.map((neighbour) => (
      <SystemCard
        key={neighbour.id}
        system={neighbour}
        level={level}
        tierSteps={tierSteps}
        actions={
          <a
            href={compareHref([system.id, neighbour.id])}
            class="text-link tap inline-block py-1 text-sm"
          >
            Compare<span class="sr-only">{` with ${neighbour.name}`}</span>
          </a>
        }
      />
    ));
  return (
    <section class="mt-20 print:hidden" aria-labelledby="nearby">
      <SectionHead
        id="nearby"
        title="Systems like this one"
        link={
          <a href={compareHref(everyId)} class="text-link tap inline-block py-1">
            Compare {everyId.length === 2 ? "both" : `all ${everyId.length}`} side by side
          </a>
        }
      />
      {cheaper === null
        ? <ul class="mt-8 grid gap-5 sm:grid-cols-2 xl:grid-cols-3">{cards(similar, 3)}</ul>
        : (
          <div class="mt-8 grid gap-x-5 gap-y-10 sm:grid-cols-2 xl:grid-cols-3">
            <div class="flex flex-col">
              <h3 class={GROUP_HEAD}>Costs less</h3>
              <ul class="grid flex-1">{cards([cheaper], 4)}</ul>
            </div>
            {similar.length > 0 && (
              <div class="flex flex-col sm:col-span-2">
                <h3 class={GROUP_HEAD}>Similar</h3>
                <ul class="grid flex-1 gap-5 sm:grid-cols-2">{cards(similar, 4)}</ul>
              </div>
            )}
          </div>
        )}
    </section>
  );
}

const GROUP_HEAD = "mb-3 border-t border-ink pt-3 text-sm font-medium";
