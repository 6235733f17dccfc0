/** The line above the list: number of matches, active filters, and layout. */
import type { JSX } from "preact";
import { classNames } from "@/components/ui/class_names.ts";
import { Icon } from "@/components/ui/Icon.tsx";
import { mediaHref } from "@/components/hrefs/admin.ts";
import { withQuery } from "@/components/admin/list_query.ts";
import { COVERAGE_LABELS, FILTER_CHOICES } from "@/components/admin/library_filters.ts";
import { formatCount } from "@/lib/text/mod.ts";
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

/** The active filters, each with the address of the library without it. */
function activeFilters({ screen, tagLabel }: ScreenData): { label: string; href: string }[] {
  const { q, source, type, usage, tag, coverage } = screen.query;
  const without = (...names: string[]) =>
    narrowed(screen, Object.fromEntries(names.map((name) => [name, null])));
  const chosen = { source, type, usage };
  return [
    ...(q === undefined ? [] : [{ label: `“${q}”`, href: without("q") }]),
    ...FILTER_CHOICES.flatMap(({ name, options }) => {
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
    <div class="ms-auto flex flex-wrap gap-2">
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
