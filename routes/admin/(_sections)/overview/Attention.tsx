/** The findings on the overview that need attention. */
import type { JSX } from "preact";
import { reportHref } from "@/components/hrefs/admin.ts";
import { Icon } from "@/components/ui/Icon.tsx";
import { formatCount } from "@/lib/text/mod.ts";

/** A finding that needs somebody's attention. */
export interface AttentionItem {
  /** Number of cases. */
  readonly count: number;
  /** The cases, singular or plural to match the count: "references to retired records". */
  readonly what: string;
  /** The consequence. */
  readonly why: string;
  /** Page that lists all cases; absent when the examples are complete. */
  readonly href?: string;
  /** Single cases, the most urgent first; all but the first few are collapsed. */
  readonly examples?: readonly { readonly label: string; readonly href: string; text?: string }[];
  readonly tone: "warning" | "danger";
}

const SHOWN = 4;
/** Most examples of an item that has a page for the others. */
const MOST = 50;

/** The findings, most urgent first, or “All clear”. `isReporting`: the rule report is not made yet. */
export function Attention(
  { items, isReporting }: { items: readonly AttentionItem[]; isReporting: boolean },
): JSX.Element {
  return (
    <section aria-labelledby="attention">
      <h2 id="attention" class="mb-2 text-base font-medium">Needs attention</h2>
      {items.length === 0 && !isReporting && <AllClear />}
      <ul class="grid grid-cols-[minmax(2.5rem,auto)_minmax(0,1fr)] gap-x-2 border-t border-line empty:hidden">
        {items.map((item) => <AttentionRow key={item.what} item={item} />)}
      </ul>
      {isReporting && (
        <p class="border-b border-line py-2.5 text-muted">
          We are making the{" "}
          <a class="text-link" href={reportHref()}>rule report</a>, whose page shows it as soon as
          it is there.
        </p>
      )}
    </section>
  );
}

function AllClear(): JSX.Element {
  return (
    <p class="flex items-center gap-2.5 border-y border-line py-3">
      <Icon name="check" class="size-5 flex-none text-positive" />
      All clear. Nothing needs your attention.
    </p>
  );
}

function AttentionRow({ item }: { item: AttentionItem }): JSX.Element {
  const { count, what, why, href, examples = [], tone } = item;
  const collapsed = examples.slice(SHOWN, href === undefined ? undefined : MOST);
  const others = Math.max(examples.length, href === undefined ? count : 0) - SHOWN;
  return (
    <li class="col-span-2 grid grid-cols-subgrid border-b border-line py-2.5">
      <span class={tone === "danger" ? "attention-count text-danger" : "attention-count"}>
        {formatCount(count)}
      </span>
      <div>
        <p>
          <span class="font-medium">
            {href === undefined ? what : <a href={href} class="text-link">{what}</a>}
          </span>
          <span class="text-muted">. {why}</span>
        </p>
        {examples.length > 0 && <Examples examples={examples.slice(0, SHOWN)} />}
        {collapsed.length > 0 && (
          <details class="mt-1 text-sm">
            <summary class="text-muted">
              {collapsed.length < others && `The next ${formatCount(collapsed.length)} of `}
              {formatCount(others)} more
            </summary>
            <Examples examples={collapsed} />
          </details>
        )}
      </div>
    </li>
  );
}

function Examples({ examples }: { examples: NonNullable<AttentionItem["examples"]> }): JSX.Element {
  return (
    <ul class="mt-1 grid gap-1 text-sm">
      {examples.map(({ label, href, text }) => (
        <li key={`${href} ${text}`}>
          <a href={href} class="text-link wrap-anywhere">{label}</a> {text}
        </li>
      ))}
    </ul>
  );
}
