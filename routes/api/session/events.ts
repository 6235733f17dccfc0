import { EventReport } from "@/lib/analytics/mod.ts";
import { define } from "@/lib/define.ts";
import { AppError, json, parseJson, toErrorResponse } from "@/lib/http/mod.ts";
import { recordSessionEvents } from "@/lib/session/mod.ts";

export const handler = define.handlers({
  async POST(ctx) {
    const report = await parseJson(ctx.req, EventReport);
    const recorded = await recordSessionEvents(ctx.state.services, ctx.req, report);
    // Return the error instead of throwing it. The cause is logged once already, and a throw would log every request.
    if (recorded === null) return toErrorResponse(new AppError("unavailable"));
    return json({ ok: true, recorded }, { status: 202, headers: { "cache-control": "no-store" } });
  },
});
