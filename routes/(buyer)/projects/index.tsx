import { page } from "fresh";
import type { JSX } from "preact";
import { projectsHref, projectsQuery } from "@/components/hrefs/buyer.ts";
import { cardOf, systemsById } from "@/components/buyer/projects/project_cards.ts";
import { ProjectCards } from "@/components/buyer/projects/ProjectCard.tsx";
import { FILTER_WORDS, ProjectFilter } from "@/components/buyer/projects/ProjectFilter.tsx";
import { ButtonLink } from "@/components/ui/Button.tsx";
import { counted, countedOf } from "@/components/ui/counted.ts";
import { EmptyState } from "@/components/ui/EmptyState.tsx";
import { Notice } from "@/components/ui/Notice.tsx";
import { PageHeader } from "@/components/ui/PageHeader.tsx";
import { PageLinks } from "@/components/ui/PageLinks.tsx";
import { summarizeSystems } from "@/lib/catalog/mod.ts";
import { formatList } from "@/lib/text/mod.ts";
import { define } from "@/lib/define.ts";
import { browseProjects } from "@/lib/projects/mod.ts";

const TITLE = "Projects";

export const handler = define.handlers({
  GET(ctx) {
    const { catalog, projects } = ctx.state.services;
    const snapshot = catalog.current();
    const index = projects.current();
    const browse = browseProjects(index, {
      systems: summarizeSystems(snapshot),
      query: ctx.url.searchParams,
    });
    ctx.state.title = browse.page > 1 ? `${TITLE}, page ${browse.page}` : TITLE;
    ctx.state.description = `${
      counted(index.projects.length, "real project")
    } with our movable walls, by system, region and kind of space.`;
    return page({
      ...browse,
      cards: browse.projects.map((project) => cardOf(project, systemsById(snapshot))),
      ofAll: index.projects.length,
    });
  },
});

export default define.page<typeof handler>(function ProjectsPage({ data }) {
  const { cards, facets, filter, unknown, total, ofAll, page, pages } = data;
  if (ofAll === 0) {
    return (
      <>
        <PageHeader title={TITLE} />
        <EmptyState
          title="No project is shown yet"
          actions={<ButtonLink href="/">Start page</ButtonLink>}
        >
          <p>You will find real installations with pictures here as soon as we publish them.</p>
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={TITLE}
        lead="Real installations of our systems. Search by name, or filter by the system, the region or the kind of space."
      />
      {unknown.length > 0 && (
        <Notice tone="warning" class="mb-6">
          <p>
            No project has the{" "}
            {formatList(unknown.map((id) => FILTER_WORDS[id].label.toLowerCase()), "or")}{" "}
            that the address asks for, so we ignored it.
          </p>
        </Notice>
      )}
      <ProjectFilter facets={facets} filter={filter} />
      <section aria-labelledby="found" class="mt-8">
        <h2 id="found" class="border-b border-ink pb-3 text-sm">
          {countedOf(total, ofAll, "project")}
          {filter.q !== "" && ` for “${filter.q}”`}
          {pages > 1 && `, page ${page} of ${pages}`}
        </h2>
        {total === 0
          ? <NoMatch />
          : <ProjectCards projects={cards} level={3} isFirst class="mt-6" />}
        <PageLinks
          label="Pages of projects"
          page={page}
          pages={pages}
          hrefOf={(page) => projectsQuery(filter, page)}
        />
      </section>
    </>
  );
});

function NoMatch(): JSX.Element {
  return (
    <EmptyState
      title="No project matches all of that"
      level={3}
      actions={<ButtonLink href={projectsHref()}>Show every project</ButtonLink>}
    >
      <p>Remove a filter or a word, or look through all projects.</p>
    </EmptyState>
  );
}
