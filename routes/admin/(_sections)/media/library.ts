/** The media library as JSON, for media pickers (spec §4.8). */
import { authorize } from "@/lib/staff/mod.ts";
import { define } from "@/lib/define.ts";
import { json } from "@/lib/http/mod.ts";
import { parseLibraryQuery, queryLibrary } from "@/lib/media/mod.ts";

export const handler = define.handlers({
  async GET(ctx) {
    authorize(ctx.state, "edit_data");
    const { db, config } = ctx.state.services;
    const query = parseLibraryQuery(ctx.url.searchParams);
    const { items, ...rest } = await queryLibrary(db, query, config.video.playerUrl);
    return json({ assets: items, ...rest }, { headers: { "cache-control": "private, no-store" } });
  },
});
