/** Proposes tags for assets and stores them until somebody accepts or rejects them (spec §2.12). */
import { type Kysely, sql } from "kysely";
import { type Author, recordAudit, SERVICE_ACTOR } from "@/lib/records/mod.ts";
import { type Database, transact } from "@/lib/db/mod.ts";
import type { Runner } from "@/lib/jobs/mod.ts";
import { assetEntity, readAssets } from "../changes/asset.ts";
import type { Vocabulary } from "./proposal.ts";
import { readTexts } from "./read_texts.ts";
import { readVocabulary } from "./vocabulary.ts";

/** Assets per transaction. */
const BATCH = 500;

/** The result of {@linkcode proposeTags}. */
export interface Looked {
  /** Number of assets that were examined. */
  readonly assets: number;
  /** Number of tags that were proposed. */
  readonly proposals: number;
}

/** The assets to examine. */
export interface Look {
  readonly ids: readonly string[];
  /** Absent when the service acts by itself; the audit entry then names the service. */
  readonly by?: Author;
}

/**
 * Stores the tags proposed for assets. Tags that an asset has already, in any state, stay as they are, so a second call
 * proposes nothing new. Works in batches of 500 assets, each in its own transaction, with an audit entry for each batch
 * in which something was proposed. Unknown ids are ignored.
 */
export async function proposeTags(
  db: Kysely<Database>,
  { ids, by }: Look,
): Promise<Looked> {
  const vocabulary = await readVocabulary(db);
  const distinct = [...new Set(ids)];
  let total: Looked = { assets: 0, proposals: 0 };
  for (let start = 0; start < distinct.length; start += BATCH) {
    const batch = distinct.slice(start, start + BATCH);
    const { assets, proposals } = await proposeBatch(db, {
      batch,
      vocabulary,
      by: by ?? null,
    });
    total = { assets: total.assets + assets, proposals: total.proposals + proposals };
  }
  return total;
}

/** Runs {@linkcode proposeTags} in the background, such as after the response to an upload. */
export function proposeSoon(
  { db, background }: {
    readonly db: Kysely<Database>;
    readonly background: Pick<Runner, "run">;
  },
  ids: readonly string[],
): void {
  if (ids.length > 0) background.run("propose tags", () => proposeTags(db, { ids }));
}

/** Returns the ids of the assets with neither a live tag (projects aside) nor a proposed one. */
export async function unseenAssets(db: Kysely<Database>): Promise<string[]> {
  const rows = await db.selectFrom("media_library").select("asset_id as id")
    .where("untagged", "=", true).where("unreviewed", "=", false)
    .orderBy("asset_id").execute();
  return rows.map(({ id }) => id);
}

interface Batch {
  readonly batch: readonly string[];
  readonly vocabulary: Vocabulary;
  readonly by: Author | null;
}

function proposeBatch(
  db: Kysely<Database>,
  { batch, vocabulary, by }: Batch,
): Promise<Looked> {
  return transact(db, async (trx) => {
    const assets = await readAssets(trx, batch, { lock: true });
    const rows = assets.flatMap((asset) =>
      readTexts(asset, vocabulary).map(({ type, ref, confidence }) => ({
        asset_id: asset.id,
        tag_type: type,
        tag_ref: ref,
        confidence,
      }))
    );
    if (rows.length > 0) {
      await sql`
        insert into media_tags (asset_id, tag_type, tag_ref, state, source, confidence)
        select asset_id, tag_type, tag_ref, 'proposed', 'proposer', confidence
        from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
          as new(asset_id text, tag_type text, tag_ref text, confidence real)
        on conflict (asset_id, tag_type, tag_ref) do nothing`.execute(trx);
      const [only, ...others] = assets;
      await recordAudit(trx, {
        actor: by?.staff.email ?? SERVICE_ACTOR,
        requestId: by?.requestId ?? null,
        action: "propose",
        entityType: assetEntity.type,
        entityId: only !== undefined && others.length === 0 ? only.id : null,
        after: { pictures: assets.length, proposals: rows.length },
      });
    }
    return { assets: assets.length, proposals: rows.length };
  });
}
