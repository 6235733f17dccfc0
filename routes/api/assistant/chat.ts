import { answerChat, ChatBody, MAX_BODY_BYTES } from "@/lib/assistant/mod.ts";
import { define } from "@/lib/define.ts";
import { parseJson } from "@/lib/http/mod.ts";

export const handler = define.handlers({
  async POST(ctx) {
    const body = await parseJson(ctx.req, ChatBody, { maxBytes: MAX_BODY_BYTES });
    return await answerChat(ctx.state.services, { request: ctx.req, url: ctx.url, body });
  },
});
