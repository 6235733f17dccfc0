import { ReadyQuery } from "../lib/api/mod.ts";
import { define } from "../lib/define.ts";
import { json, parseQuery } from "../lib/http/mod.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const { readiness } = ctx.state.services;
    const { only } = parseQuery(ctx.url, ReadyQuery);
    const ready = only === "accepting" ? readiness.accepts() : await readiness.check();
    return json(ready, {
      status: ready.ok ? 200 : 503,
      headers: { "cache-control": "no-store" },
    });
  },
});
