/** Walks the pages of a CMS list. A walk is bounded, resumable from any page, and never throws (spec §4.11). */
import { createHash } from "node:crypto";
import type { PublicFetch } from "@/lib/net/mod.ts";
import { Sentences } from "../schema.ts";
import { type CmsDocument, parseDocument } from "./document.ts";
import { createPrefixes, learnPrefix, type Prefixes } from "./prefix.ts";

/** The remaining budget of a walk in bytes and time. The walk updates it. */
interface WalkAllowance {
  bytesLeft: number;
  /** Consecutive pages without a new row. */
  barren?: number;
  /** Keys of the rows on the last page, to detect repetition after a pause. */
  keys?: readonly string[];
  /** End of the time budget, in milliseconds of `clock`. */
  readonly deadline: number;
  /** A monotonic clock, in milliseconds. */
  readonly clock: () => number;
}

/** The services and limits of a walk. */
interface WalkServices {
  readonly fetch: PublicFetch;
  /** `CMS_BASE_URL`. */
  readonly baseUrl: string;
  readonly allowance: WalkAllowance;
  readonly signal?: AbortSignal;
  /** Unchanged pages that need no parsing. */
  readonly known?: KnownPages;
}

/** The cache of pages read by earlier runs. */
export interface KnownPages {
  /** Returns a page whose bytes and stored rows are both unchanged since it was read; null otherwise. */
  recall(page: PageName): Promise<KnownPage | null>;
}

/** Identifies a page by its place and content. */
export interface PageName {
  readonly place: number;
  /** Digest of its bytes. */
  readonly digest: string;
}

/** A cached page. */
export interface KnownPage {
  /** Keys of its rows. */
  readonly keys: readonly string[];
  /** The next place; null at the end of the list. */
  readonly nextPage: number | null;
}

/** The rows of a page that could be read, with warnings about the others. */
export interface PageRows<Row> {
  readonly rows: readonly Row[];
  readonly warnings: Sentences;
  /** How many rows were skipped. */
  readonly skipped: number;
}

/** One page of a walk. */
export interface WalkedPage<Row> extends PageRows<Row> {
  /** The next place; null at the end of the list, and when the walk cannot continue. */
  readonly nextPage: number | null;
  /** Identifies a page that may be cached: every row was read, without a warning. Null for other pages. */
  readonly name: PageName | null;
  /** How many rows a cached page has. They are unchanged and therefore not in `rows`. */
  readonly settled: number;
}

/** How a walk ended. */
export interface WalkEnd {
  readonly ok: boolean;
  /** Where a later walk can resume; null when the walk is complete. */
  readonly nextPage: number | null;
  /** Why the walk is incomplete, as a sentence for staff; null when it is complete. */
  readonly failure: string | null;
}

/** A list of the CMS and how to walk it. A `place` is a page number or an internal id. */
export interface Walk<Row> {
  /** Plural noun for its rows, for sentences: "projects". */
  readonly name: string;
  readonly first: number;
  /** Builds the address of the page at a place, with the given prefix of internal ids. */
  readonly address: (place: number, prefix: string) => string;
  /** Returns the next place, or a sentence that says why the walk cannot continue. */
  readonly after: (document: CmsDocument, place: number) => number | string;
  /** Returns a sentence when the page as a whole is implausible, such as a repeated page. */
  readonly suspect?: (document: CmsDocument, place: number) => string | null;
  /** Reads the rows of a page. */
  readonly read: (document: CmsDocument) => PageRows<Row>;
  /** The key of a row. A row with a key seen before is skipped. */
  keyOf(row: Row): string;
  /** Keys of earlier rows, for a list that detects repetition itself. */
  readonly seen?: Set<string>;
}

const ACCEPT = "application/vnd.api+json";
/** Largest page that is read. Real pages have a few hundred kilobytes. */
const MAX_PAGE_BYTES = 8 * 1024 * 1024;

/** The most consecutive pages without a new row. */
const MAX_BARREN_PAGES = 200;

/** Time budget. The last page may take another half minute, so a walk ends within four minutes. */
const RUN_MS = 200_000;
const RUN_BYTES = 200_000_000;

/** The remaining budget of a walk, as stored between the steps of a run. */
export interface AllowanceLeft {
  readonly bytes: number;
  readonly ms: number;
  readonly barren?: number;
  readonly keys?: readonly string[];
}

/** Returns the budget of a walk: 200 seconds and 200 MB, or what earlier steps of the run left of it. */
export function runAllowance(
  { bytes, ms, barren = 0, keys = [] }: AllowanceLeft = { bytes: RUN_BYTES, ms: RUN_MS },
  clock = () => performance.now(),
): WalkAllowance {
  return { bytesLeft: bytes, barren, keys, deadline: clock() + ms, clock };
}

/** Returns the remaining budget as it is stored between steps. */
export function leftOf(
  { bytesLeft, barren = 0, keys = [], deadline, clock }: WalkAllowance,
): AllowanceLeft {
  return { bytes: bytesLeft, ms: deadline - clock(), barren, keys };
}

/**
 * Walks a list page by page and yields each page. A page that fails or is garbage ends the walk: the pages yielded so
 * far stay valid, and the returned end says why it stopped and where to resume. It never throws.
 *
 * @param from the place to resume from; null starts at the beginning.
 */
export async function* pagesOf<Row>(
  walk: Walk<Row>,
  services: WalkServices,
  from: number | null = null,
): AsyncGenerator<WalkedPage<Row>, WalkEnd> {
  const prefixes = createPrefixes();
  const { allowance } = services;
  const known = new Set<string>(from === null ? [] : allowance.keys);
  let barren = from === null ? 0 : allowance.barren ?? 0;
  let place = from ?? walk.first;
  const stop = (failure: string): WalkEnd => ({ ok: false, nextPage: place, failure });
  while (true) {
    const body = await askForPage(walk, services, { place, prefixes });
    if (typeof body === "string") return stop(body);
    const name = { place, digest: createHash("sha256").update(body).digest("base64url") };
    const recalled = await services.known?.recall(name) ?? null;
    if (recalled !== null && areNew(recalled.keys, [known, walk.seen])) {
      allowance.barren = barren = 0;
      allowance.keys = recalled.keys;
      const settled = recalled.keys.length;
      yield { ...NOTHING, settled, name: null, nextPage: recalled.nextPage };
      if (recalled.nextPage === null) return END;
      place = recalled.nextPage;
      continue;
    }
    const page = parseDocument(body);
    if (page === null) return stop(noList(walk));
    const isUnsuited = learnPrefix(prefixes, page);
    const suspicion = garbageIn(walk, page) ?? walk.suspect?.(page, place) ?? null;
    if (suspicion !== null && isUnsuited) continue;
    if (suspicion !== null) return stop(suspicion);
    const read = walk.read(page);
    const rows = withoutKnown(walk, read, known);
    allowance.keys = read.rows.map((row) => walk.keyOf(row));
    allowance.barren = barren = rows.rows.length === 0 ? barren + 1 : 0;
    const next = !page.hasNext
      ? null
      : barren < MAX_BARREN_PAGES
      ? walk.after(page, place)
      : `The CMS sent ${MAX_BARREN_PAGES} pages of the ${walk.name} without anything new.`;
    if (typeof next === "string") {
      // A resumed walk reads this page again, and skips rows of it only if it remembers them in `seen`.
      if (walk.seen !== undefined) yield { ...rows, settled: 0, name: null, nextPage: null };
      return stop(next);
    }
    const isWhole = rows.rows.length === page.rows.length && rows.warnings.kept.length === 0;
    yield { ...rows, settled: 0, name: isWhole ? name : null, nextPage: next };
    if (next === null) return END;
    place = next;
  }
}

const NOTHING = { rows: [], warnings: new Sentences(), skipped: 0 };
const END: WalkEnd = { ok: true, nextPage: null, failure: null };

/** Whether all keys are new. If so, adds them to the sets of seen keys. */
function areNew(keys: readonly string[], noted: readonly (Set<string> | undefined)[]): boolean {
  if (keys.some((key) => noted.some((set) => set?.has(key)))) return false;
  for (const key of keys) for (const set of noted) set?.add(key);
  return true;
}

/** Drops rows whose key was seen before, and adds the keys of the others. */
function withoutKnown<Row>(
  walk: Walk<Row>,
  page: PageRows<Row>,
  known: Set<string>,
): PageRows<Row> {
  const rows = page.rows.filter((row) => {
    const key = walk.keyOf(row);
    const isNew = !known.has(key);
    known.add(key);
    return isNew;
  });
  return { ...page, rows };
}

async function askForPage<Row>(
  walk: Walk<Row>,
  services: WalkServices,
  { place, prefixes }: { readonly place: number; readonly prefixes: Prefixes },
): Promise<Uint8Array | string> {
  const address = walk.address(place, prefixes.current);
  const page = await fetchPage(walk.name, services, address);
  if (page !== REFUSED) {
    prefixes.other = null;
    return page;
  }
  const alternative = prefixes.other === null ? address : walk.address(place, prefixes.other);
  if (alternative !== address) {
    [prefixes.current, prefixes.other] = [prefixes.other ?? prefixes.current, null];
    const again = await fetchPage(walk.name, services, alternative);
    if (again !== REFUSED) return again;
  }
  return `The CMS did not understand the request for the ${walk.name} (400). ` +
    "It may not know a field that is mapped, or may have been updated.";
}

/** The CMS answered 400. */
const REFUSED = "refused";

async function fetchPage(
  name: string,
  { fetch, baseUrl, allowance, signal }: WalkServices,
  address: string,
): Promise<Uint8Array | string> {
  if (signal?.aborted) return "The run was stopped.";
  if (allowance.clock() >= allowance.deadline) {
    return `Reading the ${name} took too long, so the run was ended.`;
  }
  if (allowance.bytesLeft <= 0) return `The CMS sent more than 200 MB, so the run was ended.`;
  const outcome = await fetch(`${baseUrl}${address}`, {
    accept: ACCEPT,
    maxBytes: Math.min(MAX_PAGE_BYTES, allowance.bytesLeft),
    ...(signal && { signal }),
  });
  if (signal?.aborted) return "The run was stopped.";
  if (!outcome.ok) {
    // A page that is too large counts as one of the largest size.
    if (outcome.reason === "too_large") allowance.bytesLeft -= MAX_PAGE_BYTES;
    return `The CMS could not be asked for the ${name}: ${outcome.detail}.`;
  }
  allowance.bytesLeft -= outcome.body?.length ?? 0;
  if (outcome.status === 400) return REFUSED;
  if (outcome.status !== 200) return statusSentence(name, outcome.status);
  return outcome.body ?? new Uint8Array();
}

const STATUSES: Readonly<Record<number, string>> = {
  401: "it wants a sign-in",
  403: "it does not let visitors read them",
  404: "there is no such page",
  429: "it asks for a rest; try again in a few minutes",
  503: "it is down for maintenance; try again in a few minutes",
};

function statusSentence(name: string, status: number): string {
  const why = STATUSES[status];
  return `The CMS did not give a page of the ${name}: it answered ${status}${
    why === undefined ? "" : ` (${why})`
  }.`;
}

/** Returns a sentence for a page whose rows are all invalid. */
function garbageIn<Row>(walk: Walk<Row>, { rows }: CmsDocument): string | null {
  return rows.length === 0 || rows.some((row) => row !== null) ? null : noList(walk);
}

function noList<Row>({ name }: Walk<Row>): string {
  return `The CMS answered a page of the ${name} with something that is no list of them.`;
}
