import type { ComponentChildren, JSX } from "preact";
import type { SystemSummary } from "@/lib/catalog/mod.ts";
import { Card, CardLink } from "../ui/Card.tsx";
import { classNames } from "../ui/class_names.ts";
import { systemHref } from "../hrefs/buyer.ts";
import { CARD_SIZES, ROW_SIZES, SystemPicture } from "./SystemPicture.tsx";
import { SystemTier } from "./SystemTier.tsx";

/** The `sizes` attribute of a picture that loads before the layout is known, beside the filters. */
const FIRST_SIZES =
  "(min-width: 80rem) 17.75rem, (min-width: 64rem) calc(46vw - 9.5rem), (min-width: 40rem) 46vw, 80vw";

/**
 * One system in a list: picture, name, tagline, key facts and budget tier. On phones a card with key facts is a row, with
 * the picture beside the text, so that a long list stays short.
 */
export function SystemCard(
  { system, id, level = 2, tierSteps, isFirst = false, actions, children }: {
    system: SystemSummary;
    /** Id of the card, for links to it. */
    id?: string;
    /** Heading level that fits the page outline. */
    level?: 2 | 3 | 4;
    /** Whether it is in the first row of the list beside the filters: its picture loads at once. */
    isFirst?: boolean;
    /** Number of steps on the catalog's budget ladder. */
    tierSteps?: number;
    /** Actions below the facts. They stay clickable, although the whole card is a link. */
    actions?: ComponentChildren;
    /** Replaces the key facts. */
    children?: ComponentChildren;
  },
): JSX.Element {
  const Heading = `h${level}` as const;
  return (
    <Card
      id={id}
      class={classNames(
        "group relative transition-colors focus-within:border-ink hover:border-ink",
        children ? "flex flex-col" : "card-row",
      )}
    >
      <SystemPicture
        system={system}
        sizes={isFirst ? FIRST_SIZES : children ? CARD_SIZES : ROW_SIZES}
        priority={isFirst}
        class={children ? "max-sm:aspect-2/1" : undefined}
      />
      <div class="flex min-w-0 flex-1 flex-col p-[min(1rem,5vw)] sm:p-5">
        <Heading class="text-lg sm:text-xl">
          <CardLink href={systemHref(system.id)}>{system.name}</CardLink>
        </Heading>
        {system.tagline && <p class="mt-0.5 text-sm text-muted sm:mt-1.5">{system.tagline}</p>}
        <div class="mt-1.5 mb-2.5 text-sm sm:mt-4 sm:mb-5">
          {children ?? <KeyFacts system={system} />}
        </div>
        <div class="mt-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-1.5 sm:pt-3">
          <SystemTier system={system} steps={tierSteps} />
          {actions && <div class="relative z-1 print:hidden">{actions}</div>}
        </div>
      </div>
    </Card>
  );
}

function KeyFacts({ system }: { system: SystemSummary }): JSX.Element {
  return (
    <ul class="key-facts">
      {[system.operationType, system.interiorExterior, system.material].map((fact) =>
        fact !== null && <li key={fact}>{fact}</li>
      )}
    </ul>
  );
}
