import { z } from "zod";
import { UNITS_COOKIE } from "@/lib/catalog/mod.ts";
import { define } from "@/lib/define.ts";
import { parseForm } from "@/lib/http/mod.ts";

const UnitsForm = z.object({
  units: z.enum(["us", "metric"]),
  back: z.string().max(8_300).default("/"),
});

const A_YEAR_IN_SECONDS = 365 * 24 * 60 * 60;

export const handler = define.handlers({
  /** Redirects to the start page, for readers who open the address of the form, such as after an error. */
  GET: () => new Response(null, { status: 303, headers: { location: "/" } }),
  /** Saves the chosen units in a cookie and redirects to the page of the form. */
  async POST(ctx) {
    const { units, back } = await parseForm(ctx.req, UnitsForm, { maxBytes: 32 * 1024 });
    const { config } = ctx.state.services;
    const secure = new URL(config.baseUrl ?? ctx.url).protocol === "https:";
    return new Response(null, {
      status: 303,
      headers: {
        location: pathOf(back, ctx.req.headers.get("referer")),
        "cache-control": "no-store",
        "set-cookie": [
          `${UNITS_COOKIE}=${units}`,
          "Path=/",
          `Max-Age=${A_YEAR_IN_SECONDS}`,
          "HttpOnly",
          "SameSite=Lax",
          ...(secure ? ["Secure"] : []),
        ].join("; "),
      },
    });
  },
});

/**
 * Returns the path and query of one of our addresses; the start page for any other address. A script may have changed
 * the query since the form was rendered, as the wizard does with each answer. Then the `referer` has the current one.
 */
function pathOf(back: string, referer: string | null): string {
  const ours = "http://ours.invalid";
  const url = URL.parse(back, ours);
  if (url === null || url.origin !== ours || !back.startsWith("/")) return "/";
  const shown = URL.parse(referer ?? "");
  const { search } = shown?.pathname === url.pathname ? shown : url;
  return url.pathname.startsWith("//") ? "/" : url.pathname + search;
}
