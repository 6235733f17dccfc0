/** The one way in which staff change a record: locked, compared, checked, written and audited at once. */
import type { Kysely, Transaction } from "kysely";
import { createHash } from "node:crypto";
import { constraintOf, type Database, transact } from "../db/mod.ts";
import { recordAudit } from "./audit.ts";

/** How records of one kind are kept. What `read` gives is what the audit log shows. */
export interface Entity<R extends object> {
  /** Entity type of its audit entries: `system`, `rule`. */
  readonly type: string;
  /**
   * Reads a record; with `lock`, against every other writer until the transaction ends. The lock is `for no key
   * update`, under which others may still come to refer to the record: with a stronger one, who moves a list and
   * who saves what names two of its records could wait for each other.
   */
  read(trx: Kysely<Database>, id: string, options: { lock: boolean }): Promise<R | null>;
  insert(trx: Transaction<Database>, record: R): Promise<void>;
  update(trx: Transaction<Database>, record: R, before: R): Promise<void>;
  /** Absent where nothing is ever deleted. */
  remove?(trx: Transaction<Database>, record: R): Promise<void>;
  /** What must hold whoever writes the record and by which action; runs as the `check` of an action does, before it. */
  readonly check?: Action<R>["check"];
  /** What a broken constraint of the database means, by its name: the field and what is wrong. */
  readonly constraints?: Readonly<Record<string, FieldErrors>>;
}

/** What is wrong, by the name of the field. */
export type FieldErrors = Readonly<Record<string, string>>;

/** Who changes something, in which request. */
export interface Author {
  readonly staff: { readonly email: string };
  readonly requestId: string | null;
}

/** What every change says of itself. */
interface Action<R extends object> {
  readonly by: Author;
  readonly id: string;
  /**
   * What the record alone cannot tell, such as whether what it names is there. Runs in the transaction,
   * with the record locked; a field named refuses the change.
   */
  readonly check?: (
    trx: Transaction<Database>,
    next: R,
    before: R | null,
  ) => FieldErrors | Promise<FieldErrors>;
}

/** A record that is to be. */
export interface Creation<R extends object> extends Action<R> {
  readonly record: R;
}

/** A change of a record that is. */
export interface Change<R extends object> extends Action<R> {
  /** A verb for the audit log: `update`, `retire`, `enable`. */
  readonly action: string;
  /**
   * Version of the record that the author saw. Absent for actions that mean the same whatever the record
   * has become, such as switching it off.
   */
  readonly version?: string | undefined;
  /** The record as it is to be, or what makes it of the present one; null removes it. */
  readonly next: R | null | ((current: R) => R | null);
  /** Writes further audit entries, after the record's own, and nothing else: the log is locked from there on. */
  readonly conclude?: (trx: Transaction<Database>) => Promise<void>;
}

/** What became of a change. Nothing was written unless it is `changed`. */
export type ChangeOutcome<R extends object> =
  | { readonly kind: "changed"; readonly before: R | null; readonly record: R | null }
  /** The record is already as the author wants it, a form sent twice for one. */
  | { readonly kind: "unchanged"; readonly record: R }
  /** Someone else has changed it since the author saw it. */
  | { readonly kind: "conflict"; readonly current: R; readonly version: string }
  | { readonly kind: "missing" }
  /** A new record's id is in use. */
  | { readonly kind: "taken" }
  | { readonly kind: "invalid"; readonly fields: FieldErrors };

/** A digest of a record's content: what has changed has another one, whoever changed it and how. */
export function versionOf(record: object): string {
  return createHash("sha256").update(canonical(record)).digest("base64url").slice(0, 22);
}

/** Whether the database can be asked for a text that a form sends: it knows no NUL. */
export function isAskable(text: string): boolean {
  return !text.includes("\0");
}

/** Reads a record as it is now, with the version that a form on it carries; null when there is none. */
export async function readRecord<R extends object>(
  db: Kysely<Database>,
  entity: Entity<R>,
  id: string,
): Promise<{ record: R; version: string } | null> {
  const record = isAskable(id) ? await entity.read(db, id, { lock: false }) : null;
  return record && { record, version: versionOf(record) };
}

/** Stores a new record and audits it as `create`, both or neither (spec §6.2). */
export function createRecord<R extends object>(
  db: Kysely<Database>,
  entity: Entity<R>,
  { by, id, record, check }: Creation<R>,
): Promise<ChangeOutcome<R>> {
  return attempt(db, entity, async (trx) => {
    if (await entity.read(trx, id, { lock: false })) return { kind: "taken" };
    const fields = {
      ...await entity.check?.(trx, record, null),
      ...await check?.(trx, record, null),
    };
    if (Object.keys(fields).length > 0) return { kind: "invalid", fields };
    await entity.insert(trx, record);
    await audit(trx, entity, { by, id, action: "create", before: null, after: record });
    return { kind: "changed", before: null, record };
  });
}

/**
 * Changes a record and audits it, both or neither (spec §6.2). The record is locked, so of two authors who
 * saw the same version the second is told (`conflict`) and nothing of the first is lost. What is refused or
 * already so leaves no audit entry.
 *
 * @throws the database's error when a constraint is broken that the entity does not explain.
 */
export function changeRecord<R extends object>(
  db: Kysely<Database>,
  entity: Entity<R>,
  { by, action, id, version, next: wanted, check, conclude }: Change<R>,
): Promise<ChangeOutcome<R>> {
  return attempt(db, entity, async (trx) => {
    const current = isAskable(id) ? await entity.read(trx, id, { lock: true }) : null;
    if (current === null) return { kind: "missing" };
    const next = typeof wanted === "function" ? wanted(current) : wanted;
    if (next !== null && canonical(next) === canonical(current)) {
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
    await audit(trx, entity, { by, id, action, before: current, after: next });
    await conclude?.(trx);
    return { kind: "changed", before: current, record: next };
  });
}

/** Records of one kind that change together. */
export interface JointChange<R extends object> {
  readonly by: Author;
  readonly action: string;
  /** Locks what it looks at, and says what becomes of which record, in the order of writing. */
  readonly plan: (
    trx: Transaction<Database>,
  ) => Promise<ReadonlyMap<string, (current: R) => R>>;
}

/**
 * Changes several records of one kind, all or none, each with an audit entry of its own, and gives those
 * that changed. It is for actions that mean the same whatever the records have become, such as moving one.
 *
 * @throws the database's error when a constraint is broken.
 */
export function changeRecords<R extends object>(
  db: Kysely<Database>,
  entity: Entity<R>,
  { by, action, plan }: JointChange<R>,
): Promise<R[]> {
  return transact(db, async (trx) => {
    const changed: { id: string; before: R; after: R }[] = [];
    for (const [id, change] of await plan(trx)) {
      const before = await entity.read(trx, id, { lock: true });
      if (before === null) continue;
      const after = change(before);
      if (canonical(after) === canonical(before)) continue;
      await entity.update(trx, after, before);
      changed.push({ id, before, after });
    }
    for (const entry of changed) await audit(trx, entity, { by, action, ...entry });
    return changed.map(({ after }) => after);
  });
}

/** Runs a change; a constraint that the entity explains makes it `invalid`, a second creator `taken`. */
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
    if (constraint?.endsWith("_pkey") && codeOf(error) === UNIQUE_VIOLATION) {
      return { kind: "taken" };
    }
    throw error;
  }
}

const UNIQUE_VIOLATION = "23505";

function codeOf(error: unknown): unknown {
  return error instanceof Object ? Reflect.get(error, "code") : undefined;
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

async function audit(
  trx: Transaction<Database>,
  { type }: { readonly type: string },
  { by, id, ...entry }: Entry,
): Promise<void> {
  await recordAudit(trx, {
    actor: by.staff.email,
    entityType: type,
    entityId: id,
    requestId: by.requestId,
    ...entry,
  });
}

/** JSON with sorted keys, so that equal records have equal text. */
function canonical(value: unknown): string {
  return JSON.stringify(
    value,
    (_key, part) =>
      typeof part === "object" && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => a < b ? -1 : 1))
        : part,
  );
}
