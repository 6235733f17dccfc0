import { page } from "fresh";
import type { JSX } from "preact";
import { EmptyCatalog } from "../../../components/buyer/EmptyCatalog.tsx";
import { compareHref, selectHref, systemsHref } from "../../../components/buyer/hrefs.ts";
import { SystemCard } from "../../../components/buyer/SystemCard.tsx";
import { SystemFacets } from "../../../components/buyer/SystemFacets.tsx";
import { Button, ButtonLink } from "../../../components/ui/Button.tsx";
import { EmptyState } from "../../../components/ui/EmptyState.tsx";
import { Choice } from "../../../components/ui/Field.tsx";
import { PageHeader } from "../../../components/ui/PageHeader.tsx";
import { VisuallyHidden } from "../../../components/ui/VisuallyHidden.tsx";
import {
  browseSystems,
  summarizeSystems,
  type SystemSummary,
  withImages,
} from "../../../lib/catalog/mod.ts";
import { define } from "../../../lib/define.ts";

export const handler = define.handlers({
  GET(ctx) {
    const { catalog, media, pages } = ctx.state.services;
    const snapshot = catalog.current();
    const copy = pages.current();
    const headline = copy.text("systems", "headline");
    const all = withImages(summarizeSystems(snapshot), media.current().primaries);
    ctx.state.title = headline;
    ctx.state.description =
      `All ${all.length} movable wall systems, by the way they move, where they stand and what they cost.`;
    return page({
      browse: browseSystems(all, ctx.url.searchParams),
      total: all.length,
      tierSteps: snapshot.tierById.size,
      headline,
      lead: copy.text("systems", "lead"),
    });
  },
});

export default define.page<typeof handler>(function SystemsPage({ data }) {
  const { browse: { systems, facets, chosen }, total, tierSteps, headline, lead } = data;
  if (total === 0) {
    return (
      <>
        <PageHeader title={headline} />
        <EmptyCatalog title="No system is listed yet" />
      </>
    );
  }
  return (
    <>
      <PageHeader title={headline} lead={lead} />
      <div class="grid gap-x-12 gap-y-8 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <SystemFacets facets={facets} chosen={chosen} />
        <section aria-labelledby="found">
          <h2 id="found" class="border-b border-ink pb-3 text-sm">
            {chosen.length === 0 ? `${total} systems` : `${systems.length} of ${total} systems`}
          </h2>
          {systems.length === 0
            ? <NoMatch />
            : <SystemList systems={systems} tierSteps={tierSteps} />}
        </section>
      </div>
    </>
  );
});

function SystemList(
  { systems, tierSteps }: { systems: readonly SystemSummary[]; tierSteps: number },
): JSX.Element {
  return (
    <form action={compareHref([])} method="get" class="compare-form">
      <ul class="mt-6 grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
        {systems.map((system) => (
          <SystemCard
            key={system.id}
            system={system}
            level={3}
            tierSteps={tierSteps}
            actions={
              <Choice
                type="checkbox"
                name="systems"
                value={system.id}
                label={
                  <>
                    Compare<VisuallyHidden>{` ${system.name}`}</VisuallyHidden>
                  </>
                }
              />
            }
          />
        ))}
      </ul>
      <div class="compare-bar mt-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line bg-surface py-4 print:hidden">
        <p class="text-sm text-muted">Tick two to four systems to see them side by side.</p>
        <Button>Compare the ticked systems</Button>
      </div>
    </form>
  );
}

function NoMatch(): JSX.Element {
  return (
    <div class="mt-6">
      <EmptyState
        title="No system is all of that at once"
        level={3}
        actions={
          <>
            <ButtonLink href={systemsHref()}>Clear all filters</ButtonLink>
            <ButtonLink href={selectHref()} variant="secondary">
              Answer questions instead
            </ButtonLink>
          </>
        }
      >
        <p>Take one filter off again, or let the questions find what comes closest.</p>
      </EmptyState>
    </div>
  );
}
