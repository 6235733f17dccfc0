import { greetVisitor } from "@/lib/crm/mod.ts";
import { define } from "@/lib/define.ts";
import { json } from "@/lib/http/mod.ts";

/** Timeout in milliseconds. Longer than the timeout of pages, because no page load waits for this endpoint. */
const WITHIN_MS = 3_000;

export const handler = define.handlers({
  async GET(ctx) {
    const greeting = await greetVisitor(ctx.state.services, ctx.req, { withinMs: WITHIN_MS });
    return json(greeting, { headers: { "cache-control": "no-store" } });
  },
});
