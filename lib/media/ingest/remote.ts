/** Imports the originals of synced assets from their remote URLs on first use (spec §4.11). */
import { type Kysely, sql, type Transaction } from "kysely";
import { constraintOf, type Database, transact } from "@/lib/db/mod.ts";
import type { FetchOutcome, PublicFetch } from "@/lib/net/mod.ts";
import { AppError } from "@/lib/http/mod.ts";
import { isStillAhead } from "@/lib/timing/mod.ts";
import { createFlights, type Flights } from "../renditions/flights.ts";
import { createConcurrencyLimit } from "../concurrency_limit.ts";
import { INGEST_LIMITS } from "./limits.ts";
import { type NormalForm, normalise } from "./normalise.ts";
import { writeOriginal } from "./originals.ts";
import { receive } from "./receive.ts";
import { withScratch } from "./scratch.ts";

/** Dependencies of an import. */
export interface ImportServices {
  readonly db: Kysely<Database>;
  /** Refuses hosts that do not resolve to a public address, also at every redirect. */
  readonly fetchPublic: PublicFetch;
  /** Host names that originals may come from: `config.media.hosts`. */
  readonly hosts: readonly string[];
  /** Origin of the CMS, always allowed because the operator configured it. */
  readonly origin?: string | null;
  /** Folder for temporary files: `config.media.uploadFolder`. */
  readonly folder: string;
  readonly now: () => Date;
}

/** The outcome of an import. */
export type ImportOutcome =
  /** The original was imported. */
  | { readonly kind: "imported" }
  /** The original was stored already. */
  | { readonly kind: "present" }
  /** There is no such asset, or it has neither a remote URL nor an original. */
  | { readonly kind: "missing" }
  /** The import failed, and is not retried for an hour. */
  | { readonly kind: "failed"; readonly message: string }
  /** Too many imports are queued, or the remote URL changed during this one; try again in a few seconds. */
  | { readonly kind: "busy" };

/** Delay after a failure, so that a dead host costs one request an hour and not one per visitor. */
const RETRY_AFTER_MS = 60 * 60_000;
/** A retry further ahead than this follows a failure that a process with a wrong clock noted, and is due. */
const FAR_AHEAD_MS = 2 * RETRY_AFTER_MS;
/** Unique constraint that prevents two assets of the same file. */
const ONE_OF_A_FILE = "media_assets_upload_hash_key";

/** A downloaded file is in memory as a whole, so few are downloaded at once. */
const downloads = createConcurrencyLimit({ places: 2, waiting: 40, waitMs: 30_000 });

/** Imports in progress by database, shared by all callers for the same asset. */
const inProgress = new WeakMap<Kysely<Database>, Flights<ImportOutcome>>();

/**
 * Imports the original of an asset that has a `remote_url` and no original yet. Fetches only from the allowed hosts
 * and the CMS, without credentials, and checks every redirect; limits size, time and content as for uploads
 * ({@linkcode INGEST_LIMITS}). Stores a failure with the asset, and does not retry it for an hour. Concurrent calls
 * for one asset share one download within a process; of several processes, one stores the original.
 */
export function importRemote(services: ImportServices, assetId: string): Promise<ImportOutcome> {
  const flights = inProgress.getOrInsertComputed(services.db, () => createFlights());
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
  const retryAt = (import_failed_at?.getTime() ?? 0) + RETRY_AFTER_MS;
  if (isStillAhead(retryAt, now().getTime(), FAR_AHEAD_MS)) {
    return { kind: "failed", message: import_error ?? "" };
  }
  try {
    const { signal } = new AbortController();
    return await downloads.run(() => download(services, { assetId, url }), signal);
  } catch (error) {
    if (error instanceof AppError && error.kind === "unavailable") return { kind: "busy" };
    throw error;
  }
}

interface Wanted {
  readonly assetId: string;
  readonly url: string;
}

function download(services: ImportServices, wanted: Wanted): Promise<ImportOutcome> {
  return withScratch(services.folder, async (scratch) => {
    const body = await fetchBody(services, wanted.url);
    if (typeof body === "string") return await fail(services, wanted, body);
    const sent = await receive(streamOf(body), `${scratch}/sent`);
    if ("reason" in sent) return await fail(services, wanted, sent.message);
    const original = await normalise(sent, `${scratch}/original`);
    if ("reason" in original) return await fail(services, wanted, original.message);
    const downloaded = { ...wanted, uploadHash: sent.hash, original };
    const keep = () => transact(services.db, (trx) => store(trx, downloaded));
    try {
      return await keep();
    } catch (error) {
      // A concurrent upload stored the same file. Its row is committed now, so the second attempt sees it.
      if (constraintOf(error) === ONE_OF_A_FILE) return await keep();
      throw error;
    }
  });
}

/** Fetches the body at a URL, or returns the message of a failure. */
async function fetchBody(
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

async function* streamOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  yield bytes;
}

interface Downloaded extends Wanted {
  readonly uploadHash: string;
  readonly original: NormalForm;
}

async function store(
  trx: Transaction<Database>,
  { assetId, url, uploadHash, original }: Downloaded,
): Promise<ImportOutcome> {
  const asset = await trx.selectFrom("media_assets").select(["original_hash", "remote_url"])
    .where("id", "=", assetId).forNoKeyUpdate().executeTakeFirst();
  if (asset === undefined) return { kind: "missing" };
  // The sync has written a new remote URL in the meantime.
  if (asset.remote_url !== url) return { kind: "busy" };
  // Another process has imported it first.
  if (asset.original_hash !== null) return { kind: "present" };
  await trx.updateTable("media_assets").set({
    mime: original.mime,
    bytes: original.bytes,
    original_hash: original.hash,
    // Null when an uploaded asset has the same file, because the hash must be unique.
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
  await db.updateTable("media_assets").set({ import_error: message, import_failed_at: now() })
    .where("id", "=", assetId).where("remote_url", "=", url).where("original_hash", "is", null)
    .execute();
  return { kind: "failed", message };
}
