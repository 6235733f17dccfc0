/** Walking the pages of a list: bounded, resumable from any page, and never throwing (spec §4.11). */
import { createHash } from "node:crypto";
import type { PublicFetch } from "../../net/mod.ts";
import { Sentences } from "../schema.ts";
import { type CmsDocument, parseDocument } from "./document.ts";
import { INTERNAL_PREFIXES } from "./read.ts";

/** What a walk may use up, counted down as it goes. */
export interface WalkAllowance {
  bytesLeft: number;
  /** Pages in a row that came without anything new, in the walk that is under way. */
  barren?: number;
  /** What the rows of its last page are known by. */
  keys?: readonly string[];
  /** Moment by the same clock as `clock`, in milliseconds. */
  readonly deadline: number;
  /** A clock that only goes forward, in milliseconds. */
  readonly clock: () => number;
}

/** How the pages of a list are asked for. */
export interface WalkServices {
  readonly fetch: PublicFetch;
  /** `CMS_BASE_URL`. */
  readonly baseUrl: string;
  readonly allowance: WalkAllowance;
  readonly signal?: AbortSignal;
  /** Pages that need not be taken apart. */
  readonly known?: KnownPages;
}

/** Pages that were read before. */
export interface KnownPages {
  /** What a page holds, where it came with the same bytes before and its rows are stored as it says; null otherwise. */
  recall(page: PageName): Promise<KnownPage | null>;
}

/** What a page is known by. */
export interface PageName {
  readonly place: number;
  /** Of its bytes. */
  readonly digest: string;
}

/** What is known of a page. */
export interface KnownPage {
  /** What its rows are known by. */
  readonly keys: readonly string[];
  /** Where the walk goes on after it; null at the end. */
  readonly nextPage: number | null;
}

/** A row that was read of a page, or what was wrong with it. */
export interface PageRows<Row> {
  readonly rows: readonly Row[];
  readonly warnings: Sentences;
  /** Rows that could not be used. */
  readonly skipped: number;
}

/** One page of a walk. */
export interface WalkedPage<Row> extends PageRows<Row> {
  /** Where the walk goes on after it; null at the end, and where it cannot go on. */
  readonly nextPage: number | null;
  /** The name of a page that can be recalled another time: one all of whose rows are given, without a warning. */
  readonly name: PageName | null;
  /** Rows of a known page, which are stored as it says; they are not given. */
  readonly settled: number;
}

/** How a walk ended. */
export interface WalkEnd {
  readonly ok: boolean;
  /** From where it can be resumed; null when it is complete. */
  readonly nextPage: number | null;
  /** In a sentence, why it is not complete. */
  readonly failure: string | null;
}

/** A list of the CMS, and how to walk it. A place is a page number or an internal id. */
export interface Walk<Row> {
  /** What it lists, in the plural: "projects". */
  readonly name: string;
  readonly first: number;
  /** Address of the page at a place, with the prefix that internal ids have. */
  readonly address: (place: number, prefix: string) => string;
  /** The next place, or why there cannot be one, in a sentence. */
  readonly after: (document: CmsDocument, place: number) => number | string;
  /** What is wrong with a page as a whole. */
  readonly suspect?: (document: CmsDocument, place: number) => string | null;
  /** Reads the rows. */
  readonly read: (document: CmsDocument) => PageRows<Row>;
  /** What a row is known by: one that comes again is left out. */
  keyOf(row: Row): string;
  /** Keys of rows that came before, where the list looks at these itself. */
  readonly seen?: Set<string>;
}

/** Media type of the documents. */
const ACCEPT = "application/vnd.api+json";
/** Largest page; the largest that is plausible is some hundred kilobytes. */
const MAX_PAGE_BYTES = 8 * 1024 * 1024;

/** Pages in a row that may come without anything new. */
const MAX_BARREN_PAGES = 200;

/** Together with the last page, which may take half a minute, less than four minutes. */
const RUN_MS = 200_000;
const RUN_BYTES = 200_000_000;

/** What is left of what the walk of a run may take. */
export interface AllowanceLeft {
  readonly bytes: number;
  readonly ms: number;
  readonly barren?: number;
  readonly keys?: readonly string[];
}

/** All that the walk of one run may take from now on, four minutes and 200 MB, or what earlier steps of it have left of that. */
export function runAllowance(
  { bytes, ms, barren = 0, keys = [] }: AllowanceLeft = { bytes: RUN_BYTES, ms: RUN_MS },
  clock = () => performance.now(),
): WalkAllowance {
  return { bytesLeft: bytes, barren, keys, deadline: clock() + ms, clock };
}

/** What is left of an allowance now. */
export function leftOf(
  { bytesLeft, barren = 0, keys = [], deadline, clock }: WalkAllowance,
): AllowanceLeft {
  return { bytes: bytesLeft, ms: deadline - clock(), barren, keys };
}

/**
 * Walks a list page by page from a place. A page that fails or is garbage ends the walk: what was given until then
 * stands, and the end says why and from where to go on.
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
    const suspicion = garbageIn(walk, page) ?? walk.suspect?.(page, place) ?? null;
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
      yield { ...rows, settled: 0, name: null, nextPage: null };
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

/** Whether none of some keys came before; then they are noted. */
function areNew(
  keys: readonly string[],
  noted: readonly (Set<string> | undefined)[],
): boolean {
  if (keys.some((key) => noted.some((set) => set?.has(key)))) return false;
  for (const key of keys) for (const set of noted) set?.add(key);
  return true;
}

/** Leaves out rows that came before, and notes the others. */
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

/** Which prefix internal ids have in requests; the second is tried where the first is not understood. */
interface Prefixes {
  current: string;
  other: string | null;
}

function createPrefixes(): Prefixes {
  const [current, other] = INTERNAL_PREFIXES;
  return { current, other };
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

/** The CMS did not understand the request. */
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
    // What was sent of a page that is too large, or that broke off, counts as a whole one.
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

/** A page that has rows of which none is a resource. */
function garbageIn<Row>(walk: Walk<Row>, { rows }: CmsDocument): string | null {
  return rows.length === 0 || rows.some((row) => row !== null) ? null : noList(walk);
}

function noList<Row>({ name }: Walk<Row>): string {
  return `The CMS answered a page of the ${name} with something that is no list of them.`;
}
