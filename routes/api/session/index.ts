import { z } from "zod";
import { withShown } from "@/lib/assistant/mod.ts";
import { mayRecognise, recogniseVisitor } from "@/lib/crm/mod.ts";
import { define } from "@/lib/define.ts";
import { AppError, json, parseJson, toErrorResponse } from "@/lib/http/mod.ts";
import {
  isAnswersAlone,
  isIdentifier,
  sanitizePayload,
  type SessionContent,
  toSessionSaved,
  updateSession,
} from "@/lib/session/mod.ts";

/**
 * Saves a session (spec §4.3). The body replaces the payload; a body of answers alone replaces only the answers
 * (design §7). With `?fill=1` the body is what a page shows: it fills a session without answers or systems in view, and
 * adds only its systems to any other.
 * Recognition of the visitor runs in the background (spec §4.11a).
 */
export const handler = define.handlers({
  async PUT(ctx) {
    const body = await parseJson(ctx.req, z.unknown());
    const payload = sanitizePayload(body);
    if (payload === null) {
      throw new AppError("invalid", "Cannot read the body: it must be a JSON object");
    }
    const asked = ctx.url.searchParams.get("track");
    const track = isIdentifier(asked) ? asked : null;
    const keepsRest = isAnswersAlone(body);
    const fills = ctx.url.searchParams.get("fill") === "1";
    const { services } = ctx.state;
    const snapshot = services.catalog.current();
    let filled = false;
    const fill = (current: SessionContent | null) => {
      const content = withShown(snapshot, current, { payload, track });
      filled = content !== current;
      return content;
    };
    const saved = await updateSession(
      services,
      ctx.req,
      (current) =>
        fills ? fill(current) : {
          payload: keepsRest && current
            ? { ...current.payload, answers: payload.answers }
            : payload,
          track,
        },
    );
    // Return the error instead of throwing it. The cause is logged once already, and a throw would log every request.
    if (!saved.ok) return toErrorResponse(new AppError("unavailable"));
    const visit = { sessionId: saved.session.id, cookies: ctx.req.headers.get("cookie") };
    if (mayRecognise(services, visit.cookies)) {
      services.background.run(
        "recognise the visitor",
        (signal) => recogniseVisitor(services, visit, signal),
        { asksOthers: true },
      );
    }
    return json({ ...toSessionSaved(saved.session), ...(fills && { filled }) }, {
      headers: { "set-cookie": saved.setCookie, "cache-control": "no-store" },
    });
  },
});
