import { define } from "../../lib/define.ts";
import { json, parseQuery } from "../../lib/http/mod.ts";
import { assembleRecommendation, RecommendationQuery, select } from "../../lib/selection/mod.ts";

export const handler = define.handlers({
  GET(ctx) {
    const { options, track } = parseQuery(ctx.url, RecommendationQuery);
    const snapshot = ctx.state.services.catalog.current();
    const selection = select(snapshot, { optionIds: options, track });
    return json(assembleRecommendation(selection, { snapshot }));
  },
});
