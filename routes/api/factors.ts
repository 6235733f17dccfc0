import { factorViews, perSnapshot } from "@/lib/catalog/mod.ts";
import { define } from "@/lib/define.ts";
import { cacheableBody, cacheableJson } from "@/lib/http/mod.ts";

const body = perSnapshot((snapshot) => cacheableBody({ factors: factorViews(snapshot) }));

export const handler = define.handlers({
  GET(ctx) {
    return cacheableJson(ctx.req, body(ctx.state.services.catalog.current()));
  },
});
