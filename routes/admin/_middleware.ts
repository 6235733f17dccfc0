/** The guard of the admin area: whatever lies in this folder is closed until the decision opens it. */
import { admit, flashes } from "../../lib/admin/mod.ts";
import { define } from "../../lib/define.ts";
import { withHeaders } from "../../lib/http/mod.ts";

/** Decides once a request who asks (spec §3.6). */
const guard = define.middleware(async (ctx) => {
  const { services, requestId } = ctx.state;
  ctx.state.staff = await admit(services, { request: ctx.req, requestId });
  return await ctx.next();
});

/** What staff see is for nobody else's cache, and for no search engine. */
const unlisted = define.middleware(async (ctx) => {
  return withHeaders(await ctx.next(), [
    ["cache-control", "no-store"],
    ["x-robots-tag", "noindex"],
  ]);
});

export const handler = [unlisted, guard, flashes()];
