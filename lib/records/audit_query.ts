/** Reads the audit log: filtered pages, single entries, and the last change of a record. */
import { type ExpressionBuilder, type Kysely, type SelectQueryBuilder, sql } from "kysely";
import type { Database } from "../db/mod.ts";
import { type AuditFilter, typesOfArea } from "./audit_filter.ts";
import { isAskable } from "./change.ts";
import { dayAfter } from "@/lib/timing/mod.ts";

/** An entry of the audit log. */
export interface LoggedEntry {
  /** Number of the entry: consecutive, starting at 1, in the order of recording. */
  readonly seq: number;
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly entityType: string;
  /** Null when the entry is about many records. */
  readonly entityId: string | null;
  /** The record before the change, in the shape it had then; null for a creation. */
  readonly before: unknown;
  readonly after: unknown;
  readonly requestId: string | null;
  /** Whether the latest entry of the record removed it. */
  readonly gone: boolean;
}

/** Selects the entries of one author and request for one entity type. */
interface RequestQuery {
  readonly actor: string;
  readonly requestId: string;
  readonly entityType: string;
}

/**
 * Returns the entries of one request of the last day, in their order, for undoing it. The day bounds the scan, because
 * no index covers the request id.
 */
export async function entriesOfRequest(
  db: Kysely<Database>,
  { actor, requestId, entityType }: RequestQuery,
): Promise<Pick<LoggedEntry, "action" | "entityId" | "before" | "after">[]> {
  if (!isAskable(requestId)) return [];
  return await db.selectFrom("audit_log")
    .select(["action", "entity_id as entityId", "before", "after"])
    .where("request_id", "=", requestId).where("actor", "=", actor)
    .where("entity_type", "=", entityType).where("at", ">", sql<Date>`now() - interval '1 day'`)
    .orderBy("seq").execute();
}

/** A page of entries, latest first. */
interface AuditPage {
  readonly entries: readonly LoggedEntry[];
  /** How many entries match in all. */
  readonly total: number;
  /** How many matching entries are later than this page. */
  readonly laterCount: number;
}

/** The cursor of a page: entries with a number below `older`, or above `newer`. */
interface AuditCursor {
  readonly older?: number | undefined;
  readonly newer?: number | undefined;
}

/**
 * Returns a page of the matching entries, latest first. A cursor beyond either end returns the page at that end, so
 * that an old link still shows entries.
 */
export async function findAuditEntries(
  db: Kysely<Database>,
  filter: AuditFilter,
  { older, newer, limit }: AuditCursor & { readonly limit: number },
): Promise<AuditPage> {
  const entries = await entriesAt(db, filter, { older, newer, limit });
  entries.sort((a, b) => b.seq - a.seq);
  return { entries, ...await countAround(db, filter, entries[0]?.seq ?? 0) };
}

/** Returns the entries of a page in any order. A page of newer ones that is not full gives the latest page. */
async function entriesAt(
  db: Kysely<Database>,
  filter: AuditFilter,
  { older, newer, limit }: AuditCursor & { readonly limit: number },
) {
  if (older !== undefined) {
    const rows = await entriesAfter(db, filter, { seq: older, limit, direction: "desc" });
    if (rows.length > 0) return rows;
    return await entriesAfter(db, filter, { seq: 0, limit, direction: "asc" });
  }
  if (newer !== undefined) {
    const rows = await entriesAfter(db, filter, { seq: newer, limit, direction: "asc" });
    if (rows.length === limit) return rows;
  }
  const seq = Number.MAX_SAFE_INTEGER;
  return await entriesAfter(db, filter, { seq, limit, direction: "desc" });
}

/** Counts all matching entries, and those later than the entry `first`. */
async function countAround(
  db: Kysely<Database>,
  filter: AuditFilter,
  first: number,
): Promise<Pick<AuditPage, "total" | "laterCount">> {
  if (Object.values(filter).every((value) => value === undefined)) {
    // Numbers are consecutive, so the last one counts the log, which may be long.
    const last = await db.selectFrom("audit_log").select("seq").orderBy("seq", "desc").limit(1)
      .executeTakeFirst();
    const total = last?.seq ?? 0;
    return { total, laterCount: total - first };
  }
  return await countOf(db, filter, first).executeTakeFirstOrThrow();
}

/** Returns the query that counts the matching entries, and those later than the entry `first`. */
export function countOf(db: Kysely<Database>, filter: AuditFilter, first: number) {
  return matching(db, filter).select(({ fn }) => [
    fn.countAll<number>().as("total"),
    fn.countAll<number>().filterWhere("entry.seq", ">", first).as("laterCount"),
  ]);
}

/** Returns the entries of some entity types after a moment, latest first, at most `limit`. */
export async function findAuditEntriesSince(
  db: Kysely<Database>,
  { types, since, limit }: {
    readonly types: readonly string[];
    readonly since: Date;
    readonly limit: number;
  },
): Promise<Pick<LoggedEntry, "seq" | "entityType" | "entityId" | "before" | "after">[]> {
  return await db.selectFrom("audit_log")
    .select(["seq", "entity_type as entityType", "entity_id as entityId", "before", "after"])
    .where("at", ">", since).where("entity_type", "in", types)
    .orderBy("seq", "desc").limit(limit).execute();
}

/** Returns a query of the matching entries, to be completed by the caller. */
export function matching(
  db: Kysely<Database>,
  { area, type, id, actor, action, request, from, to }: AuditFilter,
): SelectQueryBuilder<Database & { entry: Database["audit_log"] }, "entry", unknown> {
  let query = db.selectFrom("audit_log as entry");
  if (area !== undefined) query = query.where("entry.entity_type", "in", typesOfArea(area));
  if (type !== undefined) query = query.where("entry.entity_type", "=", type);
  if (id !== undefined) query = query.where("entry.entity_id", "=", id);
  if (actor !== undefined) query = query.where("entry.actor", "=", actor);
  if (action !== undefined) query = query.where("entry.action", "=", action);
  if (request !== undefined) query = query.where("entry.request_id", "=", request);
  if (from !== undefined) query = query.where("entry.at", ">=", from);
  if (to !== undefined) query = query.where("entry.at", "<", dayAfter(to));
  return query;
}

interface EntryRange {
  /** Start, exclusive. */
  readonly seq: number;
  readonly limit: number;
  readonly direction: "asc" | "desc";
}

async function entriesAfter(
  db: Kysely<Database>,
  filter: AuditFilter,
  { seq, limit, direction }: EntryRange,
): Promise<LoggedEntry[]> {
  return await matching(db, filter).select(loggedColumns)
    .where("entry.seq", direction === "asc" ? ">" : "<", seq)
    .orderBy("entry.seq", direction).limit(limit).execute();
}

function loggedColumns(
  { ref, selectFrom }: ExpressionBuilder<Database & { entry: Database["audit_log"] }, "entry">,
) {
  const latest = selectFrom("audit_log as latest")
    .whereRef("latest.entity_type", "=", "entry.entity_type")
    .whereRef("latest.entity_id", "=", "entry.entity_id")
    .orderBy("latest.seq", "desc").limit(1)
    .select(({ eb }) => eb("latest.after", "is", null).as("gone"));
  return [
    "entry.seq",
    "entry.at",
    "entry.actor",
    "entry.action",
    ref("entry.entity_type").as("entityType"),
    ref("entry.entity_id").as("entityId"),
    "entry.before",
    "entry.after",
    ref("entry.request_id").as("requestId"),
    sql<boolean>`coalesce(${latest}, false)`.as("gone"),
  ] as const;
}

/** An entry with its hashes, and the adjacent entries of the same record. */
export interface AuditEntryView {
  readonly entry: LoggedEntry;
  readonly hash: string;
  /** Hash of the entry before; null for the first. */
  readonly previousHash: string | null;
  /** Numbers of the previous and next entry of the same record. */
  readonly earlier: number | null;
  readonly later: number | null;
}

/** Finds the entry with a number; undefined when there is none. */
export async function findAuditEntry(
  db: Kysely<Database>,
  seq: number,
): Promise<AuditEntryView | undefined> {
  const row = await db.selectFrom("audit_log as entry").where("entry.seq", "=", seq)
    .select(loggedColumns)
    .select(({ selectFrom }) => [
      "entry.hash",
      selectFrom("audit_log as previous").select("previous.hash")
        .where("previous.seq", "=", seq - 1).as("previousHash"),
    ])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { hash, previousHash, ...entry } = row;
  const history = db.selectFrom("audit_log").select("seq")
    .where("entity_type", "=", entry.entityType)
    .where("entity_id", "is not distinct from", entry.entityId)
    .limit(1);
  const earlier = await history.where("seq", "<", seq).orderBy("seq", "desc").executeTakeFirst();
  const later = await history.where("seq", ">", seq).orderBy("seq").executeTakeFirst();
  return {
    entry,
    hash,
    previousHash,
    earlier: earlier?.seq ?? null,
    later: later?.seq ?? null,
  };
}

/** A change of a record. */
export interface LastChange {
  readonly seq: number;
  readonly at: Date;
  /** Actor of the change. */
  readonly by: string;
}

/** Returns the last change of a record; null when the log has none. */
export async function lastChange(
  db: Kysely<Database>,
  type: string,
  id: string,
): Promise<LastChange | null> {
  const row = await db.selectFrom("audit_log").select(["seq", "at", "actor as by"])
    .where("entity_type", "=", type).where("entity_id", "=", id)
    .orderBy("seq", "desc").limit(1).executeTakeFirst();
  return row ?? null;
}

/** The values that the filters offer, each list sorted. */
export interface AuditChoices {
  readonly types: readonly string[];
  readonly actors: readonly string[];
  readonly actions: readonly string[];
}

/** Returns every entity type, actor and action in the log. */
export async function auditChoices(db: Kysely<Database>): Promise<AuditChoices> {
  return {
    types: await valuesOf(db, "entity_type"),
    actors: await valuesOf(db, "actor"),
    actions: await valuesOf(db, "action"),
  };
}

/** Reads the distinct values by a loose index scan; `distinct` would scan the whole log. */
async function valuesOf(
  db: Kysely<Database>,
  column: "entity_type" | "actor" | "action",
): Promise<string[]> {
  const name = sql.ref(column);
  const { rows } = await sql<{ value: string }>`
    with recursive step (value) as (
      select min(${name}) from audit_log
      union all
      select (select min(${name}) from audit_log where ${name} > step.value)
      from step where step.value is not null
    )
    select value from step where value is not null`.execute(db);
  return rows.map(({ value }) => value);
}
