import {
  projectHref,
  projectsHref,
  selectHref,
  systemHref,
  systemsHref,
} from "../components/hrefs/buyer.ts";
import { summarizeSystems } from "../lib/catalog/mod.ts";
import { define } from "../lib/define.ts";

/** The most addresses that a site map may have. */
const MOST = 50_000;

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
    const entries = paths.slice(0, MOST).map((path) => `<url><loc>${origin}${path}</loc></url>`);
    return new Response(
      `<?xml version="1.0" encoding="UTF-8"?>\n` +
        `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${
          entries.join("\n")
        }\n</urlset>\n`,
      {
        headers: { "content-type": "application/xml; charset=utf-8", "cache-control": "no-cache" },
      },
    );
  },
});
