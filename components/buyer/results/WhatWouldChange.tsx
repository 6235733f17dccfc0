import type { JSX } from "preact";
import { formatList } from "@/lib/text/mod.ts";
import { capitalized } from "@/components/ui/capitalized.ts";
import { Disclosure } from "@/components/ui/Disclosure.tsx";
import { counted } from "@/components/ui/counted.ts";
import { resultsHref } from "@/components/hrefs/buyer.ts";
import type { LabelledChange } from "./verdict_view.ts";

interface WhatWouldChangeProps {
  pick: string;
  changes: readonly LabelledChange[];
  track: string | null;
}

/** Number of changes that show at once. The others are collapsed. */
const SHOWN = 4;

/** The smallest changes of the answers that lead to other systems, each with a link to its result. */
export function WhatWouldChange(
  { pick, changes, track }: WhatWouldChangeProps,
): JSX.Element | null {
  if (changes.length === 0) return null;
  const rest = changes.slice(SHOWN);
  return (
    <section aria-labelledby="change">
      <h2 id="change" class="text-2xl">What would change it</h2>
      <p class="mt-3 max-w-text break-after-avoid text-sm text-muted">
        Each of these is the smallest change of your answers that leads from {pick}{" "}
        to another system. <span class="print:hidden">Each link opens that result.</span>
      </p>
      <Changes changes={changes.slice(0, SHOWN)} track={track} />
      {rest.length > 0 && (
        <Disclosure summary={counted(rest.length, "more system")} class="mt-2 print:hidden">
          <Changes changes={rest} track={track} />
        </Disclosure>
      )}
    </section>
  );
}

function Changes({ changes, track }: Omit<WhatWouldChangeProps, "pick">): JSX.Element {
  return (
    <ul class="mt-3 border-t border-line text-sm">
      {changes.map(({ system, steps, optionIds }) => (
        <li key={system.id} class="border-b border-line py-3">
          <a
            href={resultsHref({ track, optionIds: [...optionIds] })}
            aria-current={false}
            class="text-link"
          >
            {capitalized(formatList(steps))}
          </a>
          , and it is <span class="font-medium">{system.name}</span>
          {system.budgetTier && ` (${system.budgetTier})`}.
        </li>
      ))}
    </ul>
  );
}
