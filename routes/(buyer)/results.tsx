import { page } from "fresh";
import { recordHref, simulatorHref } from "../../components/admin/hrefs.ts";
import { EditThis } from "../../components/buyer/EditThis.tsx";
import { resultsHref, selectHref } from "../../components/buyer/hrefs.ts";
import { resultProjects } from "../../components/buyer/projects/project_cards.ts";
import { NotPicked } from "../../components/buyer/results/NotPicked.tsx";
import { Picked } from "../../components/buyer/results/Picked.tsx";
import { placePictures } from "../../components/buyer/results/result_pictures.ts";
import { systemsById, viewResult } from "../../components/buyer/results/result_view.ts";
import { BackLink } from "../../components/ui/Breadcrumb.tsx";
import { readerCapabilities } from "../../lib/admin/mod.ts";
import { define } from "../../lib/define.ts";
import { PRIVATE_CACHING } from "../../lib/http/mod.ts";
import { CHECK_STEP, isEverythingAnswered, parseWizardState } from "../../lib/journey/mod.ts";
import { coarsePlace } from "../../lib/privacy/mod.ts";
import { formatVersions, recommend } from "../../lib/recommend/mod.ts";
import { rememberResult } from "../../lib/session/mod.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { services } = ctx.state;
    const { config, now } = services;
    const given = parseWizardState(ctx.url.searchParams);
    const recommendation = await recommend(services, given, coarsePlace(services, ctx.req));
    const { snapshot, selection, pictures } = recommendation;
    const result = viewResult({ snapshot, selection, given, images: recommendation.primaries });
    const { lead } = result.pick ?? {};
    if (result.optionIds.length > 0) {
      rememberResult(services, ctx.req, {
        recommendation: lead?.id ?? null,
        alternatives: result.pick?.alternatives.map(({ system }) => system.id) ?? [],
        complete: isEverythingAnswered(snapshot, result),
      });
    }
    if (lead) ctx.state.events = [{ kind: "recommendation_viewed", ref: lead.id }];
    ctx.state.title = lead ? `${lead.name} for your answers` : "No system yet";
    ctx.state.description = lead?.tagline ?? result.explanation ?? "";
    const address = new URL(resultsHref(result), config.baseUrl ?? ctx.url.origin);
    return page({
      result,
      evidence: recommendation.evidence ?? [],
      pictures: placePictures(pictures, lead?.id ?? ""),
      projects: resultProjects({
        matchedProjects: recommendation.result.matchedProjects,
        index: recommendation.projects,
        systems: systemsById(snapshot),
        leadId: lead?.id ?? "",
      }),
      share: { url: address.href, date: now() },
      contactUrl: config.siteUrl,
      contactLabel: services.pages.current().text("results", "contact"),
      may: await readerCapabilities(services, ctx),
    }, {
      headers: {
        "content-version": formatVersions(recommendation.versions),
        ...(recommendation.isPersonal && { "cache-control": PRIVATE_CACHING }),
      },
    });
  },
});

export default define.page<typeof handler>(function ResultsPage({ data }) {
  const { result, evidence, pictures, projects, share, contactUrl, contactLabel, may } = data;
  const { track, optionIds, pick } = result;
  return (
    <>
      <EditThis
        may={may}
        links={[
          ...(pick
            ? [
              {
                capability: "edit_data",
                label: `Edit ${pick.lead.name}`,
                href: recordHref("systems", pick.lead.id),
              } as const,
            ]
            : []),
          {
            capability: "edit_rules",
            label: "Open in the simulator",
            href: simulatorHref({ track, optionIds }),
          },
        ]}
      />
      <div class="pt-6 sm:pt-8">
        <BackLink href={selectHref({ track, optionIds, step: CHECK_STEP })}>
          Check your answers
        </BackLink>
      </div>
      {pick
        ? (
          <Picked
            result={result}
            pick={pick}
            evidence={evidence}
            pictures={pictures}
            projects={projects}
            share={share}
          />
        )
        : (
          <NotPicked
            result={result}
            share={share}
            contactUrl={contactUrl}
            contactLabel={contactLabel}
          />
        )}
    </>
  );
});
