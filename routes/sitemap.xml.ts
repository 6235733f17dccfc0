import {
  projectHref,
  projectsHref,
  selectHref,
  systemHref,
  systemsHref,
} from "../components/hrefs/buyer.ts";
import { summarizeSystems } from "../lib/catalog/mod.ts";
import { define } from "../lib/define.ts";
import { siteMap } from "../lib/http/mod.ts";

/** Lists the pages that search engines may show: the site's own, and that of each system and project. */
export const handler = define.handlers({
  GET({ state: { services }, url }) {
    const origin = services.config.baseUrl ?? url.origin;
    const paths = [
      "/",
      selectHref(),
      systemsHref(),
      projectsHref(),
      ...summarizeSystems(services.catalog.current()).map(({ id }) => systemHref(id)),
      ...services.projects.current().projects.map(({ address }) => projectHref(address)),
    ];
    return siteMap(paths.map((path) => `${origin}${path}`), {
      at: `${origin}${url.pathname}`,
      part: url.searchParams.get("part"),
    });
  },
});
