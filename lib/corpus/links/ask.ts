/** Requests a page to find out whether it exists, with as little traffic for the site as possible. */
import { type FetchOutcome, parseRetryAfter, type PublicFetch } from "@/lib/net/mod.ts";
import { isPage } from "./finding.ts";

/** Options of {@linkcode askForPage}. */
export interface AskOptions {
  readonly fetch: PublicFetch;
  readonly signal?: AbortSignal | undefined;
}

const ACCEPT = "text/html,application/xhtml+xml,application/pdf;q=0.9,*/*;q=0.8";

/**
 * Requests a page with HEAD, and again with GET if HEAD found no page, because many sites answer HEAD wrongly. There is
 * no GET if it cannot help: the site asked for fewer requests, or the address was refused or does not resolve.
 * Redirects are followed only within the site.
 */
export async function askForPage(
  url: string,
  { fetch, signal }: AskOptions,
): Promise<FetchOutcome> {
  const options = { accept: ACCEPT, mayFollow: isSameSite, ...(signal && { signal }) };
  const head = await fetch(url, { ...options, method: "HEAD" });
  if (isPage(head, url) || isFinal(head)) return head;
  return await fetch(url, { ...options, method: "GET" });
}

/** Whether a GET could not change the outcome of a HEAD. */
function isFinal(outcome: FetchOutcome): boolean {
  return outcome.ok
    ? retryAfterMs(outcome, 0) !== null
    : !["network", "timeout", "too_large"].includes(outcome.reason);
}

/** Returns whether a redirect stays on the site: the same host with or without `www.`, not from https to http. */
export function isSameSite(from: URL, to: URL): boolean {
  return siteOf(from) === siteOf(to) && (to.protocol === "https:" || to.protocol === from.protocol);
}

/** Returns the host that identifies a site: without `www.`, a trailing dot and the default port. */
export function siteOf(url: URL): string {
  return url.host.replace(/^www\./, "").replace(/\.(?=:|$)/, "");
}

const DEFAULT_WAIT_MS = 30_000;

/**
 * Returns how long a site asks to wait before the next request, in milliseconds, or null if it does not ask. A 429
 * without a valid `Retry-After` means 30 seconds; a 503 counts only with a `Retry-After`.
 */
export function retryAfterMs(outcome: FetchOutcome, now: number): number | null {
  if (!outcome.ok) return null;
  const header = outcome.headers.get("retry-after");
  if (outcome.status !== 429 && (outcome.status !== 503 || !header?.trim())) return null;
  return parseRetryAfter(header, now) ?? DEFAULT_WAIT_MS;
}
