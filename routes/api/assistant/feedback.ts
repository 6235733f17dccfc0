import { FeedbackBody, saveFeedback } from "@/lib/assistant/mod.ts";
import { define } from "@/lib/define.ts";
import { AppError, json, parseJson, toErrorResponse } from "@/lib/http/mod.ts";

export const handler = define.handlers({
  async POST(ctx) {
    const body = await parseJson(ctx.req, FeedbackBody);
    const saved = await saveFeedback(ctx.state.services, ctx.req, body);
    // Return the error instead of throwing it. The cause is logged once already, and a throw would log every request.
    if (!saved.ok) return toErrorResponse(new AppError("unavailable"));
    return json({ ok: true }, {
      headers: { "set-cookie": saved.setCookie, "cache-control": "no-store" },
    });
  },
});
