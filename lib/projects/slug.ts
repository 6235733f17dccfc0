/** The URLs of a project's pages, on the marketing site and on this service (spec §2.1, §2.13). Pure. */

/** Longest slug that is linked, in characters; the CMS allows 255. */
const MAX_LENGTH = 500;

/** Parts of a slug that lead elsewhere or are ambiguous: `//`, `\`, `..` (also percent-encoded), control characters. */
const AMBIGUOUS = /\/\/|\\|(\.|%2e){2}|\p{Cc}/iu;

/**
 * Returns the URL of a project on the marketing site: `siteUrl` followed by the slug. Returns null without a site or
 * slug, and for a slug that is not a path on that site: it does not start with `/`, is longer than 500 characters, or
 * contains `//`, `\`, `..` or control characters.
 *
 * @param siteUrl without a trailing slash; null if no site is configured.
 */
export function canonicalUrlOf(siteUrl: string | null, slug: string | null): string | null {
  if (siteUrl === null || slug === null || !slug.startsWith("/") || slug.length > MAX_LENGTH) {
    return null;
  }
  if (AMBIGUOUS.test(slug) || !slug.isWellFormed()) return null;
  const url = URL.parse(siteUrl + slug);
  return url !== null && url.href.startsWith(siteUrl) ? url.href : null;
}

/** Returns a slug's last segment, decoded, for the URL of the project's page on this service; null if it has none. */
export function lastPartOf(slug: string): string | null {
  const part = slug.split("/").findLast((part) => part !== "");
  if (part === undefined) return null;
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
