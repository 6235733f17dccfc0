import {
  projectHref,
  projectsHref,
  selectHref,
  systemHref,
  systemsHref,
} from "../components/hrefs/buyer.ts";
import { summarizeSystems } from "../lib/catalog/mod.ts";
import { define } from "../lib/define.ts";
import { AppError } from "../lib/http/mod.ts";

/** The most addresses that a site map may have. */
const MOST = 50_000;

/**
 * Lists the pages that search engines may show: the site's own, and that of each system and project. When they are more
 * than fit into one site map, this is the index of several, and `?part=1` is the first.
 */
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
    const parts = Math.ceil(paths.length / MOST);
    const asked = url.searchParams.get("part");
    if (asked === null && parts > 1) {
      const maps = Array.from({ length: parts }, (_, at) => `${origin}/sitemap.xml?part=${at + 1}`);
      return xml("sitemapindex", maps.map((map) => `<sitemap><loc>${map}</loc></sitemap>`));
    }
    const part = Number(asked ?? 1);
    if (!Number.isInteger(part) || part < 1 || part > parts) throw new AppError("not_found");
    const listed = paths.slice((part - 1) * MOST, part * MOST);
    return xml("urlset", listed.map((path) => `<url><loc>${origin}${path}</loc></url>`));
  },
});

function xml(root: string, entries: readonly string[]): Response {
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n` +
      `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${
        entries.join("\n")
      }\n</${root}>\n`,
    { headers: { "content-type": "application/xml; charset=utf-8", "cache-control": "no-cache" } },
  );
}
