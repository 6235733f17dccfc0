/** Site maps, as search engines read them (sitemaps.org). */
import { AppError } from "./errors.ts";

/** Most addresses of one site map. */
const MOST = 50_000;

/** Where a site map is served, and which part of it is asked for. */
interface SiteMapOptions {
  /** Address of the site map, without a query. */
  readonly at: string;
  /** The parameter `part` of the request; null when it is absent. */
  readonly part: string | null;
}

/**
 * Returns the site map of some addresses. When there are more than 50,000, it is the index of several, whose parts are
 * numbered from 1.
 *
 * @throws {AppError} `not_found` for a part that does not exist.
 */
export function siteMap(addresses: readonly string[], { at, part }: SiteMapOptions): Response {
  const parts = Math.ceil(addresses.length / MOST);
  if (part === null && parts > 1) {
    const maps = Array.from({ length: parts }, (_, index) => `${at}?part=${index + 1}`);
    return xml("sitemapindex", maps.map((map) => `<sitemap><loc>${map}</loc></sitemap>`));
  }
  const number = Number(part ?? 1);
  if (!Number.isInteger(number) || number < 1 || number > parts) throw new AppError("not_found");
  const listed = addresses.slice((number - 1) * MOST, number * MOST);
  return xml("urlset", listed.map((address) => `<url><loc>${address}</loc></url>`));
}

function xml(root: string, entries: readonly string[]): Response {
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n` +
      `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${
        entries.join("\n")
      }\n</${root}>\n`,
    { headers: { "content-type": "application/xml; charset=utf-8", "cache-control": "no-cache" } },
  );
}
