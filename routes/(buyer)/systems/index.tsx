import { page } from "fresh";
import type { JSX } from "preact";
import { cardId, CompareToggle, CompareTray } from "@/components/buyer/CompareTray.tsx";
import { EmptyCatalog } from "@/components/buyer/EmptyCatalog.tsx";
import { selectHref } from "@/components/hrefs/buyer.ts";
import { SystemCard } from "@/components/buyer/SystemCard.tsx";
import { SystemFacets } from "@/components/buyer/SystemFacets.tsx";
import { SystemSearch } from "@/components/buyer/SystemSearch.tsx";
import { ButtonLink } from "@/components/ui/Button.tsx";
import { countedOf } from "@/components/ui/counted.ts";
import { EmptyState } from "@/components/ui/EmptyState.tsx";
import { PageHeader } from "@/components/ui/PageHeader.tsx";
import { PageLinks } from "@/components/ui/PageLinks.tsx";
import {
  browsePage,
  clearedQuery,
  listQuery,
  summarizeSystems,
  withImages,
} from "@/lib/catalog/mod.ts";
import { define } from "@/lib/define.ts";

/** Systems in a row of the widest list. */
const FIRST_ROW = 3;

export const handler = define.handlers({
  GET(ctx) {
    const { catalog, media, pages } = ctx.state.services;
    const snapshot = catalog.current();
    const copy = pages.current();
    const headline = copy.text("systems", "headline");
    const all = summarizeSystems(snapshot);
    const list = browsePage(all, ctx.url.searchParams);
    ctx.state.title = headline;
    ctx.state.description =
      "All our movable wall systems, by the way they move, where they stand and what they cost.";
    return page({
      list: { ...list, shown: withImages(list.shown, media.current().primaries) },
      total: all.length,
      tierSteps: snapshot.tierById.size,
      headline,
      lead: copy.text("systems", "lead"),
    });
  },
});

export default define.page<typeof handler>(function SystemsPage({ data }) {
  const { list, total, tierSteps, headline, lead } = data;
  if (total === 0) {
    return <EmptyCatalog page={headline} title="No system is listed yet" />;
  }
  const clearHref = `?${clearedQuery(list)}`;
  return (
    <>
      <PageHeader title={headline} lead={lead} />
      <div class="grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <SystemFacets facets={list.facets} chosen={list.chosen} clearHref={clearHref} />
        <section aria-labelledby="found">
          <SystemSearch list={list} />
          <h2 id="found" tabIndex={-1} class="mt-6 border-b border-ink pb-3 text-sm">
            {countedOf(list.found, total, "system")}
            {list.q !== "" && ` for “${list.q}”`}
          </h2>
          {list.found === 0 ? <NoMatch clearHref={clearHref} /> : (
            <>
              <ul class="mt-6 grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
                {list.shown.map((system, index) => (
                  <SystemCard
                    key={system.id}
                    id={cardId(system.id)}
                    system={system}
                    level={3}
                    tierSteps={tierSteps}
                    isFirst={index < FIRST_ROW}
                    actions={<CompareToggle list={list} system={system} />}
                  />
                ))}
              </ul>
              <PageLinks
                label="Pages of systems"
                page={list.page}
                pages={list.pages}
                hrefOf={(page) => `?${listQuery(list, { page })}`}
              />
            </>
          )}
          <CompareTray list={list} />
        </section>
      </div>
    </>
  );
});

function NoMatch({ clearHref }: { clearHref: string }): JSX.Element {
  return (
    <EmptyState
      title="No system matches all of that"
      level={3}
      actions={
        <>
          <ButtonLink href={clearHref}>Clear all filters</ButtonLink>
          <ButtonLink href={selectHref()} variant="secondary">
            Answer questions instead
          </ButtonLink>
        </>
      }
    >
      <p>Remove a filter or a word, or let the questions find what comes closest.</p>
    </EmptyState>
  );
}
