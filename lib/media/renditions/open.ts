/** Wires the renditions of the service together. */
import type { Kysely } from "kysely";
import type { Database, Followed } from "@/lib/db/mod.ts";
import { readOriginal } from "../ingest/originals.ts";
import type { ImportOutcome } from "../ingest/remote.ts";
import { openCache } from "./cache.ts";
import { encode } from "./encode.ts";
import { prepareFolder } from "./folder.ts";
import { createHeads } from "./heads.ts";
import { createRenditions, type Renditions } from "./renditions.ts";

/** Dependencies of {@linkcode openRenditions}. */
interface OpenRenditionsOptions {
  readonly db: Kysely<Database>;
  /** The media index, used as a version: its current value is a new object after every change of the library. */
  readonly library: Pick<Followed<object>, "current">;
  /** Folder and size limit of the file cache, for renditions and originals together. */
  readonly cache: { readonly folder: string; readonly maxBytes: number };
  readonly importOriginal: (id: string) => Promise<ImportOutcome>;
  readonly now: () => Date;
  readonly log: { warn(message: string, properties: Record<string, unknown>): void };
}

/** Share of the cache for originals, from which several renditions are often made in a row. */
const ORIGINALS_SHARE = 0.25;

/**
 * Opens the renditions of the service. If the cache folder is not writable, logs a warning and uses a temporary folder,
 * which `close` removes. Encodes as many renditions at once as there are cores.
 */
export async function openRenditions(
  { db, library, cache, importOriginal, now, log }: OpenRenditionsOptions,
): Promise<Renditions & { close(): Promise<void> }> {
  const folder = await prepareFolder(cache.folder);
  if (folder.insteadBecause !== null) {
    log.warn("cannot write the folder of renditions, so they last until the process ends", {
      folder: cache.folder,
      insteadIn: folder.path,
      error: folder.insteadBecause,
    });
  }
  const openPart = (name: string, share: number, options: { wholeBytes?: number } = {}) =>
    openCache({
      ...options,
      folder: `${folder.path}/${name}`,
      maxBytes: Math.floor(cache.maxBytes * share),
      onError: (error) => log.warn("cannot keep renditions in files", { error }),
    });
  const renditions = createRenditions({
    findHead: createHeads({ db, library }),
    readOriginal: (id) => readOriginal(db, id),
    importOriginal,
    originals: openPart("originals", ORIGINALS_SHARE, { wholeBytes: Infinity }),
    cache: openPart("made", 1 - ORIGINALS_SHARE),
    encode,
    places: navigator.hardwareConcurrency,
    now,
    onBroken: (assetId, error) => log.warn("cannot read an original", { assetId, error }),
  });
  return { ...renditions, close: folder.close };
}
