/** Bringing in originals that are still elsewhere, when they are first wanted (spec §4.11). */
import { type Kysely, sql, type Transaction } from "kysely";
import { constraintOf, type Database, transact } from "../../db/mod.ts";
import type { FetchOutcome, PublicFetch } from "../../net/mod.ts";
import { AppError } from "../../http/mod.ts";
import { createFlights, type Flights } from "../renditions/flights.ts";
import { createConcurrencyLimit } from "../concurrency_limit.ts";
import { INGEST_LIMITS } from "./limits.ts";
import { type NormalForm, normalise } from "./normalise.ts";
import { writeOriginal } from "./originals.ts";
import { receive } from "./receive.ts";
import { withScratch } from "./scratch.ts";

/** What an import needs. */
export interface ImportServices {
  readonly db: Kysely<Database>;
  /** Refuses what is not on the public internet, after resolving its name, and at every redirect. */
  readonly fetchPublic: PublicFetch;
  /** Host names that originals may come from: `config.media.hosts`. */
  readonly hosts: readonly string[];
  /** Origin of the CMS, whose word the operator has given: originals may come from it wherever it lies. */
  readonly origin?: string | null;
  /** Where files lie on their way in: `config.media.uploadFolder`. */
  readonly folder: string;
  readonly now: () => Date;
}

/** What became of an import. */
export type ImportOutcome =
  /** The original is here now. */
  | { readonly kind: "imported" }
  /** It was here already. */
  | { readonly kind: "present" }
  /** There is no such asset, or it names no address. */
  | { readonly kind: "missing" }
  /** It could not be had, and is not tried again until then. */
  | { readonly kind: "failed"; readonly message: string; readonly retryAt: Date }
  /** Too many are on their way; worth asking again in seconds. */
  | { readonly kind: "busy" };

/** After a failure, so that a dead host costs one request an hour and not one a visitor. */
const RETRY_AFTER_MS = 60 * 60_000;
/** The constraint that keeps two assets from being of one file. */
const ONE_OF_A_FILE = "media_assets_upload_hash_key";

/** A file on its way is in memory, so few are on their way at once. */
const downloads = createConcurrencyLimit({ places: 2, waiting: 40, waitMs: 30_000 });

/** Imports under way, so that all who ask for one wait for the same. */
const underWay = new WeakMap<Kysely<Database>, Flights<ImportOutcome>>();

/**
 * Imports the original of an asset that has a `remote_url` and no original yet. Only hosts of the list and the CMS are asked,
 * over http or https on their own ports, without credentials, wherever they redirect to; size, time and
 * content are bounded as for uploads. A failure is kept with the asset, and not tried again for an hour.
 * However many ask for one asset, in one process it is fetched once, and of many processes one stores it.
 */
export function importRemote(services: ImportServices, assetId: string): Promise<ImportOutcome> {
  const flights = underWay.get(services.db) ?? createFlights<ImportOutcome>();
  underWay.set(services.db, flights);
  return flights(assetId, () => importOnce(services, assetId), new AbortController().signal);
}

async function importOnce(services: ImportServices, assetId: string): Promise<ImportOutcome> {
  const { db, now } = services;
  const asset = await db.selectFrom("media_assets")
    .select(["remote_url", "original_hash", "import_error", "import_failed_at"])
    .where("id", "=", assetId).executeTakeFirst();
  if (asset === undefined || (asset.remote_url === null && asset.original_hash === null)) {
    return { kind: "missing" };
  }
  const { remote_url: url, original_hash, import_error, import_failed_at } = asset;
  if (url === null || original_hash !== null) return { kind: "present" };
  const retryAt = new Date((import_failed_at?.getTime() ?? 0) + RETRY_AFTER_MS);
  if (import_failed_at !== null && retryAt > now()) {
    return { kind: "failed", message: import_error ?? "", retryAt };
  }
  try {
    const { signal } = new AbortController();
    return await downloads.run(() => bring(services, { assetId, url }), signal);
  } catch (error) {
    if (error instanceof AppError && error.kind === "unavailable") return { kind: "busy" };
    throw error;
  }
}

interface Wanted {
  readonly assetId: string;
  readonly url: string;
}

function bring(services: ImportServices, wanted: Wanted): Promise<ImportOutcome> {
  return withScratch(services.folder, async (scratch) => {
    const answer = await ask(services, wanted.url);
    if (typeof answer === "string") return await fail(services, wanted, answer);
    const sent = await receive(piece(answer), `${scratch}/sent`);
    if ("reason" in sent) return await fail(services, wanted, sent.message);
    const original = await normalise(sent, `${scratch}/original`);
    if ("reason" in original) return await fail(services, wanted, original.message);
    const brought = { ...wanted, uploadHash: sent.hash, original };
    const keep = () => transact(services.db, (trx) => store(trx, brought));
    try {
      return await keep();
    } catch (error) {
      // Somebody was storing the same file, and it is there now.
      if (constraintOf(error) === ONE_OF_A_FILE) return await keep();
      throw error;
    }
  });
}

/** The body of what is at an address, or why there is none. */
async function ask(
  { hosts, origin = null, fetchPublic }: ImportServices,
  url: string,
): Promise<Uint8Array | string> {
  const isAllowed = (to: URL) => to.origin === origin || hosts.includes(to.hostname);
  const from = URL.parse(url);
  if (from === null) return "Its address is not a web address.";
  if (!isAllowed(from)) return `Its host ${from.hostname} is not one that pictures come from.`;
  const outcome: FetchOutcome = await fetchPublic(url, {
    accept: "image/avif, image/webp, image/jpeg, image/png, image/svg+xml",
    maxBytes: INGEST_LIMITS.maxBytes,
    mayFollow: (_from, to) => isAllowed(to),
  });
  if (!outcome.ok) return `It cannot be fetched: ${outcome.detail}.`;
  if (outcome.status !== 200) return `It cannot be fetched: its host answers ${outcome.status}.`;
  return outcome.body ?? new Uint8Array();
}

async function* piece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  yield bytes;
}

interface Brought extends Wanted {
  readonly uploadHash: string;
  readonly original: NormalForm;
}

async function store(
  trx: Transaction<Database>,
  { assetId, url, uploadHash, original }: Brought,
): Promise<ImportOutcome> {
  const asset = await trx.selectFrom("media_assets").select(["original_hash", "remote_url"])
    .where("id", "=", assetId).forNoKeyUpdate().executeTakeFirst();
  if (asset === undefined) return { kind: "missing" };
  // The CMS has another file for it meanwhile.
  if (asset.remote_url !== url) return { kind: "busy" };
  // Another process was quicker.
  if (asset.original_hash !== null) return { kind: "present" };
  await trx.updateTable("media_assets").set({
    mime: original.mime,
    bytes: original.bytes,
    original_hash: original.hash,
    // Unless somebody has uploaded the same file, whose it is then.
    upload_hash: sql`case when exists (
      select from media_assets where upload_hash = ${uploadHash}) then null else ${uploadHash} end`,
    width: original.width,
    height: original.height,
    placeholder: original.placeholder,
    import_error: null,
    import_failed_at: null,
  }).where("id", "=", assetId).execute();
  await writeOriginal(trx, { assetId, path: original.path });
  return { kind: "imported" };
}

async function fail(
  { db, now }: ImportServices,
  { assetId, url }: Wanted,
  message: string,
): Promise<ImportOutcome> {
  const failedAt = now();
  await db.updateTable("media_assets").set({ import_error: message, import_failed_at: failedAt })
    .where("id", "=", assetId).where("remote_url", "=", url).where("original_hash", "is", null)
    .execute();
  return { kind: "failed", message, retryAt: new Date(failedAt.getTime() + RETRY_AFTER_MS) };
}
