/** The facets of the library: values with their counts, each a link that filters by it. */
import type { JSX } from "preact";
import { Button } from "@/components/ui/Button.tsx";
import { COVERAGE_LABELS } from "@/components/admin/library_filters.ts";
import { COVERAGES } from "@/lib/media/mod.ts";
import { formatCount } from "@/lib/text/mod.ts";
import type { Facet } from "./facet_rows.ts";
import type { ScreenData } from "./load.ts";
import { keptFields, narrowed } from "./screen.ts";
import { TagField, TagList } from "./TagField.tsx";

/** How many values of a facet show before “more” is opened. */
const SHOWN = 8;

/** The facets, beside the list; collapsed above it on narrow screens. */
export function Facets({ data }: { data: ScreenData }): JSX.Element {
  const { facets, found } = data;
  return (
    <details class="media-facets facets" open={found !== null}>
      <summary class="text-link">More filters</summary>
      <h2 class="sr-only">More filters</h2>
      {facets.map((facet) => <FacetBlock key={facet.label} facet={facet} />)}
      <TagFinder data={data} />
    </details>
  );
}

function FacetBlock({ facet: { label, rows } }: { facet: Facet }): JSX.Element {
  const shown = rows.length > SHOWN + 2 ? SHOWN : rows.length;
  const hidden = rows.slice(shown);
  return (
    <section class="media-facet">
      <h3 class="font-medium">{label}</h3>
      <FacetRows rows={rows.slice(0, shown)} />
      {hidden.length > 0 && (
        <details open={hidden.some(({ current }) => current)}>
          <summary class="text-link w-fit py-0.5">{hidden.length} more</summary>
          <FacetRows rows={hidden} />
        </details>
      )}
    </section>
  );
}

function FacetRows({ rows }: Pick<Facet, "rows">): JSX.Element {
  return (
    <ul>
      {rows.map((row) => (
        <li key={row.href}>
          <a href={row.href} aria-current={row.current ? "true" : undefined}>
            {row.label} <span>{formatCount(row.count)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Finds a tag that the facets do not list, among them all projects (spec §4.8). */
function TagFinder({ data: { screen, found, tags } }: { data: ScreenData }): JSX.Element {
  return (
    <section class="media-facet" data-tag-finder>
      <h3 class="font-medium">Any tag</h3>
      <form method="get" class="flex gap-1.5 py-1">
        {keptFields(screen, ["tagType", "tagRef"]).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <TagField
          id="find-tag"
          name="find"
          label="Find a tag"
          placeholder="Project, system …"
          value={screen.find}
          list="tag-names"
        />
        <Button size="small" variant="secondary">Find</Button>
      </form>
      <TagList id="tag-names" tags={tags} />
      {found !== null && (
        <ul>
          {found.length === 0 && <li class="text-muted">No tag has this name.</li>}
          {found.map(({ text, href }) => (
            <li key={href}>
              <a href={href}>{text}</a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The work queues, each a link to the pictures that it counts. */
export function Queues({ data: { screen, queues } }: { data: ScreenData }): JSX.Element {
  return (
    <nav aria-label="Work queues" class="flex flex-wrap gap-1.5 pb-3">
      {COVERAGES.map((coverage) => {
        const current = screen.query.coverage === coverage;
        return (
          <a
            key={coverage}
            href={narrowed(screen, { coverage: current ? null : coverage })}
            aria-current={current ? "true" : undefined}
            class="media-queue"
          >
            {COVERAGE_LABELS[coverage]} <span>{formatCount(queues[coverage])}</span>
          </a>
        );
      })}
    </nav>
  );
}
