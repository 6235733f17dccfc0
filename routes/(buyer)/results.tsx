import { page } from "fresh";
import { NotPicked } from "../../components/buyer/results/NotPicked.tsx";
import { Picked } from "../../components/buyer/results/Picked.tsx";
import { viewResult } from "../../components/buyer/results/result_view.ts";
import { BackLink } from "../../components/ui/Breadcrumb.tsx";
import { define } from "../../lib/define.ts";
import { CHECK_STEP, formatAnswers, formatWizardState } from "../../lib/journey/mod.ts";
import { parseOptionIds } from "../../lib/selection/mod.ts";

export const handler = define.handlers({
  GET(ctx) {
    const { config, catalog, now } = ctx.state.services;
    const query = ctx.url.searchParams;
    const result = viewResult(catalog.current(), {
      optionIds: parseOptionIds(query.get("options")),
      track: query.get("track"),
    });
    const { lead } = result.pick ?? {};
    if (lead) ctx.state.events = [{ kind: "recommendation_viewed", ref: lead.id }];
    ctx.state.title = lead ? `${lead.name} for your answers` : "No system yet";
    ctx.state.description = lead?.tagline ?? result.explanation ?? "";
    const address = new URL(`/results${formatAnswers(result)}`, config.baseUrl ?? ctx.url.origin);
    return page({
      result,
      share: { url: address.href, date: now() },
      contactUrl: config.siteUrl,
    });
  },
});

export default define.page<typeof handler>(function ResultsPage({ data }) {
  const { result, share, contactUrl } = data;
  const { track, optionIds, pick } = result;
  const check = formatWizardState({ track, optionIds, step: CHECK_STEP, returning: false });
  return (
    <>
      <div class="pt-6 sm:pt-8">
        <BackLink href={`/select${check}`}>Check your answers</BackLink>
      </div>
      {pick
        ? <Picked result={result} pick={pick} share={share} />
        : <NotPicked result={result} share={share} contactUrl={contactUrl} />}
    </>
  );
});
