/** Stores a batch of an import in one transaction: its documents, the changed states, and the audit entry. */
import { type Kysely, sql, type Transaction } from "kysely";
import { recordAudit, SERVICE_ACTOR } from "@/lib/records/mod.ts";
import { type Database, insertAll, LOCKS, transact } from "@/lib/db/mod.ts";
import { inheritFindings } from "../links/store.ts";
import type { Passage } from "./cut.ts";
import type { Metadata } from "./metadata.ts";
import {
  type Candidate,
  type ImportPlan,
  planImport,
  type StoredVersion,
  type Verdict,
} from "./plan.ts";

/** The author of an import and the id of the request. */
export interface ImportAuthor {
  readonly actor: string;
  readonly requestId: string | null;
}

/** A document that is ready to be stored. */
export interface CutItem extends Candidate, Metadata {
  readonly contentHash: string;
  readonly passages: readonly Passage[];
}

/** Returns what {@linkcode storeItems} would return, without writing. */
export async function previewItems(
  db: Kysely<Database>,
  items: readonly CutItem[],
): Promise<readonly Verdict[]> {
  return planImport(items, await readVersions(db, items)).verdicts;
}

/**
 * Stores new documents and new versions in one transaction, with the audit entry last, and returns the verdict on each.
 * An advisory lock serialises imports, so that two concurrent imports of the same file store it once. Writes nothing if
 * nothing is new, and no audit entry without an author. A `db` that is a transaction is used directly.
 */
export function storeItems(
  db: Kysely<Database>,
  items: readonly CutItem[],
  author: ImportAuthor | null = { actor: SERVICE_ACTOR, requestId: null },
): Promise<readonly Verdict[]> {
  return transact(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCKS.corpus)})`.execute(trx);
    const plan = planImport(items, await readVersions(trx, items));
    if (plan.inserts.length + plan.updates.length > 0) {
      await writePlan(trx, plan);
      if (author === null) return plan.verdicts;
      await recordAudit(trx, {
        actor: author.actor,
        requestId: author.requestId,
        action: "import",
        entityType: "corpus",
        after: {
          stored: plan.inserts.map(({ id }) => id),
          superseded: plan.updates.filter(({ state }) => state === "superseded")
            .map(({ id, supersededBy }) => ({ id, by: supersededBy })),
        },
      });
    }
    return plan.verdicts;
  }, { long: true });
}

async function readVersions(
  db: Kysely<Database>,
  items: readonly CutItem[],
): Promise<StoredVersion[]> {
  const keys = [...new Set(items.map(({ sourceKey }) => sourceKey))];
  if (keys.length === 0) return [];
  const rows = await db.selectFrom("corpus_items")
    .select(["id", "source_key", "fetched_at", "state", "superseded_by"])
    .where("source_key", "in", keys).orderBy("id").execute();
  return rows.map((row) => ({
    id: row.id,
    sourceKey: row.source_key,
    fetchedAt: row.fetched_at,
    state: row.state,
    supersededBy: row.superseded_by,
  }));
}

async function writePlan(
  trx: Transaction<Database>,
  { inserts, updates }: ImportPlan<CutItem>,
): Promise<void> {
  // Superseded versions come first, because a constraint allows at most one current version of a document at any time.
  for (const version of updates.filter(({ state }) => state === "superseded")) {
    await updateVersion(trx, version);
  }
  await insertAll(
    trx,
    "corpus_items",
    inserts.map(({ candidate, ...version }) => ({
      id: candidate.id,
      source_key: candidate.sourceKey,
      title: candidate.title,
      content_type: candidate.contentType,
      source_kind: candidate.sourceKind,
      source_url: candidate.sourceUrl,
      pdp_path: candidate.pdpPath,
      link_status: "unchecked" as const,
      version: candidate.contentHash.slice(0, 12),
      fetched_at: candidate.fetchedAt,
      content_hash: candidate.contentHash,
      state: version.state,
      superseded_by: version.supersededBy,
    })),
  );
  await insertAll(
    trx,
    "corpus_item_systems",
    inserts.flatMap(({ id, candidate }) =>
      candidate.systemIds.map((systemId) => ({ item_id: id, system_id: systemId }))
    ),
  );
  await insertAll(
    trx,
    "corpus_passages",
    inserts.flatMap(({ id, candidate }) =>
      candidate.passages.map(({ seq, heading, text }) => ({ item_id: id, seq, heading, text }))
    ),
  );
  await inheritFindings(trx, inserts.map(({ id }) => id));
  for (const version of updates.filter(({ state }) => state !== "superseded")) {
    await updateVersion(trx, version);
  }
}

async function updateVersion(
  trx: Transaction<Database>,
  { id, state, supersededBy, fetchedAt }: StoredVersion,
): Promise<void> {
  await trx.updateTable("corpus_items")
    .set({ state, superseded_by: supersededBy, fetched_at: fetchedAt })
    .where("id", "=", id).execute();
}
