import { asset } from "fresh/runtime";
import type { JSX } from "preact";
import {
  type CompareTray as Tray,
  listQuery,
  MAX_COMPARED,
  MIN_COMPARED,
  type SystemListPage,
  type SystemSummary,
} from "../../lib/catalog/mod.ts";
import { ButtonLink } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { VisuallyHidden } from "../ui/VisuallyHidden.tsx";
import { compareHref } from "../hrefs/buyer.ts";

/** Id of a system's card in the list. */
export function cardId(systemId: string): string {
  return `system-${systemId}`;
}

/** Puts a system of the list into the tray or takes it out; a link, so that it works without a script. */
export function CompareToggle(
  { list, system }: { list: SystemListPage; system: SystemSummary },
): JSX.Element {
  const ids = list.tray.systems.map(({ id }) => id);
  const isIn = ids.includes(system.id);
  const compare = isIn ? ids.filter((id) => id !== system.id) : [...ids, system.id];
  // A fifth is refused where the reader is; any other choice leads back to its card.
  const fragment = compare.length > MAX_COMPARED ? "" : `#${cardId(system.id)}`;
  return (
    <a
      href={`?${listQuery(list, { compare })}${fragment}`}
      rel="nofollow"
      data-toggle={system.id}
      class="text-link inline-flex min-h-8 items-center gap-1.5 text-sm"
    >
      {isIn && <Icon name="check" class="size-4" />}
      {isIn ? "Comparing" : "Compare"}
      <VisuallyHidden>{isIn ? `: take ${system.name} out` : ` ${system.name}`}</VisuallyHidden>
    </a>
  );
}

/**
 * What is chosen to be compared, at the foot of the screen while the list is read; nothing while nothing is. A script
 * changes it in place and says so in the status line; without one its links do, and a refusal takes the focus.
 */
export function CompareTray({ list }: { list: SystemListPage }): JSX.Element {
  return (
    <>
      <p id="tray-status" role="status" class="sr-only" />
      <div data-tray data-summary={summaryOf(list.tray)} class="sticky bottom-0 z-10 print:hidden">
        {list.tray.systems.length > 0 && <Filled list={list} />}
      </div>
      <script src={asset("/tray.js")} defer />
    </>
  );
}

function summaryOf({ systems }: Tray): string {
  return systems.length === 0
    ? "Nothing is chosen to be compared."
    : `${systems.length} of ${MAX_COMPARED} chosen to be compared: ${
      systems.map(({ name }) => name).join(", ")
    }.`;
}

function Filled({ list }: { list: SystemListPage }): JSX.Element {
  const { systems, refused } = list.tray;
  const ids = systems.map(({ id }) => id);
  return (
    <section aria-label="Your comparison" class="mt-8 border-t border-ink bg-surface py-4">
      {refused && <Refused tray={list.tray} />}
      <div class="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p class="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <span class="font-medium">{systems.length} of {MAX_COMPARED}:</span>
          {systems.map(({ id, name }) => (
            <a
              key={id}
              href={`?${listQuery(list, { compare: ids.filter((each) => each !== id) })}`}
              rel="nofollow"
              data-removes={id}
              class="inline-flex min-h-8 max-w-full items-center gap-1.5 border border-line-strong px-2.5 wrap-anywhere hover:border-ink"
            >
              <VisuallyHidden>Remove</VisuallyHidden>
              {name}
              <Icon name="cross" class="size-3.5" />
            </a>
          ))}
        </p>
        {systems.length < MIN_COMPARED
          ? <p class="text-sm text-muted">Choose one more to compare.</p>
          : <ButtonLink href={compareHref(ids)}>Compare side by side</ButtonLink>}
      </div>
    </section>
  );
}

/** Takes the focus when the page opens, so that it is read out. */
function Refused({ tray: { refused } }: { tray: Tray }): JSX.Element {
  return (
    <p
      role="alert"
      tabIndex={-1}
      autofocus
      class="mb-3 border-s-3 border-warning bg-warning-soft px-4 py-2 text-sm"
    >
      You can compare up to four systems. {refused?.name} was not added. Remove one to make room.
    </p>
  );
}
