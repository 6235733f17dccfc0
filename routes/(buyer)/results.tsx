import { page } from "fresh";
import { simulatorHref } from "@/components/hrefs/admin.ts";
import { ChatButton } from "@/components/buyer/chat/ChatButton.tsx";
import { editRecord, EditThis } from "@/components/buyer/EditThis.tsx";
import { citedHref, resultsHref, selectHref } from "@/components/hrefs/buyer.ts";
import { EmptyCatalog } from "@/components/buyer/EmptyCatalog.tsx";
import { type LeadDraft, LeadForm, NO_DRAFT } from "@/components/buyer/lead/LeadForm.tsx";
import { Welcome } from "@/components/buyer/lead/Welcome.tsx";
import { resultProjects, systemsById } from "@/components/buyer/projects/project_cards.ts";
import { AsRecommended } from "@/components/buyer/results/AsRecommended.tsx";
import { NotPicked } from "@/components/buyer/results/NotPicked.tsx";
import { Picked } from "@/components/buyer/results/Picked.tsx";
import { placePictures } from "@/components/buyer/results/result_pictures.ts";
import { type ResultView, viewResult } from "@/components/buyer/results/result_view.ts";
import { DroppedNotice } from "@/components/buyer/wizard/DroppedNotice.tsx";
import { BackLink } from "@/components/ui/BackLink.tsx";
import type { Snapshot } from "@/lib/catalog/mod.ts";
import { readerCapabilities } from "@/lib/staff/mod.ts";
import { greetVisitor, leadInputOf, takeLeadOnPage } from "@/lib/crm/mod.ts";
import { type Ctx, define } from "@/lib/define.ts";
import { AppError, PRIVATE_CACHING, readForm, takeShare } from "@/lib/http/mod.ts";
import { CHECK_STEP, isEverythingAnswered, parseWizardState } from "@/lib/journey/mod.ts";
import { formatMark, parseMark, readCited } from "@/lib/citation/mod.ts";
import { coarsePlace } from "@/lib/privacy/mod.ts";
import { formatVersions, recommend } from "@/lib/recommend/mod.ts";
import { type Answers, fitsResult } from "@/lib/selection/mod.ts";
import { readSession, rememberResult } from "@/lib/session/mod.ts";

/** Enough for an address and two names, where percent-encoding can take nine bytes per character. */
const LEAD_LIMITS = { maxBytes: 16 * 1024 };

export const handler = define.handlers({
  async GET(ctx) {
    const { services } = ctx.state;
    const facts = await readResult(ctx);
    const { result } = facts;
    if (result.optionIds.length > 0) {
      rememberResult(services, ctx.req, {
        recommendation: result.pick?.lead.id ?? null,
        alternatives: alternativesOf(result),
        track: result.track,
        complete: facts.complete,
        fits: facts.fits,
      });
    }
    const { pick, track } = result;
    if (pick) {
      const events = [{ kind: "recommendation_viewed", ref: pick.lead.id }];
      ctx.state.report = { events, track };
    } else if (result.optionIds.length > 0) {
      ctx.state.report = { events: [{ kind: "nothing_recommended" }], track };
    }
    return show(ctx, facts, NO_DRAFT, { status: 200 });
  },
  async POST(ctx) {
    const { services } = ctx.state;
    const form = await readForm(ctx.req, LEAD_LIMITS);
    const facts = await readResult(ctx);
    const draft = draftOf(form);
    const { isTooMuch, headers } = await takeLeadShare(ctx);
    if (isTooMuch) {
      return show(ctx, facts, { ...draft, failure: "too many" }, { status: 429, headers });
    }
    const outcome = await takeLeadOnPage(services, ctx.req, {
      ...leadInputOf(form),
      ...payloadOf(facts),
      completed_at: facts.complete ? await completedAt(ctx, facts.result) : null,
    });
    if (outcome === null) {
      return show(ctx, facts, { ...draft, failure: "unavailable" }, { status: 503, headers });
    }
    if (!outcome.ok) {
      return show(ctx, facts, { ...draft, errors: outcome.fields }, { status: 400, headers });
    }
    const { thanks, setCookie } = outcome;
    const cookie = setCookie === null ? {} : { "set-cookie": setCookie };
    return new Response(null, {
      status: 303,
      headers: { ...headers, location: thanks, ...cookie },
    });
  },
});

/** Takes a lead from the rate limit. Over the limit it returns instead of throwing, because the page keeps the draft. */
async function takeLeadShare(ctx: Ctx) {
  const { rateLimiter: limiter, config: { trustProxy } } = ctx.state.services;
  try {
    const headers = await takeShare({ limiter, trustProxy }, "lead", ctx);
    return { isTooMuch: false, headers: Object.fromEntries(headers) };
  } catch (error) {
    if (error instanceof AppError) return { isTooMuch: true, headers: error.headers };
    throw error;
  }
}

function draftOf(form: URLSearchParams): LeadDraft {
  const typed = (name: string) => (form.get(name) ?? "").slice(0, 300);
  return {
    email: typed("email"),
    firstName: typed("firstName"),
    lastName: typed("lastName"),
    errors: {},
  };
}

/** A result with everything that its page shows. */
type ResultFacts = Awaited<ReturnType<typeof readResult>>;

async function readResult(ctx: Ctx) {
  const { services } = ctx.state;
  const given = parseWizardState(ctx.url.searchParams);
  const recommendation = await recommend(services, given, coarsePlace(services, ctx.req));
  const { snapshot, selection, pictures } = recommendation;
  const result = viewResult({ snapshot, selection, given, images: recommendation.primaries });
  const leadId = result.pick?.lead.id ?? "";
  return {
    result,
    complete: isEverythingAnswered(snapshot, result),
    fits: (stored: Answers) => fitsResult(snapshot, result, stored),
    factorIdByOptionId: snapshot.factorIdByOptionId,
    evidence: recommendation.evidence ?? [],
    pictures: placePictures(pictures, leadId, systemsById(snapshot)),
    projects: resultProjects({
      matchedProjects: recommendation.result.matchedProjects,
      index: recommendation.projects,
      systems: systemsById(snapshot),
      leadId,
    }),
    catalogVersion: snapshot.version,
    cited: await citedOf(ctx, snapshot, given),
    isPersonal: recommendation.isPersonal,
    versions: formatVersions(recommendation.versions),
  };
}

/** Returns what a cited link recommended on its day; null for other links. */
async function citedOf(
  { state: { services }, url }: Ctx,
  snapshot: Snapshot,
  answers: Answers,
): ReturnType<typeof readCited> {
  const mark = parseMark(url.searchParams.get("as"));
  if (mark === null || answers.optionIds.length === 0) return null;
  return await readCited(services.db, { snapshot, answers, mark, now: services.now() });
}

function alternativesOf({ pick }: ResultView): string[] {
  return pick?.alternatives.map(({ system }) => system.id) ?? [];
}

/** Returns the result on the page as session keys (spec §2.5). */
function payloadOf({ result, factorIdByOptionId }: ResultFacts) {
  const answers: Record<string, string[]> = {};
  for (const optionId of result.optionIds) {
    const factorId = factorIdByOptionId.get(optionId);
    if (factorId !== undefined) (answers[`answer:${factorId}`] ??= []).push(optionId);
  }
  return {
    ...answers,
    recommendation: result.pick?.lead.id ?? null,
    alternatives: alternativesOf(result),
  };
}

/** Returns when a complete result of this track was first shown; the time that the session has may be another track's. */
async function completedAt(
  { req, state: { services } }: Ctx,
  { track }: ResultView,
): Promise<string> {
  const { payload, track: before } = (await readSession(services, req))?.record ?? {};
  const first = before === track ? payload?.completed_at : null;
  return first ?? services.now().toISOString();
}

async function show(
  ctx: Ctx,
  facts: ResultFacts,
  draft: LeadDraft,
  { status, headers = {} }: { status: number; headers?: Readonly<Record<string, string>> },
) {
  const { services } = ctx.state;
  const { config } = services;
  const { result, versions, isPersonal } = facts;
  const { lead } = result.pick ?? {};
  const failed = status >= 400;
  const title = lead ? `${lead.name} for your answers` : "No system yet";
  ctx.state.title = failed ? `Error: ${title}` : title;
  ctx.state.picture = facts.pictures.lead?.item ?? null;
  ctx.state.description = lead?.tagline ?? result.explanation ?? "";
  const greeting = await greetVisitor(services, ctx.req);
  const now = services.now();
  const mark = formatMark({ version: facts.catalogVersion, at: now });
  const address = new URL(citedHref(result, mark), config.baseUrl ?? ctx.url.origin);
  ctx.state.printedUrl = address.href;
  return page({
    ...facts,
    draft,
    greeting,
    share: { url: address.href, date: now },
    contactUrl: config.siteUrl,
    contactLabel: services.pages.current().text("results", "contact"),
    may: await readerCapabilities(services, ctx),
  }, {
    status,
    headers: {
      ...headers,
      "content-version": versions,
      ...(isPersonal && { "cache-control": PRIVATE_CACHING }),
      ...(greeting.recognised && { "cache-control": "no-store" }),
    },
  });
}

export default define.page<typeof handler>(function ResultsPage({ data }) {
  const { result, may, draft, greeting } = data;
  const { track, optionIds, pick } = result;
  if (data.factorIdByOptionId.size === 0) {
    return <EmptyCatalog page="No system yet" title="There is nothing to ask yet" />;
  }
  const leadForm = (
    <LeadForm action={resultsHref(result)} systemName={pick?.lead.name ?? null} draft={draft} />
  );
  return (
    <>
      <EditThis
        may={may}
        links={[
          ...(pick ? [editRecord("systems", pick.lead)] : []),
          {
            capability: "edit_rules",
            label: "Open in the simulator",
            href: simulatorHref({ track, optionIds }),
          },
        ]}
      />
      <div class="pt-6 sm:pt-8">
        {optionIds.length === 0
          ? <BackLink href="/">Start page</BackLink>
          : (
            <BackLink href={selectHref({ track, optionIds, step: CHECK_STEP })}>
              Check your answers
            </BackLink>
          )}
      </div>
      {greeting.recognised && <Welcome firstName={greeting.firstName} class="mt-4" />}
      {result.gone > 0 && (
        <DroppedNotice
          dropped={{ factors: [], several: [], unknown: result.gone }}
          keepsOthers={result.optionIds.length > 0}
        />
      )}
      {data.cited && <AsRecommended cited={data.cited} today={pick?.lead.name ?? null} />}
      {pick
        ? <Picked {...data} pick={pick} leadForm={leadForm} />
        : <NotPicked {...data} leadForm={leadForm} />}
      {result.answers.length > 0 && (
        <ChatButton
          stage="results"
          systemIds={pick ? [pick.lead.id] : []}
          optionIds={optionIds}
          track={track}
          about={pick?.lead.name ?? "your answers"}
        />
      )}
    </>
  );
});
