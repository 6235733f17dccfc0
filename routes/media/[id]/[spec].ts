import { define } from "../../../lib/define.ts";
import { answerRendition } from "../../../lib/media/mod.ts";

export const handler = define.handlers({
  GET(ctx) {
    const { id = "", spec = "" } = ctx.params;
    return answerRendition(ctx.state.services.renditions, ctx.req, { id, spec });
  },
});
