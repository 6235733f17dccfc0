import { compareSystems, ComparisonQuery, withImages } from "@/lib/catalog/mod.ts";
import { define } from "@/lib/define.ts";
import { cacheableBody, cacheableJson, parseQuery } from "@/lib/http/mod.ts";

export const handler = define.handlers({
  GET(ctx) {
    const { catalog, media } = ctx.state.services;
    const { systems: systemIds, attributes: attributeIds } = parseQuery(ctx.url, ComparisonQuery);
    const { systems, rows } = compareSystems(catalog.current(), { systemIds, attributeIds });
    const pictured = withImages(systems, media.current().primaries);
    return cacheableJson(ctx.req, cacheableBody({ systems: pictured, rows }));
  },
});
