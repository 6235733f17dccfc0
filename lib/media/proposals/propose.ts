/** Proposals, kept until somebody accepts or rejects them (spec §2.12). */
import { type Kysely, sql } from "kysely";
import { type Author, recordAudit, SERVICE_ACTOR } from "../../records/mod.ts";
import { type Database, transact } from "../../db/mod.ts";
import type { Runner } from "../../jobs/mod.ts";
import { assetEntity, readAssets } from "../changes/asset.ts";
import type { Proposer, Vocabulary } from "./proposal.ts";
import { readTexts } from "./read_texts.ts";
import { readVocabulary } from "./vocabulary.ts";

/** Assets that one transaction looks at. */
const BATCH = 500;

/** What a look came to. */
export interface Looked {
  /** Pictures that were looked at. */
  readonly assets: number;
  readonly proposals: number;
}

/** Which pictures are looked at, and for whom; for nobody where the service does it by itself. */
export interface Look {
  readonly ids: readonly string[];
  readonly by?: Author;
  readonly proposer?: Proposer;
}

/**
 * Looks at pictures and keeps what is proposed. What a picture has already, in whatever state, stays as it is, so
 * looking twice is looking once. Writes one audit entry for each batch in which something was proposed.
 */
export async function proposeTags(
  db: Kysely<Database>,
  { ids, by, proposer = readTexts }: Look,
): Promise<Looked> {
  const vocabulary = await readVocabulary(db);
  const distinct = [...new Set(ids)];
  let looked: Looked = { assets: 0, proposals: 0 };
  for (let start = 0; start < distinct.length; start += BATCH) {
    const batch = distinct.slice(start, start + BATCH);
    const { assets, proposals } = await proposeBatch(db, {
      batch,
      vocabulary,
      proposer,
      by: by ?? null,
    });
    looked = { assets: looked.assets + assets, proposals: looked.proposals + proposals };
  }
  return looked;
}

/** Looks at pictures behind the answer to whoever brought them. */
export function proposeSoon(
  { db, background }: {
    readonly db: Kysely<Database>;
    readonly background: Pick<Runner, "run">;
  },
  ids: readonly string[],
): void {
  if (ids.length > 0) background.run("propose tags", () => proposeTags(db, { ids }));
}

/** The pictures that nobody has said anything of: no live tag but projects, and nothing proposed. */
export async function unseenAssets(db: Kysely<Database>): Promise<string[]> {
  const rows = await db.selectFrom("media_library").select("asset_id as id")
    .where("untagged", "=", true).where("unreviewed", "=", false)
    .orderBy("asset_id").execute();
  return rows.map(({ id }) => id);
}

interface Batch {
  readonly batch: readonly string[];
  readonly vocabulary: Vocabulary;
  readonly proposer: Proposer;
  readonly by: Author | null;
}

function proposeBatch(
  db: Kysely<Database>,
  { batch, vocabulary, proposer, by }: Batch,
): Promise<Looked> {
  return transact(db, async (trx) => {
    const assets = await readAssets(trx, batch, { lock: true });
    const rows = assets.flatMap((asset) =>
      proposer(asset, vocabulary).map(({ type, ref, confidence }) => ({
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
