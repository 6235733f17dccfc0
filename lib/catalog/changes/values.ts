/** Editing of attribute values by staff, with the CMS value kept beside them (spec §2.3). */
import { type Kysely, sql, type Transaction } from "kysely";
import {
  type Author,
  type ChangeOutcome,
  changeRecord,
  createRecord,
  type Entity,
  type FieldErrors,
  readRecord,
  versionOf,
} from "@/lib/records/mod.ts";
import { type Provenance, TypedValue } from "../schema.ts";
import { EMPTY } from "../value.ts";
import { type Database, readRow } from "@/lib/db/mod.ts";

/** An attribute value with its stored provenance. */
export interface ValueRecord {
  readonly systemId: string;
  readonly attributeId: string;
  readonly value: TypedValue;
  readonly source: Provenance;
  /** ISO timestamp of the last sync that touched the value; null means never. */
  readonly cmsSyncedAt: string | null;
  /** The raw CMS value of that sync; null means none. */
  readonly cmsRaw: unknown;
}

/** The key of an attribute value. */
export interface ValueKey {
  readonly systemId: string;
  readonly attributeId: string;
}

/** The version in the form of a value that does not exist yet. */
export const NO_VALUE = "none";

/**
 * Attribute values, with ids `<system>/<attribute>`. An update never changes `cms_raw` and `cms_synced_at`: only the
 * sync writes them (spec §2.3). {@linkcode clearValue} does not remove a record that has either.
 */
export const valueEntity: Entity<ValueRecord> = {
  type: "attribute-value",
  constraints: {
    attribute_values_system_id_fkey: { known: "This system no longer exists" },
    attribute_values_attribute_id_fkey: { known: "This attribute no longer exists" },
  },
  async read(trx, id, { lock }) {
    const [systemId = "", attributeId = ""] = id.split("/");
    const row = await readRow(
      selectValues(trx).where("system_id", "=", systemId).where("attribute_id", "=", attributeId),
      { lock },
    );
    return row ? valueOfRow(row) : null;
  },
  async insert(trx, { systemId, attributeId, value, source }) {
    await trx.insertInto("attribute_values")
      .values({ system_id: systemId, attribute_id: attributeId, value, source })
      .execute();
  },
  async update(trx, { systemId, attributeId, value, source }) {
    await trx.updateTable("attribute_values").set({ value, source })
      .where("system_id", "=", systemId).where("attribute_id", "=", attributeId)
      .execute();
  },
  async remove(trx, { systemId, attributeId }) {
    await trx.deleteFrom("attribute_values")
      .where("system_id", "=", systemId).where("attribute_id", "=", attributeId)
      .execute();
  },
};

/** Returns the id of a value in the audit log and in maps and sets, `<system>/<attribute>`. */
export function valueId({ systemId, attributeId }: ValueKey): string {
  return `${systemId}/${attributeId}`;
}

/** Reads every stored value of a system, by attribute id. */
export async function valuesOfSystem(
  db: Kysely<Database>,
  systemId: string,
): Promise<ReadonlyMap<string, ValueRecord>> {
  const rows = await selectValues(db).where("system_id", "=", systemId).execute();
  return new Map(rows.map((row) => [row.attributeId, valueOfRow(row)]));
}

/** An edit of one value. */
interface ValueEdit extends ValueKey {
  readonly by: Author;
  /** Version of the record that the author saw, or {@linkcode NO_VALUE} when there was none. */
  readonly version: string;
  readonly value: TypedValue;
  /** Whether an unchanged CMS value keeps its source, as when staff save a whole data sheet; default false. */
  readonly passing?: boolean;
}

/**
 * Saves a value with source `manual` and audits it as `create` or `update`. Saving an unchanged CMS value confirms it:
 * it becomes manual, so the sync no longer changes it (spec §2.3), unless `passing` is set. Saving an unchanged manual
 * value is `unchanged`.
 *
 * The outcome is `conflict` when somebody else has added or changed the value since, `missing` when it was removed,
 * and `invalid` when the value does not fit the attribute's type, or the attribute is retired or missing.
 */
export async function saveValue(
  db: Kysely<Database>,
  { by, systemId, attributeId, version, value, passing = false }: ValueEdit,
): Promise<ChangeOutcome<ValueRecord>> {
  const id = valueId({ systemId, attributeId });
  const check = (trx: Transaction<Database>) => checkValueType(trx, { attributeId, value });
  if (version === NO_VALUE) {
    const record: ValueRecord = {
      systemId,
      attributeId,
      value,
      source: "manual",
      cmsSyncedAt: null,
      cmsRaw: null,
    };
    const outcome = await createRecord(db, valueEntity, { by, id, record, check });
    return outcome.kind === "taken" ? await takenOutcome(db, { id, value, passing }) : outcome;
  }
  return await changeRecord(db, valueEntity, {
    by,
    action: "update",
    id,
    version,
    next: (current) =>
      isUnchangedBy(current, { value, passing })
        ? current
        : { ...current, value, source: "manual" },
    check,
  });
}

/**
 * Clears a value and audits it as `clear`. Deletes the record if no sync has ever touched it; otherwise keeps the
 * record for its CMS columns, with the manual value `empty`.
 */
export function clearValue(
  db: Kysely<Database>,
  { by, systemId, attributeId, version }: Omit<ValueEdit, "value" | "passing">,
): Promise<ChangeOutcome<ValueRecord>> {
  return changeRecord(db, valueEntity, {
    by,
    action: "clear",
    id: valueId({ systemId, attributeId }),
    version,
    next(current) {
      if (current.cmsSyncedAt === null && current.cmsRaw === null) return null;
      return { ...current, value: EMPTY, source: "manual" };
    },
  });
}

/** The outcome when somebody else has created the value first. */
async function takenOutcome(
  db: Kysely<Database>,
  { id, ...edit }: { id: string } & Required<Pick<ValueEdit, "value" | "passing">>,
): Promise<ChangeOutcome<ValueRecord>> {
  const stored = await readRecord(db, valueEntity, id);
  if (stored === null) return { kind: "missing" };
  const { record, version } = stored;
  return isUnchangedBy(record, edit)
    ? { kind: "unchanged", record }
    : { kind: "conflict", current: record, version };
}

/** Whether the edit would leave the record unchanged. */
function isUnchangedBy(
  record: ValueRecord,
  { value, passing }: Required<Pick<ValueEdit, "value" | "passing">>,
): boolean {
  return hasValue(record, value) && (passing || record.source === "manual");
}

/** Whether the record has exactly this value, the order of labels included, because lists show the first label. */
function hasValue(record: ValueRecord, value: TypedValue): boolean {
  return versionOf(record.value) === versionOf(value);
}

/**
 * Refuses a value that does not fit the attribute's type. Locks the attribute `for share` until the transaction ends,
 * so that nobody changes its type in the meantime.
 */
async function checkValueType(
  trx: Transaction<Database>,
  { attributeId, value }: { attributeId: string; value: TypedValue },
): Promise<FieldErrors> {
  const attribute = await trx.selectFrom("attributes")
    .select("value_type as valueType")
    .select(sql<boolean>`retired_at is not null`.as("retired"))
    .where("id", "=", attributeId)
    .forShare()
    .executeTakeFirst();
  if (!attribute) return { known: "This attribute no longer exists" };
  if (attribute.retired) return { known: "This attribute was retired meanwhile" };
  const isPresence = !["enum", "range", "dimension"].includes(value.type);
  return isPresence || value.type === attribute.valueType
    ? {}
    : { known: "The attribute takes another type of value now. Enter it again" };
}

function selectValues(db: Kysely<Database>) {
  return db.selectFrom("attribute_values")
    .select(["system_id as systemId", "attribute_id as attributeId", "value", "source"])
    .select(["cms_synced_at as cmsSyncedAt", "cms_raw as cmsRaw"]);
}

interface ValueRow extends ValueKey {
  readonly value: unknown;
  readonly source: Provenance;
  readonly cmsSyncedAt: Date | null;
  readonly cmsRaw: unknown;
}

function valueOfRow({ value, cmsSyncedAt, ...row }: ValueRow): ValueRecord {
  return {
    ...row,
    value: TypedValue.parse(value),
    cmsSyncedAt: cmsSyncedAt?.toISOString() ?? null,
  };
}
