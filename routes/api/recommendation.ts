import { perSnapshot } from "../../lib/catalog/mod.ts";
import { define } from "../../lib/define.ts";
import {
  type CacheableBody,
  cacheableBody,
  cacheableJson,
  parseQuery,
  rememberRecent,
} from "../../lib/http/mod.ts";
import { assembleRecommendation, RecommendationQuery, select } from "../../lib/selection/mod.ts";

const REMEMBERED = 1000;

/** A result follows from the catalog and the query alone, and links to results are shared. */
const results = perSnapshot(() => rememberRecent<string, CacheableBody>(REMEMBERED));

export const handler = define.handlers({
  GET(ctx) {
    const snapshot = ctx.state.services.catalog.current();
    const result = results(snapshot)(ctx.url.search, () => {
      const { options, track } = parseQuery(ctx.url, RecommendationQuery);
      const selection = select(snapshot, { optionIds: options, track });
      return cacheableBody(assembleRecommendation(selection, { snapshot }));
    });
    return cacheableJson(ctx.req, result);
  },
});
