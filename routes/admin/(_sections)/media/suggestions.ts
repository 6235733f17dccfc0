/** Suggests tags for a text that staff type, as JSON. Each `type` limits them to another kind. */
import { authorize } from "@/lib/staff/mod.ts";
import { define } from "@/lib/define.ts";
import { json } from "@/lib/http/mod.ts";
import { TAG_TYPES } from "@/lib/media/mod.ts";
import { findTags } from "./tags.ts";

export const handler = define.handlers({
  async GET(ctx) {
    authorize(ctx.state, "edit_data");
    const { searchParams } = ctx.url;
    const asked = searchParams.getAll("type");
    const types = TAG_TYPES.filter((type) => asked.length === 0 || asked.includes(type));
    const tags = await findTags(ctx.state.services, searchParams.get("q") ?? "", types);
    return json({ tags }, { headers: { "cache-control": "private, no-store" } });
  },
});
