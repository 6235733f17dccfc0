import { FeedbackBody, saveFeedback } from "../../../lib/assistant/mod.ts";
import { define } from "../../../lib/define.ts";
import { AppError, json, parseJson, toErrorResponse } from "../../../lib/http/mod.ts";

export const handler = define.handlers({
  async POST(ctx) {
    const body = await parseJson(ctx.req, FeedbackBody);
    const saved = await saveFeedback(ctx.state.services, ctx.req, body);
    // The reason is in the log already, once; thrown, it would be logged for each request.
    if (!saved.ok) return toErrorResponse(new AppError("unavailable"));
    return json({ ok: true }, {
      headers: { "set-cookie": saved.setCookie, "cache-control": "no-store" },
    });
  },
});
