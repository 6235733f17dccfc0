import { define } from "@/lib/define.ts";
import { allowSources } from "@/lib/http/mod.ts";
import { pixelHost, readTracking } from "@/lib/crm/mod.ts";

/** Adds the CRM's tracking script if the visitor consents and staff enabled it, and allows its hosts (spec §4.11b). */
export const handler = define.middleware(async (ctx) => {
  const tracking = await readTracking(ctx.state.services, ctx.req, ctx.url.pathname);
  if (tracking === null) return await ctx.next();
  ctx.state.tracking = tracking;
  return allowSources(await ctx.next(), {
    scriptHosts: [tracking.host],
    imageHosts: [pixelHost(tracking)],
  });
});
