import { define } from "../lib/define.ts";
import { json } from "../lib/http/mod.ts";

/** Asks no store: a process that answers is alive, whatever it waits for. */
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
