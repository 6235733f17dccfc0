import { page } from "fresh";
import type { JSX } from "preact";
import { AddSystem } from "@/components/buyer/AddSystem.tsx";
import { ChatButton } from "@/components/buyer/chat/ChatButton.tsx";
import { ComparisonFit } from "@/components/buyer/ComparisonFit.tsx";
import { ComparisonTable } from "@/components/buyer/ComparisonTable.tsx";
import { EmptyCatalog } from "@/components/buyer/EmptyCatalog.tsx";
import { compareQuery, resultsHref, systemsHref } from "@/components/hrefs/buyer.ts";
import { UnitsSwitch } from "@/components/buyer/UnitsSwitch.tsx";
import { BackLink } from "@/components/ui/BackLink.tsx";
import { ButtonLink } from "@/components/ui/Button.tsx";
import { counted } from "@/components/ui/counted.ts";
import { EmptyState } from "@/components/ui/EmptyState.tsx";
import { Icon } from "@/components/ui/Icon.tsx";
import { Notice } from "@/components/ui/Notice.tsx";
import { PageHeader } from "@/components/ui/PageHeader.tsx";
import {
  compareSystems,
  MAX_COMPARED,
  MIN_COMPARED,
  parseCompared,
  summarizeSystems,
  withImages,
} from "@/lib/catalog/mod.ts";
import { formatList } from "@/lib/text/mod.ts";
import { type Ctx, define } from "@/lib/define.ts";
import { parseWizardState } from "@/lib/journey/mod.ts";
import { askedByAnswers } from "@/lib/selection/mod.ts";
import { rememberViewed } from "@/lib/session/mod.ts";
import { keptJourney } from "@/lib/wizard/mod.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const data = await load(ctx);
    const { systemIds, names, headline, answers } = data;
    rememberViewed(ctx.state.services, ctx.req, systemIds);
    const isComparable = names.length >= MIN_COMPARED;
    if (isComparable) {
      const events = systemIds.map((ref) => ({ kind: "comparison_viewed", ref }));
      ctx.state.report = { events, track: answers?.track };
    }
    ctx.state.title = isComparable ? `Compare ${formatList(names)}` : headline;
    ctx.state.picture = data.comparison.systems.find(({ image }) => image !== null)?.image ?? null;
    ctx.state.description = "Movable wall systems side by side, figure by figure.";
    return page(data);
  },
});

/** Everything that the page shows. */
type CompareData = Awaited<ReturnType<typeof load>>;

async function load({ req, url, state: { services } }: Ctx) {
  const { catalog, media, pages } = services;
  const snapshot = catalog.current();
  const copy = pages.current();
  const query = url.searchParams;
  const asked = parseCompared(snapshot, query);
  const { systems, rows } = compareSystems(snapshot, { systemIds: asked.systemIds });
  const given = parseWizardState(query);
  const answers = given.optionIds.length > 0 ? given : null;
  const { optionIds = [] } = answers ?? (await keptJourney(services, req))?.state ?? {};
  return {
    asked,
    /** The answers in the address. */
    answers,
    demands: askedByAnswers(snapshot, optionIds),
    comparison: { systems: withImages(systems, media.current().primaries), rows },
    systemIds: systems.map(({ id }) => id),
    names: systems.map(({ name }) => name),
    onlyDifferences: query.get("only") === "differences",
    all: summarizeSystems(snapshot),
    tierSteps: snapshot.tierById.size,
    headline: copy.text("compare", "headline"),
    lead: copy.text("compare", "lead"),
  };
}

export default define.page<typeof handler>(function ComparePage({ data }) {
  const { systemIds, names, all, answers, demands, headline, lead } = data;
  const isComparable = names.length >= MIN_COMPARED;
  return (
    <>
      {answers && (
        <div class="-mb-3 pt-6 sm:-mb-7 sm:pt-8">
          <BackLink href={resultsHref(answers)}>The result for these answers</BackLink>
        </div>
      )}
      <PageHeader
        title={isComparable ? "Side by side" : headline}
        lead={isComparable ? `${formatList(names)}.` : lead}
      />
      <LeftOut data={data} />
      {isComparable
        ? (
          <>
            <Toolbar data={data} />
            <ComparisonFit {...data} asked={demands} />
            <ComparisonTable {...data} asked={demands} />
            <More data={data} />
            <ChatButton
              stage="comparing"
              systemIds={systemIds}
              optionIds={answers?.optionIds}
              track={answers?.track}
              about={systemIds.length === 2 ? "these two" : "these systems"}
            />
          </>
        )
        : all.length < MIN_COMPARED
        ? <EmptyCatalog title="There are no two systems to compare yet" />
        : <TooFew data={data} />}
    </>
  );
});

function LeftOut({ data: { asked, all } }: { data: CompareData }): JSX.Element | null {
  const { unknownCount, surplusIds } = asked;
  if (unknownCount === 0 && surplusIds.length === 0) return null;
  const surplus = all.filter(({ id }) => surplusIds.includes(id)).map(({ name }) => name);
  return (
    <Notice class="mb-8" title="Not everything you asked for is here">
      {unknownCount > 0 && (
        <p>
          {unknownCount === 1
            ? "One of the systems in the address is not in our catalog, or no longer made."
            : `${unknownCount} of the systems in the address are not in our catalog, or no longer made.`}
        </p>
      )}
      {surplus.length > 0 && (
        <p>
          No more than {MAX_COMPARED} systems fit side by side. Left out: {formatList(surplus)}.
        </p>
      )}
    </Notice>
  );
}

function Toolbar({ data }: { data: CompareData }): JSX.Element {
  const { comparison, systemIds, onlyDifferences, answers } = data;
  const all = comparison.rows.length;
  const different = comparison.rows.filter(({ differs }) => differs).length;
  return (
    <div class="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 pb-4 text-sm">
      <p>
        {counted(systemIds.length, "system")}
        <span class="print:hidden">{` (at most ${MAX_COMPARED})`}</span>.{" "}
        {different === all ? `All ${all} figures differ` : (
          <>
            {different} of {all} figures {different === 1 ? "differs" : "differ"}{" "}
            <span class="text-muted">
              {onlyDifferences ? "(the rest are hidden)" : "and are marked "}
              {!onlyDifferences && <span class="comparison-mark" aria-hidden="true" />}
            </span>
          </>
        )}
      </p>
      <UnitsSwitch />
      <p class="flex flex-wrap gap-x-6 gap-y-2 empty:hidden print:hidden">
        {systemIds.length < MAX_COMPARED && (
          <a href={`#${ADD_ID}`} class="text-link tap py-1">Add a system</a>
        )}
        {different < all && (
          <a
            href={compareQuery(systemIds, { onlyDifferences: !onlyDifferences, answers })}
            class="text-link tap py-1"
          >
            {onlyDifferences ? "Show every figure" : "Show only the differences"}
          </a>
        )}
      </p>
    </div>
  );
}

/** Id of the form below the table, for the link above it. */
const ADD_ID = "add";

function More({ data }: { data: CompareData }): JSX.Element {
  const { systemIds } = data;
  if (systemIds.length >= MAX_COMPARED) {
    return (
      <p class="mt-8 text-sm text-muted print:hidden">
        You can compare up to four systems. Remove one to add another.
      </p>
    );
  }
  return (
    <div id={ADD_ID} class="mt-10 max-w-text print:hidden">
      <AddSystem {...data} label="Add a system" />
    </div>
  );
}

function TooFew({ data }: { data: CompareData }): JSX.Element {
  const [chosen] = data.names;
  return (
    <EmptyState
      title={chosen ? `What will you compare ${chosen} with?` : "Nothing is chosen yet"}
      actions={
        <ButtonLink href={systemsHref()} variant="quiet">
          Choose from all systems <Icon name="arrow-right" class="size-4" />
        </ButtonLink>
      }
    >
      <p class="mb-6">
        {chosen
          ? "Choose one more system."
          : "Pick two here, or add them in the list of all systems."}
      </p>
      <AddSystem
        {...data}
        label={chosen ? "Second system" : "First system"}
        onlyDifferences={false}
        count={chosen ? 1 : 2}
      />
    </EmptyState>
  );
}
