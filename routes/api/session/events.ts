import { EventReport } from "../../../lib/analytics/mod.ts";
import { define } from "../../../lib/define.ts";
import { AppError, json, parseJson, toErrorResponse } from "../../../lib/http/mod.ts";
import { recordSessionEvents } from "../../../lib/session/mod.ts";

export const handler = define.handlers({
  async POST(ctx) {
    const report = await parseJson(ctx.req, EventReport);
    const recorded = await recordSessionEvents(ctx.state.services, ctx.req, report);
    // The reason is in the log already, once; thrown, it would be logged for each request.
    if (recorded === null) return toErrorResponse(new AppError("unavailable"));
    return json({ ok: true, recorded }, { status: 202, headers: { "cache-control": "no-store" } });
  },
});
