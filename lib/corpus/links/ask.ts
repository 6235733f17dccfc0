/** Asking whether a page is there, with as little as a site has to send. */
import type { FetchOutcome, PublicFetch } from "../../net/mod.ts";
import { isPage } from "./finding.ts";

/** What asking works with. */
export interface AskOptions {
  readonly fetch: PublicFetch;
  readonly signal?: AbortSignal | undefined;
}

const ACCEPT = "text/html,application/xhtml+xml,application/pdf;q=0.9,*/*;q=0.8";

/**
 * Asks with HEAD, and with GET where that brought no page: many sites answer HEAD badly, so only a good answer
 * to it is believed, and what GET would not change. Redirects are followed within the site.
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

function isFinal(outcome: FetchOutcome): boolean {
  return outcome.ok
    ? retryAfterMs(outcome, 0) !== null
    : !["network", "timeout", "too_large"].includes(outcome.reason);
}

/** The site itself: the same host with or without `www.`, by http or, from either, by https. */
export function isSameSite(from: URL, to: URL): boolean {
  return siteOf(from) === siteOf(to) && (to.protocol === "https:" || to.protocol === from.protocol);
}

/** The host of an address as a site is known by it, without a `www.` and its default port. */
export function siteOf(url: URL): string {
  return url.host.replace(/^www\./, "").replace(/\.(?=:|$)/, "");
}

const DEFAULT_WAIT_MS = 30_000;

/**
 * How long a site asks to be left alone, in milliseconds; null where it does not. Asked for fewer requests,
 * half a minute unless the site says how long.
 */
export function retryAfterMs(outcome: FetchOutcome, now: number): number | null {
  if (!outcome.ok) return null;
  const text = outcome.headers.get("retry-after")?.trim() ?? "";
  if (outcome.status !== 429 && (outcome.status !== 503 || text === "")) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const until = Date.parse(text);
  return Number.isNaN(until) ? DEFAULT_WAIT_MS : Math.max(until - now, 0);
}
