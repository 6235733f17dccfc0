import { perSnapshot } from "../../lib/catalog/mod.ts";
import { define } from "../../lib/define.ts";
import {
  type CacheableBody,
  cacheableBody,
  cacheableJson,
  parseQuery,
  rememberRecent,
} from "../../lib/http/mod.ts";
import { toSelectionMediaAsset } from "../../lib/media/mod.ts";
import {
  answeredFactors,
  assembleRecommendation,
  evidenceText,
  RecommendationQuery,
  select,
} from "../../lib/selection/mod.ts";

const REMEMBERED = 1000;

/** A result follows from the catalog, the corpus, the media library and the query alone, and links to results are shared. */
const results = perSnapshot(() => rememberRecent<string, Promise<CacheableBody>>(REMEMBERED));

export const handler = define.handlers({
  async GET(ctx) {
    const { catalog, evidence: reader, media } = ctx.state.services;
    const snapshot = catalog.current();
    const key = `${reader.version()} ${media.version()} ${ctx.url.search}`;
    const result = await results(snapshot)(key, async (forget) => {
      const { options, track } = parseQuery(ctx.url, RecommendationQuery);
      const selection = select(snapshot, { optionIds: options, track });
      if (selection.lead === null) {
        return cacheableBody(assembleRecommendation(selection, { snapshot }));
      }
      const lead = { id: selection.lead.systemId, name: selection.lead.name };
      const [evidence, pictures] = await Promise.all([
        reader.about({ system: lead, text: evidenceText(snapshot, options) }),
        media.forResult({ lead, answers: answeredFactors(snapshot, options) }),
      ]);
      // Without its evidence or its pictures an answer will do for now, and is not the answer.
      if (evidence === null || pictures === null) forget();
      return cacheableBody(assembleRecommendation(selection, {
        snapshot,
        evidence: evidence ?? [],
        resourceUrl: reader.resourceUrl(lead.id),
        ...(pictures && {
          mediaBySystemId: pictures.primaries,
          gallery: pictures.gallery,
          selectionMedia: pictures.selection.map(toSelectionMediaAsset),
          illustrationRanking: pictures.illustrations,
        }),
      }));
    });
    return cacheableJson(ctx.req, result);
  },
});
