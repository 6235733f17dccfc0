import { define } from "../lib/define.ts";
import { json } from "../lib/http/mod.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const ready = await ctx.state.services.readiness.check();
    return json(ready, {
      status: ready.ok ? 200 : 503,
      headers: { "cache-control": "no-store" },
    });
  },
});
