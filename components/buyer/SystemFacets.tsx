import type { JSX } from "preact";
import type { Facet, FacetId, FacetValue } from "@/lib/catalog/mod.ts";
import { classNames } from "../ui/class_names.ts";
import { Icon } from "../ui/Icon.tsx";
import { FilterChip } from "./FilterChip.tsx";

const HEADINGS: Record<FacetId, string> = {
  operation: "How it moves",
  setting: "Where it stands",
  tier: "Budget",
  use: "What it is for",
};

/** Values of a filter that are always in view; the others unfold. */
const SHOWN = 12;

/**
 * The filters of the list of systems. Every value is a link that toggles it, so one click shows the result and the
 * back button undoes it. Collapsed on narrow screens. The links are queries without a path, because the framework
 * marks a link with the path of this page as current.
 */
export function SystemFacets({ facets, chosen, clearHref }: {
  facets: readonly Facet[];
  chosen: readonly FacetValue[];
  clearHref: string;
}): JSX.Element {
  return (
    <nav aria-label="Filter systems" class="print:hidden">
      {chosen.length > 0 && <Chosen chosen={chosen} clearHref={clearHref} />}
      <details class="disclosure facets">
        <summary class="border-y border-line">
          <Icon name="chevron" class="size-4" />
          <span class="disclosure-label">Filter</span>
        </summary>
        <div class="grid grid-cols-1 gap-x-8 gap-y-7 pt-5 sm:grid-cols-2 lg:grid-cols-1 lg:pt-0">
          {facets.map(({ id, values }) => (
            <section key={id} aria-labelledby={`facet-${id}`}>
              <h2 id={`facet-${id}`} class="border-b border-line pb-2 text-sm font-medium">
                {HEADINGS[id]}
              </h2>
              <FacetLinks values={values.slice(0, SHOWN)} />
              {values.length > SHOWN && (
                <details open={values.slice(SHOWN).some(({ selected }) => selected)}>
                  <summary class="text-link tap inline-block min-h-8 py-1 text-sm">
                    {values.length - SHOWN} more
                    <span class="sr-only">{`: ${HEADINGS[id]}`}</span>
                  </summary>
                  <FacetLinks values={values.slice(SHOWN)} />
                </details>
              )}
            </section>
          ))}
        </div>
      </details>
    </nav>
  );
}

function Chosen({ chosen, clearHref }: {
  chosen: readonly FacetValue[];
  clearHref: string;
}): JSX.Element {
  return (
    <div class="pb-4 lg:pb-6">
      <ul class="flex flex-wrap gap-2">
        {chosen.map(({ slug, label, toggled }) => (
          <FilterChip key={slug} href={`?${toggled}`} label={label} />
        ))}
      </ul>
      <a href={clearHref} class="text-link tap mt-3 inline-block py-1 text-sm">Clear all filters</a>
    </div>
  );
}

function FacetLinks({ values }: { values: readonly FacetValue[] }): JSX.Element {
  return (
    <ul class="mt-1">
      {values.map((value) => <FacetLink key={value.slug} value={value} />)}
    </ul>
  );
}

function FacetLink({ value }: { value: FacetValue }): JSX.Element {
  const { label, count, selected, toggled } = value;
  if (count === 0 && !selected) {
    return (
      <li class="flex min-h-8 items-center justify-between gap-3 text-sm text-muted pointer-coarse:min-h-11">
        <span class="min-w-0">{label}</span> <FacetCount count={0} />
      </li>
    );
  }
  return (
    <li>
      <a
        href={`?${toggled}`}
        aria-current={selected ? "true" : undefined}
        class={classNames(
          "flex min-h-8 items-center justify-between gap-3 text-sm hover:text-accent pointer-coarse:min-h-11",
          selected && "font-medium text-accent",
        )}
      >
        <span class="flex min-w-0 items-center gap-1.5">
          {selected && <Icon name="check" class="size-4 flex-none" />}
          <span class="min-w-0 underline decoration-transparent underline-offset-[0.22em] [a:hover>*>&]:decoration-current">
            {label}
          </span>
        </span>
        <FacetCount count={count} />
      </a>
    </li>
  );
}

function FacetCount({ count }: { count: number }): JSX.Element {
  return (
    <span class="text-muted tabular-nums">
      {count}
      <span class="sr-only">{count === 1 ? " system" : " systems"}</span>
    </span>
  );
}
