import { z } from "zod";
import { leadInputOf, takeLead } from "@/lib/crm/mod.ts";
import { define } from "@/lib/define.ts";
import { AppError, expectType, json, parseJson, readForm } from "@/lib/http/mod.ts";

const FORM = "application/x-www-form-urlencoded";
const LEAD_TYPE = /^application\/(?:x-www-form-urlencoded|(?:[\w.+-]+\+)?json)$/;

/** Takes a lead as JSON, or as a form that is answered with a redirect to the thanks page (spec §4.4). */
export const handler = define.handlers({
  async POST(ctx) {
    expectType(ctx.req, LEAD_TYPE, `application/json or ${FORM}`);
    const isForm = ctx.req.headers.get("content-type")?.toLowerCase().startsWith(FORM);
    const input = isForm
      ? leadInputOf(await readForm(ctx.req))
      : await parseJson(ctx.req, z.unknown());
    const outcome = await takeLead(ctx.state.services, ctx.req, input);
    if (!outcome.ok) {
      const words = Object.values(outcome.fields).join("; ");
      throw new AppError("invalid", `Cannot take the lead: ${words}`, { fields: outcome.fields });
    }
    const headers: Record<string, string> = {
      "cache-control": "no-store",
      ...(outcome.setCookie === null ? {} : { "set-cookie": outcome.setCookie }),
    };
    if (!isForm) return json({ ok: true }, { headers });
    return new Response(null, { status: 303, headers: { ...headers, location: outcome.thanks } });
  },
});
