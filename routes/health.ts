import { define } from "../lib/define.ts";
import { json } from "../lib/http/mod.ts";

/** Liveness: queries no store, because a process that answers is alive even if a dependency is down. */
export const handler = define.handlers({
  GET(ctx) {
    const { systems, attributes, factors } = ctx.state.services.catalog.current();
    const counts = {
      systems: systems.length,
      attributes: attributes.length,
      factors: factors.length,
    };
    return json({ ok: true, counts }, { headers: { "cache-control": "no-store" } });
  },
});
