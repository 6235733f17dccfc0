/**
 * The audit log, held against its seals: whatever was altered, removed or added behind the database's back, and
 * left the seals after it as they were, is found, and where. The hashes are computed here and not by the database's own function (migration
 * 0007), for whoever can write around the triggers can replace that function too.
 */
import { type Kysely, sql } from "kysely";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import type { Database } from "../db/mod.ts";

/** Where the log ends: how many entries it has, and the hash that seals all of them. */
export interface AuditHead {
  readonly length: number;
  readonly hash: string;
}

/** What is wrong with the log, at its first entry that does not fit. */
export interface AuditFault {
  readonly seq: number;
  /**
   * `altered`: the entry is not what was sealed, or never was. `missing`: the entry is gone. `head`:
   * the entries fit one another, but neither the recorded end of the log nor the expected hash.
   */
  readonly kind: "altered" | "missing" | "head";
}

/** What `verifyAuditChain()` found. */
export interface AuditVerdict {
  /** How many entries were found good, from the first on. */
  readonly entries: number;
  /** The recorded end of the log. */
  readonly head: AuditHead;
  /**
   * The entry that carries the expected hash: it and all before it are as they were when that was noted. Null without
   * such a hash, when it is only known that the entries fit one another.
   */
  readonly provedUntil: number | null;
  readonly fault: AuditFault | null;
}

/** What stands for the entry before the first. */
const NO_HASH = "0".repeat(64);

/** How many entries are in memory at a time. */
const BATCH = 500;

interface SealedEntry {
  seq: number;
  hash: string;
  /** The columns in the order of the hash, as the text that is hashed. */
  content: readonly (string | null)[];
}

/**
 * Recomputes the whole chain, a batch at a time, while the log may grow.
 *
 * The chain alone cannot tell of somebody who rewrote it from some entry to its end, head included.
 * A hash written down elsewhere can: with `expectedHead`, the head of an earlier day, some entry must
 * still carry it.
 */
export async function verifyAuditChain(
  db: Kysely<Database>,
  { expectedHead }: { expectedHead?: string | undefined } = {},
): Promise<AuditVerdict> {
  const recorded = await db.selectFrom("audit_chain").select(["length", "hash"]).executeTakeFirst();
  const head = recorded ?? { length: 0, hash: NO_HASH };
  let previous = NO_HASH;
  let entries = 0;
  let provedUntil = expectedHead === NO_HASH ? 0 : null;
  const found = (kind: AuditFault["kind"], seq: number) => ({
    entries,
    head,
    provedUntil,
    fault: { seq, kind },
  });

  for await (const { seq, hash, content } of sealedEntries(db, head.length)) {
    if (seq > entries + 1) return found("missing", entries + 1);
    if (seq <= entries || hash !== sealOf(previous, content)) return found("altered", seq);
    previous = hash;
    entries = seq;
    if (hash === expectedHead) provedUntil = seq;
  }
  if (entries < head.length) return found("missing", entries + 1);
  if (recorded === undefined || previous !== head.hash) return found("head", entries);
  const surplus = await firstBeyondHead(db);
  if (surplus !== null) return found("head", surplus);
  if (expectedHead !== undefined && provedUntil === null) return found("head", entries);
  return { entries, head, provedUntil, fault: null };
}

/** In the order of their numbers, up to one of them; what is added meanwhile is not looked at. */
async function* sealedEntries(db: Kysely<Database>, until: number): AsyncGenerator<SealedEntry> {
  // From below every number, so that an entry which was given one that cannot be comes up as well.
  let after = Number.MIN_SAFE_INTEGER;
  while (true) {
    const rows = await db.selectFrom("audit_log")
      .select([
        "seq",
        "hash",
        sql<string>`(extract(epoch from at) * 1000000)::bigint::text`.as("at"),
        "actor",
        "action",
        "entity_type",
        "entity_id",
        sql<string | null>`before::text`.as("before"),
        sql<string | null>`after::text`.as("after"),
        "request_id",
      ])
      .where("seq", ">", after).where("seq", "<=", until)
      .orderBy("seq").limit(BATCH).execute();
    for (const row of rows) {
      yield {
        seq: row.seq,
        hash: row.hash,
        content: [
          `${row.seq}`,
          row.at,
          row.actor,
          row.action,
          row.entity_type,
          row.entity_id,
          row.before,
          row.after,
          row.request_id,
        ],
      };
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return;
    after = last.seq;
  }
}

/** The same as `audit_hash()` of migration 0007, which says how and why. */
function sealOf(previous: string, content: readonly (string | null)[]): string {
  const text = [previous, ...content].map((field) =>
    field === null ? "-;" : `${Buffer.byteLength(field)}:${field};`
  );
  return createHash("sha256").update(text.join("")).digest("hex");
}

/** An entry beyond the recorded end, both read at one moment. */
async function firstBeyondHead(db: Kysely<Database>): Promise<number | null> {
  const { seq } = await db.selectFrom("audit_log")
    .where("seq", ">", ({ selectFrom }) => selectFrom("audit_chain").select("length"))
    .select(({ fn }) => fn.min<number | null>("seq").as("seq"))
    .executeTakeFirstOrThrow();
  return seq;
}
