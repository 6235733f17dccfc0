/** Decisions about proposed tags, one picture at a time. */
import type { Kysely } from "kysely";
import type { Database } from "../../db/mod.ts";
import type { TagRef } from "../changes/asset.ts";
import { type Bulk, type BulkOutcome, changeAssets } from "../changes/bulk.ts";
import { withState } from "../changes/tags.ts";

/** Rejects proposed tags of pictures; they are kept, so that nobody proposes them again. */
export function rejectTags(
  db: Kysely<Database>,
  { by, ids, tags }: Bulk & { readonly tags: readonly TagRef[] },
): Promise<BulkOutcome> {
  return changeAssets(db, {
    by,
    ids,
    action: "reject",
    next: (asset) => withState(asset, tags, { from: "proposed", to: "rejected" }),
  });
}
