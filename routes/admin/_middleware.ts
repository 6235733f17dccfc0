/** The guard of the admin area. It covers every route in this folder. */
import { admit, flashes } from "@/lib/staff/mod.ts";
import { define } from "@/lib/define.ts";
import { withHeaders } from "@/lib/http/mod.ts";
import { refreshAll } from "@/lib/services.ts";

/** Makes the access decision once per request (spec §3.6). */
const guard = define.middleware(async (ctx) => {
  const { services } = ctx.state;
  ctx.state.staff = await admit(services, ctx);
  return await ctx.next();
});

/** Keeps admin pages out of caches and search engines. */
const unlisted = define.middleware(async (ctx) => {
  return withHeaders(await ctx.next(), [
    ["cache-control", "no-store"],
    ["x-robots-tag", "noindex"],
  ]);
});

/**
 * Refreshes the in-memory snapshots after each form that succeeded, so that the next request to this process sees the
 * change. Nearly every admin record can affect a snapshot, so all of them refresh in this one place.
 */
const shown = define.middleware(async (ctx) => {
  const response = await ctx.next();
  if (ctx.req.method === "POST" && response.status < 400) {
    await refreshAll(ctx.state.services);
  }
  return response;
});

export const handler = [unlisted, guard, flashes(), shown];
