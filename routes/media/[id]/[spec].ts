import { define } from "@/lib/define.ts";
import { clientAddress, networkOf, takeShare } from "@/lib/http/mod.ts";
import { answerRendition } from "@/lib/media/mod.ts";

export const handler = define.handlers({
  GET(ctx) {
    const { id = "", spec = "" } = ctx.params;
    const { renditions, rateLimiter: limiter, config: { trustProxy } } = ctx.state.services;
    return answerRendition(renditions, ctx.req, {
      id,
      spec,
      address: networkOf(clientAddress(ctx, trustProxy)),
      mayMake: async () => void await takeShare({ limiter, trustProxy }, "renditions", ctx),
    });
  },
});
