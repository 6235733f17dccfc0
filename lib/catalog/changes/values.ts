/** What staff say of one attribute of one system, and what the content system said (spec §2.3). */
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
} from "../../records/mod.ts";
import { type Provenance, TypedValue } from "../schema.ts";
import type { Database } from "../../db/mod.ts";

/** An attribute value with all that is stored of where it came from. */
export interface ValueRecord {
  readonly systemId: string;
  readonly attributeId: string;
  readonly value: TypedValue;
  readonly source: Provenance;
  /** When the last sync touched it, as an ISO timestamp; null means never. */
  readonly cmsSyncedAt: string | null;
  /** What the content system said then, as it came; null means nothing. */
  readonly cmsRaw: unknown;
}

/** Which value is meant. */
export interface ValueKey {
  readonly systemId: string;
  readonly attributeId: string;
}

/** The version that a form on a value carries while there is none. */
export const NO_VALUE = "none";

/** Whether a value was entered by hand over one that the content system gave (spec §2.3). */
export function isOverride({ source, cmsRaw }: Pick<ValueRecord, "source" | "cmsRaw">): boolean {
  return source === "manual" && cmsRaw !== null;
}

/**
 * Attribute values, named `<system>/<attribute>`. An update never touches what the content system said
 * (spec §2.3): only the sync writes it, and where it is, the record is not removed.
 */
export const valueEntity: Entity<ValueRecord> = {
  type: "attribute-value",
  constraints: {
    attribute_values_system_id_fkey: { known: "This system is gone" },
    attribute_values_attribute_id_fkey: { known: "This attribute is gone" },
  },
  async read(trx, id, { lock }) {
    const [systemId = "", attributeId = ""] = id.split("/");
    const row = await selectValues(trx)
      .where("system_id", "=", systemId).where("attribute_id", "=", attributeId)
      .$if(lock, (query) => query.forNoKeyUpdate())
      .executeTakeFirst();
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

/** The id of a value in the audit log. */
export function valueId({ systemId, attributeId }: ValueKey): string {
  return `${systemId}/${attributeId}`;
}

/** Every stored value of a system, by attribute. */
export async function valuesOfSystem(
  db: Kysely<Database>,
  systemId: string,
): Promise<ReadonlyMap<string, ValueRecord>> {
  const rows = await selectValues(db).where("system_id", "=", systemId).execute();
  return new Map(rows.map((row) => [row.attributeId, valueOfRow(row)]));
}

/** A value of a system as somebody wants it. */
export interface ValueEdit extends ValueKey {
  readonly by: Author;
  /** Version of the record that the author saw, or {@linkcode NO_VALUE}. */
  readonly version: string;
  readonly value: TypedValue;
  /** Whether what the content system says stays with it, as on a way through a whole data sheet. */
  readonly passing?: boolean;
}

/**
 * Saves a value as entered by hand, and audits it as `create` or `update`. Who saves what the content system says
 * stands by it: the value is theirs from then on, and the sync leaves it alone (spec §2.3). Saving again what was
 * entered by hand is no edit.
 *
 * A value that somebody else has given or changed meanwhile is a `conflict`, one that was removed is
 * `missing`, and one that is not of the attribute's type, or whose attribute is retired, is `invalid`.
 */
export async function saveValue(
  db: Kysely<Database>,
  { by, systemId, attributeId, version, value, passing = false }: ValueEdit,
): Promise<ChangeOutcome<ValueRecord>> {
  const id = valueId({ systemId, attributeId });
  const check = (trx: Transaction<Database>) => attributeTakes(trx, { attributeId, value });
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
    return outcome.kind === "taken" ? await taken(db, { id, value, passing }) : outcome;
  }
  return await changeRecord(db, valueEntity, {
    by,
    action: "update",
    id,
    version,
    next: (current) =>
      stays(current, { value, passing }) ? current : { ...current, value, source: "manual" },
    check,
  });
}

/**
 * Takes a value back, audited as `clear`. The record goes; where the content system has said something, it
 * stays for that and says `empty`, entered by hand.
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
    next: (current) =>
      current.cmsSyncedAt === null && current.cmsRaw === null
        ? null
        : says(current, EMPTY)
        ? current
        : { ...current, value: EMPTY, source: "manual" },
  });
}

const EMPTY: TypedValue = { type: "empty" };

/** Somebody else was first to say something. */
async function taken(
  db: Kysely<Database>,
  { id, ...edit }: { id: string } & Required<Pick<ValueEdit, "value" | "passing">>,
): Promise<ChangeOutcome<ValueRecord>> {
  const stored = await readRecord(db, valueEntity, id);
  if (stored === null) return { kind: "missing" };
  const { record, version } = stored;
  return stays(record, edit)
    ? { kind: "unchanged", record }
    : { kind: "conflict", current: record, version };
}

/** Whether the record is as the edit wants it. */
function stays(
  record: ValueRecord,
  { value, passing }: Required<Pick<ValueEdit, "value" | "passing">>,
): boolean {
  return says(record, value) && (passing || record.source === "manual");
}

/** The same to the letter, for the first of several labels is the one that lists show. */
function says(record: ValueRecord, value: TypedValue): boolean {
  return versionOf(record.value) === versionOf(value);
}

/**
 * Whether an attribute takes a value of this type. It holds the attribute as it is until the transaction
 * ends, against a change of its type.
 */
async function attributeTakes(
  trx: Transaction<Database>,
  { attributeId, value }: { attributeId: string; value: TypedValue },
): Promise<FieldErrors> {
  const attribute = await trx.selectFrom("attributes")
    .select("value_type as valueType")
    .select(sql<boolean>`retired_at is not null`.as("retired"))
    .where("id", "=", attributeId)
    .forShare()
    .executeTakeFirst();
  if (!attribute) return { known: "This attribute is gone" };
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
