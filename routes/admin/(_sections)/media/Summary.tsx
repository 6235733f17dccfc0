/** The line above the list: number of matches, active filters, and layout. */
import type { JSX } from "preact";
import { classNames } from "@/components/ui/class_names.ts";
import { Icon } from "@/components/ui/Icon.tsx";
import { mediaHref } from "@/components/hrefs/admin.ts";
import { withQuery } from "@/components/admin/list_query.ts";
import { COVERAGE_LABELS, FILTER_CHOICES } from "@/components/admin/library_filters.ts";
import { CsvLink } from "@/components/admin/list/links.tsx";
import { MOST_IN_FILE } from "@/lib/media/mod.ts";
import { formatCount } from "@/lib/text/mod.ts";
import { libraryFileHref } from "./file.ts";
import { narrowed, type Screen, unfiltered } from "./screen.ts";
import type { ScreenData } from "./load.ts";
import { TAG_TYPE_LABELS } from "./labels.ts";

/** The number of matches, the active filters, and the links that change the layout. */
export function Summary({ data }: { data: ScreenData }): JSX.Element {
  const { screen, total } = data;
  const filters = activeFilters(data);
  return (
    <div class="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1.5 border-b border-line pb-2">
      <p class="font-medium">
        {formatCount(total)} {filters.length > 0 ? (total === 1 ? "matches" : "match") : "in all"}
      </p>
      {filters.length > 0 && (
        <ul aria-label="Filters" class="flex flex-wrap items-center gap-2">
          {filters.map(({ label, href }) => (
            <li key={label}>
              <a
                href={href}
                class="inline-flex min-h-6 items-center gap-1.5 rounded-sm bg-accent-soft px-2 text-xs leading-normal wrap-anywhere text-accent hover:bg-accent hover:text-on-accent"
              >
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
      {total > 0 && (
        <CsvLink
          href={libraryFileHref(screen)}
          note={total > MOST_IN_FILE ? `the first ${formatCount(MOST_IN_FILE)}` : undefined}
        />
      )}
    </div>
  );
}

/** The active filters, each with the address of the library without it. */
export function activeFilters({ screen, nameOf }: ScreenData): { label: string; href: string }[] {
  const { query } = screen;
  const { q, tag, coverage } = query;
  const filters = [
    { names: ["q"], label: q && `“${q}”` },
    ...FILTER_CHOICES.map(({ name, options }) => ({
      names: [name],
      label: options.find(({ value }) => value === query[name])?.label,
    })),
    {
      names: ["tagType", "tagRef"],
      label: tag && `${TAG_TYPE_LABELS[tag.type]}: ${nameOf(tag)}`,
    },
    { names: ["coverage"], label: coverage && COVERAGE_LABELS[coverage] },
  ];
  return filters.flatMap(({ names, label }) =>
    label
      ? [{ label, href: narrowed(screen, Object.fromEntries(names.map((name) => [name, null]))) }]
      : []
  );
}

function Layouts({ screen: { params, view, density } }: { screen: Screen }): JSX.Element {
  return (
    <div class="ms-auto flex flex-wrap gap-2">
      <Segments label="View" name="view" current={view} params={params} values={VIEWS} />
      <Segments
        label="Density"
        name="density"
        current={density}
        params={params}
        values={DENSITIES}
      />
    </div>
  );
}

/** The labels of layouts, by their parameter; the first is the default. */
const VIEWS = { grid: "Grid", list: "List" };
const DENSITIES = { comfortable: "Comfortable", compact: "Compact" };

interface SegmentsProps {
  label: string;
  name: string;
  current: string;
  params: URLSearchParams;
  values: Readonly<Record<string, string>>;
}

function Segments({ label, name, current, params, values }: SegmentsProps): JSX.Element {
  return (
    <nav aria-label={label} class="segments">
      {Object.entries(values).map(([value, text], index) => (
        <a
          key={value}
          href={withQuery(params, { [name]: index === 0 ? null : value, select: null })}
          aria-current={value === current ? "true" : undefined}
          class={classNames("segment", value === current && "segment-current")}
        >
          {text}
        </a>
      ))}
    </nav>
  );
}
