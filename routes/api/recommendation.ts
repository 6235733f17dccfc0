import { perSnapshot } from "../../lib/catalog/mod.ts";
import { define } from "../../lib/define.ts";
import {
  type CacheableBody,
  cacheableBody,
  cacheableJson,
  parseQuery,
  rememberRecent,
} from "../../lib/http/mod.ts";
import {
  assembleRecommendation,
  evidenceText,
  RecommendationQuery,
  select,
} from "../../lib/selection/mod.ts";

const REMEMBERED = 1000;

/** A result follows from the catalog, the corpus and the query alone, and links to results are shared. */
const results = perSnapshot(() => rememberRecent<string, Promise<CacheableBody>>(REMEMBERED));

export const handler = define.handlers({
  async GET(ctx) {
    const { catalog, evidence: reader } = ctx.state.services;
    const snapshot = catalog.current();
    const key = `${reader.version()} ${ctx.url.search}`;
    const result = await results(snapshot)(key, async (forget) => {
      const { options, track } = parseQuery(ctx.url, RecommendationQuery);
      const selection = select(snapshot, { optionIds: options, track });
      if (selection.lead === null) {
        return cacheableBody(assembleRecommendation(selection, { snapshot }));
      }
      const { systemId: id, name } = selection.lead;
      const text = evidenceText(snapshot, options);
      const evidence = await reader.about({ system: { id, name }, text });
      // Without its evidence an answer will do for now, and is not the answer.
      if (evidence === null) forget();
      const resourceUrl = reader.resourceUrl(id);
      return cacheableBody(
        assembleRecommendation(selection, { snapshot, evidence: evidence ?? [], resourceUrl }),
      );
    });
    return cacheableJson(ctx.req, result);
  },
});
