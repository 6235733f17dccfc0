/** Projects by name, with their picture counts, as JSON (spec §4.8). */
import { authorize } from "@/lib/staff/mod.ts";
import { define } from "@/lib/define.ts";
import { json } from "@/lib/http/mod.ts";
import { findProjects, parseProjectQuery } from "@/lib/projects/mod.ts";

export const handler = define.handlers({
  async GET(ctx) {
    authorize(ctx.state, "edit_data");
    const query = parseProjectQuery(ctx.url.searchParams);
    const projects = await findProjects(ctx.state.services.db, query);
    return json({ projects }, { headers: { "cache-control": "private, no-store" } });
  },
});
