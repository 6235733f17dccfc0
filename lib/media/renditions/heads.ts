/** What is known of an asset before any of its bytes is read. */
import type { Kysely } from "kysely";
import type { Database, Followed } from "../../db/mod.ts";
import { rememberRecent } from "../../http/mod.ts";
import type { FocalPoint, Size } from "./plan.ts";

/** The stored file of an asset. */
export interface Original {
  /** SHA-256 of its bytes, in hex. */
  readonly hash: string;
  readonly bytes: number;
  readonly mayBeTransparent: boolean;
}

/** An asset, as far as its renditions depend on it. */
export interface AssetHead {
  readonly id: string;
  /** Null until it is here. */
  readonly original: Original | null;
  readonly isRemote: boolean;
  /** Null until somebody knows it. */
  readonly size: Size | null;
  readonly focal: FocalPoint;
}

/** What ids look like (migration 0016); nothing else is asked for. */
const ID = /^[a-zA-Z0-9][a-zA-Z0-9_-]{0,99}$/;
/** A few hundred bytes each. */
const REMEMBERED = 10_000;

/**
 * Gives the function that finds heads by id, null for what is not there. Those with an original are remembered until
 * something in the library changes.
 */
export function createHeads({ db, library }: {
  readonly db: Kysely<Database>;
  readonly library: Pick<Followed<object>, "current">;
}): (id: string) => Promise<AssetHead | null> {
  let known = library.current();
  let remember = rememberRecent<string, Promise<AssetHead | null>>(REMEMBERED);
  return (id) => {
    if (!ID.test(id)) return Promise.resolve(null);
    if (known !== library.current()) {
      known = library.current();
      remember = rememberRecent(REMEMBERED);
    }
    return remember(id, async (forget) => {
      const head = await readHead(db, id);
      // An import may be moments away, and ids that nothing has are without number.
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
      // Whatever may be transparent is taken in as PNG.
      : { hash, bytes, mayBeTransparent: mime === "image/png" },
    isRemote: row.remote_url !== null,
    size: width === null || height === null ? null : { width, height },
    focal: { x: row.focal_x, y: row.focal_y },
  };
}
