import { compareSystems, ComparisonQuery } from "../../lib/catalog/mod.ts";
import { define } from "../../lib/define.ts";
import { cacheableBody, cacheableJson, parseQuery } from "../../lib/http/mod.ts";

export const handler = define.handlers({
  GET(ctx) {
    const { systems, attributes } = parseQuery(ctx.url, ComparisonQuery);
    const comparison = compareSystems(ctx.state.services.catalog.current(), {
      systemIds: systems,
      attributeIds: attributes,
    });
    return cacheableJson(ctx.req, cacheableBody(comparison));
  },
});
