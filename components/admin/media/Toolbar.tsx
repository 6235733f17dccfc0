/** What narrows, orders and lays out the library. */
import type { JSX } from "preact";
import { Button } from "../../ui/Button.tsx";
import { classNames } from "../../ui/class_names.ts";
import { Icon } from "../../ui/Icon.tsx";
import { InlineSelect } from "../controls.tsx";
import { mediaHref } from "../hrefs.ts";
import { withQuery } from "../list_query.ts";
import { keptFields, narrowed, type Screen, unfiltered } from "./screen.ts";
import { count, COVERAGE_LABELS, TAG_TYPE_LABELS } from "./words.ts";

const SELECTS = [
  {
    name: "source",
    label: "Source",
    empty: "Any source",
    options: [
      { value: "manual", label: "Uploaded" },
      { value: "cms", label: "From the CMS" },
    ],
  },
  {
    name: "type",
    label: "Type",
    empty: "Any type",
    options: [
      { value: "image", label: "Pictures" },
      { value: "video", label: "Videos" },
    ],
  },
  {
    name: "usage",
    label: "Usage",
    empty: "Any use",
    options: [
      { value: "used", label: "Used" },
      { value: "unused", label: "Unused" },
    ],
  },
] as const;

const SORTS = [
  { value: "gallery", label: "Gallery order" },
  { value: "newest", label: "Newest first" },
  { value: "oldest", label: "Oldest first" },
  { value: "name-asc", label: "Name, A to Z" },
  { value: "name-desc", label: "Name, Z to A" },
] as const;

const PAGE_SIZES = ["24", "48", "96"].map((value) => ({ value, label: `${value} a page` }));

/** Names of the fields of the form, with the aliases that they stand for. */
const FIELDS = ["q", "source", "type", "usage", "unused", "filter", "sort", "limit"];

/** The search, the filters and the order, as one form that the address holds. */
export function Toolbar({ screen }: { screen: Screen }): JSX.Element {
  const { query } = screen;
  return (
    <form method="get" class="media-toolbar" role="search" aria-label="Pictures" data-filters>
      {keptFields(screen, FIELDS).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label for="media-search" class="sr-only">Search file names, titles and alt texts</label>
      <input
        id="media-search"
        type="search"
        name="q"
        value={query.q ?? ""}
        maxLength={200}
        placeholder="File name, title or alt text"
        autocomplete="off"
        class="control media-search"
      />
      {SELECTS.map(({ name, label, empty, options }) => (
        <InlineSelect
          key={name}
          name={name}
          label={label}
          value={query[name]}
          empty={empty}
          options={options}
        />
      ))}
      <InlineSelect name="sort" label="Order" value={query.sort} options={SORTS} />
      <InlineSelect
        name="limit"
        label="Page size"
        value={`${query.limit}`}
        options={PAGE_SIZES.some(({ value }) => value === `${query.limit}`)
          ? PAGE_SIZES
          : [{ value: `${query.limit}`, label: `${query.limit} a page` }, ...PAGE_SIZES]}
      />
      <Button variant="secondary" size="small">Show</Button>
    </form>
  );
}

interface SummaryProps {
  screen: Screen;
  total: number;
  /** Name of the tag in the address. */
  tagLabel: string | null;
}

/** How many match, by which filters, and how they are laid out. */
export function Summary({ screen, total, tagLabel }: SummaryProps): JSX.Element {
  const filters = activeFilters(screen, tagLabel);
  return (
    <div class="media-summary">
      <p class="font-medium">
        {count(total)} {filters.length > 0 ? (total === 1 ? "matches" : "match") : "in all"}
      </p>
      {filters.length > 0 && (
        <ul aria-label="Filters" class="media-chips">
          {filters.map(({ label, href }) => (
            <li key={label}>
              <a href={href} class="media-chip">
                <span class="sr-only">Remove the filter</span>
                {label}
                <Icon name="cross" class="size-3" />
              </a>
            </li>
          ))}
          <li>
            <a href={unfiltered(screen)} class="text-link">Clear filters</a>
          </li>
        </ul>
      )}
      {screen.query.coverage === "ai-unreviewed" && (
        <a href={`${mediaHref()}/review`} class="text-link">Review them one by one</a>
      )}
      <Layouts screen={screen} />
    </div>
  );
}

interface ActiveFilter {
  readonly label: string;
  /** The library without it. */
  readonly href: string;
}

function activeFilters(screen: Screen, tagLabel: string | null): ActiveFilter[] {
  const { q, source, type, usage, tag, coverage } = screen.query;
  const without = (...names: string[]) =>
    narrowed(screen, Object.fromEntries(names.map((name) => [name, null])));
  const chosen = { source, type, usage };
  return [
    ...(q === undefined ? [] : [{ label: `“${q}”`, href: without("q") }]),
    ...SELECTS.flatMap(({ name, options }) => {
      const option = options.find(({ value }) => value === chosen[name]);
      const names = name === "usage" ? ["usage", "unused", "filter"] : [name];
      return option ? [{ label: option.label, href: without(...names) }] : [];
    }),
    ...(tag === undefined ? [] : [{
      label: `${TAG_TYPE_LABELS[tag.type]}: ${tagLabel ?? tag.ref}`,
      href: without("tagType", "tagRef"),
    }]),
    ...(coverage === undefined
      ? []
      : [{ label: COVERAGE_LABELS[coverage], href: without("coverage") }]),
  ];
}

function Layouts({ screen: { params, view, density } }: { screen: Screen }): JSX.Element {
  const to = (changes: Record<string, string | null>) =>
    withQuery(params, { ...changes, select: null });
  return (
    <div class="media-layouts">
      <Segments
        label="View"
        segments={[
          { label: "Grid", href: to({ view: null }), current: view === "grid" },
          { label: "List", href: to({ view: "list" }), current: view === "list" },
        ]}
      />
      <Segments
        label="Density"
        segments={[
          {
            label: "Comfortable",
            href: to({ density: null }),
            current: density === "comfortable",
          },
          { label: "Compact", href: to({ density: "compact" }), current: density === "compact" },
        ]}
      />
    </div>
  );
}

interface SegmentsProps {
  label: string;
  segments: readonly { label: string; href: string; current: boolean }[];
}

function Segments({ label, segments }: SegmentsProps): JSX.Element {
  return (
    <nav aria-label={label} class="segments">
      {segments.map(({ label, href, current }) => (
        <a
          key={label}
          href={href}
          aria-current={current ? "true" : undefined}
          class={classNames("segment", current && "segment-current")}
        >
          {label}
        </a>
      ))}
    </nav>
  );
}
