import { handOff, HandoffBody, MAX_BODY_BYTES } from "@/lib/assistant/mod.ts";
import { define } from "@/lib/define.ts";
import { json, parseJson } from "@/lib/http/mod.ts";

export const handler = define.handlers({
  async POST(ctx) {
    const body = await parseJson(ctx.req, HandoffBody, { maxBytes: MAX_BODY_BYTES });
    const { handoff } = await handOff(ctx.state.services, ctx.req, body);
    return json({ handoff }, { headers: { "cache-control": "no-store" } });
  },
});
