import { asset } from "fresh/runtime";
import type { JSX } from "preact";
import {
  type CompareTray as Tray,
  listQuery,
  MAX_COMPARED,
  MIN_COMPARED,
  type SystemListPage,
  type SystemSummary,
} from "@/lib/catalog/mod.ts";
import { ButtonLink } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { compareHref } from "../hrefs/buyer.ts";

/** Id of a system's card in the list. */
export function cardId(systemId: string): string {
  return `system-${systemId}`;
}

/** A link that adds a system of the list to the tray or removes it. It works without a script. */
export function CompareToggle(
  { list, system }: { list: SystemListPage; system: SystemSummary },
): JSX.Element {
  const ids = list.tray.systems.map(({ id }) => id);
  const isIn = ids.includes(system.id);
  const compare = isIn ? ids.filter((id) => id !== system.id) : [...ids, system.id];
  // Where the tray is full, the page opens at its error. Any other change returns to the card.
  const fragment = compare.length > MAX_COMPARED ? "" : `#${cardId(system.id)}`;
  return (
    <a
      href={`?${listQuery(list, { compare })}${fragment}`}
      rel="nofollow"
      data-toggle={system.id}
      class="text-link tap inline-flex min-h-8 items-center gap-1.5 text-sm"
    >
      {isIn && <Icon name="check" class="size-4" />}
      {isIn ? "Comparing" : "Compare"}
      <span class="sr-only">{isIn ? `: take ${system.name} out` : ` ${system.name}`}</span>
    </a>
  );
}

/**
 * The systems chosen for comparison, sticky at the bottom of the screen. Shows nothing while none is chosen. A script
 * updates it in place and announces the change in the status line. Without the script its links reload the page, and
 * the error of a full tray takes the focus.
 */
export function CompareTray({ list }: { list: SystemListPage }): JSX.Element {
  return (
    <>
      <p id="tray-status" role="status" class="sr-only" />
      <div data-tray data-summary={summaryOf(list.tray)} class="compare-tray print:hidden">
        {list.tray.systems.length > 0 && <Filled list={list} />}
      </div>
      <script src={asset("/tray.js")} defer />
    </>
  );
}

function summaryOf({ systems }: Tray): string {
  return systems.length === 0
    ? "No system is chosen for comparison."
    : `${systems.length} of ${MAX_COMPARED} systems are chosen for comparison: ${
      systems.map(({ name }) => name).join(", ")
    }.`;
}

function Filled({ list }: { list: SystemListPage }): JSX.Element {
  const { systems, refused } = list.tray;
  const ids = systems.map(({ id }) => id);
  return (
    <section aria-label="Your comparison" class="mt-8 border-t border-ink bg-surface py-4">
      {refused && <Refused name={refused.name} />}
      <div class="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p class="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
          <span class="font-medium">{systems.length} of {MAX_COMPARED}:</span>
          {systems.map(({ id, name }) => (
            <a
              key={id}
              href={`?${listQuery(list, { compare: ids.filter((each) => each !== id) })}`}
              rel="nofollow"
              data-removes={id}
              class="tap inline-flex min-h-8 max-w-full items-center gap-1.5 border border-line-strong px-2.5 wrap-anywhere hover:border-ink"
            >
              <span class="sr-only">Remove</span>
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

/** The error of a full tray. It takes the focus when the page opens, so that screen readers read it. */
function Refused({ name }: { name: string }): JSX.Element {
  return (
    <p
      role="alert"
      tabIndex={-1}
      autofocus
      class="mb-3 border-s-3 border-warning bg-warning-soft px-4 py-2 text-sm"
    >
      You can compare up to four systems. {name} was not added. Remove one to make room.
    </p>
  );
}
