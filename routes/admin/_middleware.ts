/** The guard of the admin area: whatever lies in this folder is closed until the decision opens it. */
import { admit, flashes } from "../../lib/staff/mod.ts";
import { define } from "../../lib/define.ts";
import { withHeaders } from "../../lib/http/mod.ts";

/** Decides once a request who asks (spec §3.6). */
const guard = define.middleware(async (ctx) => {
  const { services } = ctx.state;
  ctx.state.staff = await admit(services, ctx);
  return await ctx.next();
});

/** What staff see is for nobody else's cache, and for no search engine. */
const unlisted = define.middleware(async (ctx) => {
  return withHeaders(await ctx.next(), [
    ["cache-control", "no-store"],
    ["x-robots-tag", "noindex"],
  ]);
});

/**
 * What staff change, the next visitor of this process sees. Nearly every record of the area can bear on what lies in
 * memory, so one place sees to it after each form that was not refused.
 */
const shown = define.middleware(async (ctx) => {
  const response = await ctx.next();
  if (ctx.req.method === "POST" && response.status < 400) {
    const { catalog, evidence, media, pages, privacy, projects } = ctx.state.services;
    const kept = [catalog, evidence, media, pages, privacy, projects];
    await Promise.all(kept.map((each) => each.refresh()));
  }
  return response;
});

export const handler = [unlisted, guard, flashes(), shown];
