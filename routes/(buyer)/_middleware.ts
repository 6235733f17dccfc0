import { define } from "../../lib/define.ts";
import { allowSources } from "../../lib/http/mod.ts";
import { readTracking } from "../../lib/crm/mod.ts";

/** Puts the CRM's script on the page where its visitor and staff agree to it, and lets the page load it (spec §4.11b). */
export const handler = define.middleware(async (ctx) => {
  const tracking = await readTracking(ctx.state.services, ctx.req, ctx.url.pathname);
  if (tracking === null) return await ctx.next();
  ctx.state.tracking = tracking;
  return allowSources(await ctx.next(), { scriptHosts: [tracking.host] });
});
