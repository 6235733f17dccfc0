import type { JSX } from "preact";
import { formatList } from "@/lib/text/mod.ts";
import { capitalized } from "@/components/ui/capitalized.ts";
import { Icon } from "@/components/ui/Icon.tsx";
import { resultsHref } from "@/components/hrefs/buyer.ts";
import { SystemPicture } from "../SystemPicture.tsx";
import type { LabelledChange } from "./verdict_view.ts";

/** The smallest changes of the answers that lead to a pick, each with a link to its result. */
export function WaysOut(
  { ways, track }: { ways: readonly LabelledChange[]; track: string | null },
): JSX.Element {
  return (
    <section aria-labelledby="ways-out">
      <h2 id="ways-out" class="text-2xl">
        {ways.length === 1 ? "The smallest change that helps" : "The smallest changes that help"}
      </h2>
      <ul class="mt-6 border-t border-line">
        {ways.map((way) => (
          <li key={way.optionIds.join()} class="group relative border-b border-line">
            <div class="grid grid-cols-[6rem_minmax(0,1fr)_auto] items-center gap-5 py-4 sm:grid-cols-[9rem_minmax(0,1fr)_auto] sm:gap-8">
              <SystemPicture system={way.system} sizes="9rem" detail="icon" />
              <div>
                <h3 class="font-medium">
                  <a
                    href={resultsHref({ track, optionIds: way.optionIds })}
                    aria-current={false}
                    class="plain-link whole-card"
                  >
                    {capitalized(formatList(way.steps))}
                  </a>
                </h3>
                <p class="mt-1 text-sm text-muted">
                  Leads to <span class="text-ink">{way.system.name}</span>
                  {way.system.budgetTier && ` (${way.system.budgetTier})`}
                </p>
              </div>
              <Icon
                name="arrow-right"
                class="size-5 text-accent transition-transform group-hover:translate-x-1"
              />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
