import { openApiDocument } from "@/lib/api/mod.ts";
import { define } from "@/lib/define.ts";
import { cacheableBody, cacheableJson } from "@/lib/http/mod.ts";

const body = cacheableBody(openApiDocument());

export const handler = define.handlers({
  GET(ctx) {
    return cacheableJson(ctx.req, body);
  },
});
