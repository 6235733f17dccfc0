/** Where a project's own page is: on the marketing site, and with us (spec §2.1, §2.13). Pure. */

/** Longest alias that is linked; the CMS allows 255. */
const MAX_LENGTH = 500;

/** What would lead elsewhere, or is read in two ways: an empty part, dots that climb, also escaped, and controls. */
const AMBIGUOUS = /\/\/|\\|(\.|%2e){2}|\p{Cc}/iu;

/**
 * The address of a project on the marketing site: the site's own with the alias after it. Null where the alias is none
 * that leads there: absent, without a slash at its beginning, with `//`, `\` or `..`, or an address itself.
 *
 * @param siteUrl without a slash at its end; null where no site is configured.
 */
export function canonicalUrlOf(siteUrl: string | null, slug: string | null): string | null {
  if (siteUrl === null || slug === null || !slug.startsWith("/") || slug.length > MAX_LENGTH) {
    return null;
  }
  if (AMBIGUOUS.test(slug) || !slug.isWellFormed()) return null;
  const url = URL.parse(siteUrl + slug);
  return url !== null && url.href.startsWith(siteUrl) ? url.href : null;
}

/** The last part of an alias, which names the project in the address of our page; null where there is none. */
export function lastPartOf(slug: string): string | null {
  const part = slug.split("/").findLast((part) => part !== "");
  if (part === undefined) return null;
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
