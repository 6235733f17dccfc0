import { ReadyQuery } from "../lib/api/mod.ts";
import { define } from "../lib/define.ts";
import { json, parseQuery } from "../lib/http/mod.ts";

/**
 * Readiness: 503 while a store does not answer, a migration is missing or the process is about to stop.
 * `?only=accepting` checks only the last one and asks no store.
 */
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
