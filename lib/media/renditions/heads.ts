/** Caches the metadata of assets that renditions need. */
import type { Kysely } from "kysely";
import { type Database, type Followed, withShortLimits } from "@/lib/db/mod.ts";
import { rememberRecent } from "@/lib/http/mod.ts";
import { ID_PATTERN } from "@/lib/text/mod.ts";
import type { FocalPoint, Size } from "./plan.ts";

/** The stored file of an asset. */
export interface Original {
  /** SHA-256 of its bytes, in hex. */
  readonly hash: string;
  readonly bytes: number;
  readonly mayBeTransparent: boolean;
}

/** The metadata of an asset that its renditions depend on. */
export interface AssetHead {
  readonly id: string;
  /** Null until it is uploaded or imported. */
  readonly original: Original | null;
  /** Whether the asset has a remote URL, from which its original is or was imported. */
  readonly isRemote: boolean;
  /** Null when unknown. */
  readonly size: Size | null;
  readonly focal: FocalPoint;
}

/** Number of cached heads; a few hundred bytes each. */
const REMEMBERED = 10_000;

/**
 * Creates the function that reads the head of an asset, or null for an unknown id. Heads with an original are cached
 * until `library` changes.
 */
export function createHeads({ db, library }: {
  readonly db: Kysely<Database>;
  readonly library: Pick<Followed<object>, "current">;
}): (id: string) => Promise<AssetHead | null> {
  let known = library.current();
  let remember = rememberRecent<string, Promise<AssetHead | null>>(REMEMBERED);
  return (id) => {
    if (!ID_PATTERN.test(id)) return Promise.resolve(null);
    if (known !== library.current()) {
      known = library.current();
      remember = rememberRecent(REMEMBERED);
    }
    return remember(id, async (forget) => {
      const head = await withShortLimits(() => readHead(db, id));
      // Not cached: an import may finish any moment, and unknown ids would fill the cache.
      if ((head?.original ?? null) === null) forget();
      return head;
    });
  };
}

async function readHead(db: Kysely<Database>, id: string): Promise<AssetHead | null> {
  const row = await db.selectFrom("media_assets")
    .select([
      "mime",
      "bytes",
      "original_hash",
      "width",
      "height",
      "focal_x",
      "focal_y",
      "remote_url",
    ])
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { mime, bytes, original_hash: hash, width, height } = row;
  return {
    id,
    original: hash === null || bytes === null
      ? null
      // Ingestion stores every picture that may be transparent as PNG.
      : { hash, bytes, mayBeTransparent: mime === "image/png" },
    isRemote: row.remote_url !== null,
    size: width === null || height === null ? null : { width, height },
    focal: { x: row.focal_x, y: row.focal_y },
  };
}
