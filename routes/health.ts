import { define } from "../lib/define.ts";
import { json } from "../lib/http/mod.ts";

const PING_TIMEOUT_MS = 2000;

export const handler = define.handlers({
  async GET(ctx) {
    const { catalog, database } = ctx.state.services;
    const { systems, attributes, factors } = catalog.current();
    const ok = await database.ping(PING_TIMEOUT_MS);
    const counts = {
      systems: systems.length,
      attributes: attributes.length,
      factors: factors.length,
    };
    return json({ ok, counts }, { status: ok ? 200 : 503 });
  },
});
