import type { ComponentChildren, JSX } from "preact";
import type { SystemSummary } from "@/lib/catalog/mod.ts";
import { Card, CardLink } from "../ui/Card.tsx";
import { systemHref } from "../hrefs/buyer.ts";
import { CARD_SIZES, SystemPicture } from "./SystemPicture.tsx";
import { SystemTier } from "./SystemTier.tsx";

/** One system in a list: picture, name, tagline, key facts and budget tier. */
export function SystemCard({ system, id, level = 2, tierSteps, actions, children }: {
  system: SystemSummary;
  /** Id of the card, for links to it. */
  id?: string;
  /** Heading level that fits the page outline. */
  level?: 2 | 3 | 4;
  /** Number of steps on the catalog's budget ladder. */
  tierSteps?: number;
  /** Actions below the facts. They stay clickable, although the whole card is a link. */
  actions?: ComponentChildren;
  /** Replaces the key facts. */
  children?: ComponentChildren;
}): JSX.Element {
  const Heading = `h${level}` as const;
  return (
    <Card
      id={id}
      class="group relative flex flex-col transition-colors focus-within:border-ink hover:border-ink"
    >
      <SystemPicture system={system} sizes={CARD_SIZES} />
      <div class="flex flex-1 flex-col p-5">
        <Heading class="text-xl">
          <CardLink href={systemHref(system.id)}>{system.name}</CardLink>
        </Heading>
        {system.tagline && <p class="mt-1.5 text-sm text-muted">{system.tagline}</p>}
        <div class="mt-3 mb-4 text-sm sm:mt-4 sm:mb-5">
          {children ?? <KeyFacts system={system} />}
        </div>
        <div class="mt-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-3">
          <SystemTier system={system} steps={tierSteps} />
          {actions && <div class="relative z-1 print:hidden">{actions}</div>}
        </div>
      </div>
    </Card>
  );
}

function KeyFacts({ system }: { system: SystemSummary }): JSX.Element {
  return (
    <ul>
      {[system.operationType, system.interiorExterior, system.material].map((fact) =>
        fact !== null && <li key={fact}>{fact}</li>
      )}
    </ul>
  );
}
