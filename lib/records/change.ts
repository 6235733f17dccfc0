/** The only way in which staff change a record: lock, compare, check, write and audit in one transaction. */
import type { Kysely, Transaction } from "kysely";
import { createHash } from "node:crypto";
import { constraintOf, type Database, transact } from "../db/mod.ts";
import { canonicalJson } from "../text/mod.ts";
import { type AuditEntry, recordAudit, recordAudits } from "./audit.ts";

/** How records of one kind are stored. The audit log shows what `read` returns. */
export interface Entity<R extends object> {
  /** Entity type in the audit log, such as `system` or `rule`. */
  readonly type: string;
  /**
   * Reads a record. With `lock`, locks it against other writers until the transaction ends. Use `for no key update`,
   * which still lets other rows refer to the record; a stronger lock could deadlock a reordering of a list with a save
   * of something that names two of its records.
   */
  read(trx: Kysely<Database>, id: string, options: { lock: boolean }): Promise<R | null>;
  /** Locks and reads several records, by id, without those that do not exist. Absent: each is read alone. */
  readAll?(trx: Kysely<Database>, ids: readonly string[]): Promise<ReadonlyMap<string, R>>;
  /** Absent if staff cannot create records of this kind. */
  insert?(trx: Transaction<Database>, record: R): Promise<void>;
  update(trx: Transaction<Database>, record: R, before: R): Promise<void>;
  /** Absent if records of this kind are never deleted. */
  remove?(trx: Transaction<Database>, record: R): Promise<void>;
  /** A check for every write of the record; it runs before the `check` of the action. */
  readonly check?: Action<R>["check"];
  /** Error messages for violated database constraints, by constraint name. */
  readonly constraints?: Readonly<Record<string, FieldErrors>>;
}

/** Error messages by field name. */
export type FieldErrors = Readonly<Record<string, string>>;

/** The author of a change, and the request. */
export interface Author {
  readonly staff: { readonly email: string };
  readonly requestId: string | null;
}

/** The inputs that all changes share. */
interface Action<R extends object> {
  readonly by: Author;
  readonly id: string;
  /**
   * Checks what the record alone cannot tell, such as whether a record it names exists. Runs in the transaction with
   * the record locked. Returning any field refuses the change.
   */
  readonly check?: (
    trx: Transaction<Database>,
    next: R,
    before: R | null,
  ) => FieldErrors | Promise<FieldErrors>;
}

/** A record to create. */
interface Creation<R extends object> extends Action<R> {
  readonly record: R;
}

/** A change of an existing record. */
export interface Change<R extends object> extends Action<R> {
  /** Verb for the audit log: `update`, `retire`, `enable`. */
  readonly action: string;
  /**
   * Version of the record that the author saw. Leave it out for actions that are valid whatever the record has become,
   * such as disabling it.
   */
  readonly version?: string | undefined;
  /** The new record, or a function of the current one; null deletes it. */
  readonly next: R | null | ((current: R) => R | null);
  /**
   * Writes further audit entries after that of the record. It must do nothing else, because the log is locked by then.
   */
  readonly conclude?: (trx: Transaction<Database>) => Promise<void>;
}

/** The outcome of a change. Nothing was written unless it is `changed`. */
export type ChangeOutcome<R extends object> =
  | { readonly kind: "changed"; readonly before: R | null; readonly record: R | null }
  /** The record already has the requested content, for example because a form was sent twice. */
  | { readonly kind: "unchanged"; readonly record: R }
  /** Somebody else changed the record after the author read it. */
  | { readonly kind: "conflict"; readonly current: R; readonly version: string }
  | { readonly kind: "missing" }
  /** A record with the new id exists. */
  | { readonly kind: "taken" }
  | { readonly kind: "invalid"; readonly fields: FieldErrors };

/** Returns the version of a record: a digest of its content. */
export function versionOf(record: object): string {
  return createHash("sha256").update(canonicalJson(record)).digest("base64url").slice(0, 22);
}

/** Returns whether a text may be used in a query: Postgres rejects NUL characters. */
export function isAskable(text: string): boolean {
  return !text.includes("\0");
}

/** Reads a record and its current version; null when there is none. */
export async function readRecord<R extends object>(
  db: Kysely<Database>,
  entity: Entity<R>,
  id: string,
): Promise<{ record: R; version: string } | null> {
  const record = isAskable(id) ? await entity.read(db, id, { lock: false }) : null;
  return record && { record, version: versionOf(record) };
}

/**
 * Creates a record and audits it as `create`, in one transaction (spec §6.2). Returns `taken` when the id exists,
 * `invalid` when Postgres cannot store the id, or a check or an explained constraint fails.
 *
 * @throws the database's error when a constraint fails that the entity does not explain.
 */
export function createRecord<R extends object>(
  db: Kysely<Database>,
  entity: Entity<R>,
  { by, id, record, check }: Creation<R>,
): Promise<ChangeOutcome<R>> {
  return attempt(db, entity, async (trx) => {
    if (!isAskable(id)) return { kind: "invalid", fields: { id: "This id cannot be stored" } };
    if (await entity.read(trx, id, { lock: false })) return { kind: "taken" };
    const fields = {
      ...await entity.check?.(trx, record, null),
      ...await check?.(trx, record, null),
    };
    if (Object.keys(fields).length > 0) return { kind: "invalid", fields };
    if (!entity.insert) throw new TypeError(`Cannot create a ${entity.type}`);
    await entity.insert(trx, record);
    const entry = { by, id, action: "create", before: null, after: record };
    await recordAudit(trx, auditEntry(entity, entry));
    return { kind: "changed", before: null, record };
  });
}

/**
 * Changes or deletes a record and audits it, in one transaction (spec §6.2). The record is locked and its version
 * compared, so of two authors who saw the same version the second gets `conflict`. Refused and unchanged ones leave no
 * audit entry.
 *
 * @throws the database's error when a constraint fails that the entity does not explain.
 */
export function changeRecord<R extends object>(
  db: Kysely<Database>,
  entity: Entity<R>,
  { by, action, id, version, next: requested, check, conclude }: Change<R>,
): Promise<ChangeOutcome<R>> {
  return attempt(db, entity, async (trx) => {
    const current = isAskable(id) ? await entity.read(trx, id, { lock: true }) : null;
    if (current === null) return { kind: "missing" };
    const next = typeof requested === "function" ? requested(current) : requested;
    if (next !== null && canonicalJson(next) === canonicalJson(current)) {
      return { kind: "unchanged", record: current };
    }
    const now = versionOf(current);
    if (version !== undefined && version !== now) {
      return { kind: "conflict", current, version: now };
    }
    if (next === null) await remove(trx, entity, current);
    else {
      const fields = {
        ...await entity.check?.(trx, next, current),
        ...await check?.(trx, next, current),
      };
      if (Object.keys(fields).length > 0) return { kind: "invalid", fields };
      await entity.update(trx, next, current);
    }
    await recordAudit(trx, auditEntry(entity, { by, id, action, before: current, after: next }));
    await conclude?.(trx);
    return { kind: "changed", before: current, record: next };
  });
}

/** A change of several records of one kind. */
interface JointChange<R extends object> {
  readonly by: Author;
  readonly action: string;
  /** Locks the records it reads, and returns the change of each record by id, in the order of writing. */
  readonly plan: (
    trx: Transaction<Database>,
  ) => Promise<ReadonlyMap<string, (current: R) => R>>;
}

/**
 * Changes several records of one kind in one transaction, each with its own audit entry, and returns those that
 * changed. Versions are not compared: use it for actions that are valid whatever the records have become, such as
 * moving one.
 *
 * @throws the database's error when a constraint fails.
 */
export function changeRecords<R extends object>(
  db: Kysely<Database>,
  entity: Entity<R>,
  { by, action, plan }: JointChange<R>,
): Promise<R[]> {
  return transact(db, async (trx) => {
    const changed: { id: string; before: R; after: R }[] = [];
    const planned = await plan(trx);
    const read = await entity.readAll?.(trx, [...planned.keys()]);
    for (const [id, change] of planned) {
      const before = read ? read.get(id) : await entity.read(trx, id, { lock: true });
      if (!before) continue;
      const after = change(before);
      if (canonicalJson(after) === canonicalJson(before)) continue;
      await entity.update(trx, after, before);
      changed.push({ id, before, after });
    }
    await recordAudits(
      trx,
      changed.map((entry) => auditEntry(entity, { by, action, ...entry })),
    );
    return changed.map(({ after }) => after);
  });
}

/**
 * Runs a change. A constraint that the entity explains becomes `invalid`; a violated primary key becomes `taken`,
 * because another author created the record meanwhile.
 */
async function attempt<R extends object>(
  db: Kysely<Database>,
  entity: Entity<R>,
  run: (trx: Transaction<Database>) => Promise<ChangeOutcome<R>>,
): Promise<ChangeOutcome<R>> {
  try {
    return await transact(db, run);
  } catch (error) {
    const constraint = constraintOf(error);
    const fields = entity.constraints?.[constraint ?? ""];
    if (fields) return { kind: "invalid", fields };
    if (constraint?.endsWith("_pkey")) return { kind: "taken" };
    throw error;
  }
}

async function remove<R extends object>(
  trx: Transaction<Database>,
  entity: Entity<R>,
  record: R,
): Promise<void> {
  if (!entity.remove) throw new TypeError(`Cannot remove a ${entity.type}: it can only be retired`);
  await entity.remove(trx, record);
}

interface Entry {
  readonly by: Author;
  readonly id: string;
  readonly action: string;
  readonly before: object | null;
  readonly after: object | null;
}

function auditEntry(
  { type }: { readonly type: string },
  { by, id, ...entry }: Entry,
): AuditEntry {
  return {
    actor: by.staff.email,
    entityType: type,
    entityId: id,
    requestId: by.requestId,
    ...entry,
  };
}
