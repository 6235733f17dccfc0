/** The facets of the library: values with their counts, each a link that filters by it. */
import type { JSX } from "preact";
import { Button } from "@/components/ui/Button.tsx";
import { TextInput } from "@/components/ui/Field.tsx";
import { COVERAGE_LABELS } from "@/components/admin/library_filters.ts";
import { formatCount } from "@/lib/text/mod.ts";
import type { Facet } from "./facet_rows.ts";
import type { ScreenData } from "./load.ts";
import { keptFields, narrowed } from "./screen.ts";

/** How many values of a facet show before “more” is opened. */
const SHOWN = 8;

/** The facets, beside the list; collapsed above it on narrow screens. */
export function Facets({ data }: { data: ScreenData }): JSX.Element {
  const { facets, projects } = data;
  return (
    <details class="media-facets facets" open={projects !== null}>
      <summary class="text-link">More filters</summary>
      <h2 class="sr-only">More filters</h2>
      {facets.map((facet) => <FacetBlock key={facet.label} facet={facet} />)}
      <ProjectFinder data={data} />
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

function ProjectFinder({ data: { screen, projects } }: { data: ScreenData }): JSX.Element {
  return (
    <section class="media-facet" data-project-finder>
      <h3 class="font-medium">Project</h3>
      <form method="get" class="flex gap-1.5 py-1">
        {keptFields(screen, ["tagType", "tagRef"]).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <label for="find-project" class="sr-only">Find a project</label>
        <TextInput
          id="find-project"
          type="search"
          name="project"
          value={screen.project}
          maxLength={100}
          placeholder="Project name"
          autoComplete="off"
          list="find-project-names"
          data-projects
        />
        <datalist id="find-project-names" />
        <Button size="small" variant="secondary">Find</Button>
      </form>
      {projects !== null && (
        <ul>
          {projects.length === 0 && <li class="text-muted">No project has this name.</li>}
          {projects.map(({ name, href, count: images }) => (
            <li key={href}>
              <a href={href}>
                {name} <span>{formatCount(images)}</span>
              </a>
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
      {queues.map(({ coverage, total }) => {
        const current = screen.query.coverage === coverage;
        return (
          <a
            key={coverage}
            href={narrowed(screen, { coverage: current ? null : coverage })}
            aria-current={current ? "true" : undefined}
            class="media-queue"
          >
            {COVERAGE_LABELS[coverage]} <span>{formatCount(total)}</span>
          </a>
        );
      })}
    </nav>
  );
}
