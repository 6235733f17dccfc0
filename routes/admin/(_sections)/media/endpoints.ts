/** The library as JSON, for media pickers and for fields with suggestions (spec §4.8). */
import { define } from "@/lib/define.ts";
import { json, PRIVATE_CACHING } from "@/lib/http/mod.ts";
import { parseLibraryQuery, queryLibrary, TAG_TYPES } from "@/lib/media/mod.ts";
import { findProjects, parseProjectQuery } from "@/lib/projects/mod.ts";
import type { Services } from "@/lib/services.ts";
import { authorize } from "@/lib/staff/mod.ts";
import { findTags } from "./tags.ts";

/** One page of the library. */
export const library = endpoint(async ({ db, config }, params) => {
  const { items, ...rest } = await queryLibrary(
    db,
    parseLibraryQuery(params),
    config.video.playerUrl,
  );
  return { assets: items, ...rest };
});

/** Projects by name, with their picture counts. */
export const projects = endpoint(async ({ db }, params) => ({
  projects: await findProjects(db, parseProjectQuery(params)),
}));

/** Tags whose name contains `q`. Each `type` limits them to another kind. */
export const tags = endpoint(async (services, params) => {
  const asked = params.getAll("type");
  const types = TAG_TYPES.filter((type) => asked.length === 0 || asked.includes(type));
  return { tags: await findTags(services, params.get("q") ?? "", types) };
});

function endpoint(answer: (services: Services, params: URLSearchParams) => Promise<object>) {
  return define.handlers({
    async GET({ state, url }) {
      authorize(state, "edit_data");
      const body = await answer(state.services, url.searchParams);
      return json(body, { headers: { "cache-control": PRIVATE_CACHING } });
    },
  });
}
