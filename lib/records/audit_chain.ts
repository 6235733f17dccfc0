/**
 * Verifies the hash chain of the audit log: finds the first entry that was altered, removed or added without
 * recomputing the hashes after it. The hashes are computed here, not by the database function of migration 0087,
 * because an attacker who can bypass the triggers can replace that function too.
 */
import { type Kysely, sql } from "kysely";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import type { Database } from "../db/mod.ts";

/** The end of the log: the number of entries, and the hash that covers all of them. */
interface AuditHead {
  readonly length: number;
  readonly hash: string;
}

/** The first fault in the log. */
interface AuditFault {
  readonly seq: number;
  /**
   * `altered`: the entry does not match its hash. `missing`: the entry is gone. `head`: the entries form a chain, but
   * it does not match the recorded end of the log. `unknown`: no entry has the expected hash.
   */
  readonly kind: "altered" | "missing" | "head" | "unknown";
}

/** The result of `verifyAuditChain()`. */
export interface AuditVerdict {
  /** Number of valid entries, counted from the first. */
  readonly entries: number;
  /** The recorded end of the log. */
  readonly head: AuditHead;
  /**
   * Number of the entry with the expected hash: all entries up to it are unchanged since that hash was noted. Null
   * without an expected hash, or when no entry has it.
   */
  readonly provedUntil: number | null;
  readonly fault: AuditFault | null;
}

/** The previous hash of the first entry. */
const NO_HASH = "0".repeat(64);

/** Entries read at a time. */
const BATCH = 500;

interface SealedEntry {
  seq: number;
  hash: string;
  /** The hashed columns as text, in the order in which they are hashed. */
  content: readonly (string | null)[];
}

/**
 * Recomputes the chain up to the end of the log at the time of the call, in batches; the log may grow meanwhile.
 *
 * The chain alone cannot detect that somebody rewrote it from an entry to its end, head included. A hash noted
 * elsewhere can: pass the head of an earlier day as `expectedHead`, and some entry must still have it.
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
  if (expectedHead !== undefined && provedUntil === null) return found("unknown", entries);
  return { entries, head, provedUntil, fault: null };
}

/** Yields the entries in order, up to the number `until`. */
async function* sealedEntries(db: Kysely<Database>, until: number): AsyncGenerator<SealedEntry> {
  // Starts below 0, so that an entry with an invalid number is found too.
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

/** Computes the same hash as `audit_hash()` of migration 0007, which explains it. */
function sealOf(previous: string, content: readonly (string | null)[]): string {
  const text = [previous, ...content].map((field) =>
    field === null ? "-;" : `${Buffer.byteLength(field)}:${field};`
  );
  return createHash("sha256").update(text.join("")).digest("hex");
}

/** Returns the first entry beyond the recorded end of the log; both are read in one statement. */
async function firstBeyondHead(db: Kysely<Database>): Promise<number | null> {
  const { seq } = await db.selectFrom("audit_log")
    .where("seq", ">", ({ selectFrom }) => selectFrom("audit_chain").select("length"))
    .select(({ fn }) => fn.min<number | null>("seq").as("seq"))
    .executeTakeFirstOrThrow();
  return seq;
}
