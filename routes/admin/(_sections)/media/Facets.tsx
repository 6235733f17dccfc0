/** The facets of the library: values with their counts, each a link that filters by it. */
import type { JSX } from "preact";
import { Button } from "@/components/ui/Button.tsx";
import { COVERAGE_LABELS, FILTER_CHOICES } from "@/components/admin/library_filters.ts";
import { COVERAGES, TAG_TYPES, type TagType } from "@/lib/media/mod.ts";
import { formatCount } from "@/lib/text/mod.ts";
import { TAG_TYPE_LABELS } from "./labels.ts";
import type { ScreenData } from "./load.ts";
import { keptFields, narrowed } from "./screen.ts";
import { TagField, TagList } from "./TagField.tsx";
import { MOST_FOUND } from "./tags.ts";

/** How many values of a facet show before “more” is opened. */
const SHOWN = 8;

interface FacetRow {
  label: string;
  count: number;
  /** Sets this filter, or clears it when it is set. */
  href: string;
  current: boolean;
}

/**
 * The facets, beside the list; collapsed above it on narrow screens. Kinds of tags come first, then source, type and
 * usage. Values without a picture are left out.
 */
export function Facets({ data }: { data: ScreenData }): JSX.Element {
  return (
    <details class="media-facets facets" open={data.found !== null}>
      <summary class="text-link">More filters</summary>
      <h2 class="sr-only">More filters</h2>
      {TAG_TYPES.map((type) => (
        <FacetBlock key={type} label={TAG_TYPE_LABELS[type]} rows={tagRows(data, type)} />
      ))}
      {FILTER_CHOICES.map(({ name, label, options }) => (
        <FacetBlock key={name} label={label} rows={filterRows(data, name, options)} />
      ))}
      <TagFinder data={data} />
    </details>
  );
}

function tagRows({ screen, facets, nameOf }: ScreenData, type: TagType): FacetRow[] {
  const { tag: chosen } = screen.query;
  return facets.tags.filter((tag) => tag.type === type).map((tag) => {
    const current = chosen?.type === tag.type && chosen.ref === tag.ref;
    const [tagType, tagRef] = current ? [null, null] : [tag.type, tag.ref];
    return {
      label: nameOf(tag),
      count: tag.count,
      href: narrowed(screen, { tagType, tagRef }),
      current,
    };
  });
}

type FilterChoice = typeof FILTER_CHOICES[number];

function filterRows(
  { screen, facets }: ScreenData,
  name: FilterChoice["name"],
  options: FilterChoice["options"],
): FacetRow[] {
  const counts: Readonly<Record<string, number>> = facets[name];
  return options.map(({ value, label }) => {
    const current = screen.query[name] === value;
    const href = narrowed(screen, { [name]: current ? null : value });
    return { label, count: counts[value] ?? 0, href, current };
  }).filter(({ count }) => count > 0);
}

interface FacetProps {
  label: string;
  rows: readonly FacetRow[];
}

function FacetBlock({ label, rows }: FacetProps): JSX.Element | null {
  if (rows.length === 0) return null;
  const shown = rows.length > SHOWN + 2 ? SHOWN : rows.length;
  const hidden = rows.slice(shown);
  return (
    <section class="media-facet">
      <h3 class="font-medium">{label}</h3>
      <FacetRows rows={rows.slice(0, shown)} />
      {hidden.length > 0 && (
        <details open={hidden.some(({ current }) => current)}>
          <summary class="text-link w-fit py-1">{hidden.length} more</summary>
          <FacetRows rows={hidden} />
        </details>
      )}
    </section>
  );
}

function FacetRows({ rows }: Pick<FacetProps, "rows">): JSX.Element {
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
        <Button variant="secondary">Find</Button>
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
          {found.length === MOST_FOUND && (
            <li class="text-muted">These are the first {MOST_FOUND}. Type more of the name.</li>
          )}
        </ul>
      )}
    </section>
  );
}

/** The work queues, each a link to the pictures that it counts. */
export function Queues({ data: { screen, facets } }: { data: ScreenData }): JSX.Element {
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
            {COVERAGE_LABELS[coverage]} <span>{formatCount(facets.coverage[coverage])}</span>
          </a>
        );
      })}
    </nav>
  );
}
