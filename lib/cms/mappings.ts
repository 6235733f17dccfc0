/** The mappings of CMS terms to systems and of CMS fields to attributes (spec §2.4). */
import { type Kysely, sql, type Transaction } from "kysely";
import type { Entity, FieldErrors } from "../records/mod.ts";
import type { ValueType } from "../catalog/mod.ts";
import { anyOf, type Database, readRow } from "../db/mod.ts";

/** Maps a system to its term in the products vocabulary. */
export interface SystemMapping {
  readonly systemId: string;
  readonly systemName: string;
  /** The join key: trimmed and in NFC, otherwise compared exactly. */
  readonly termName: string;
  /** Null until the first sync finds the term. */
  readonly termId: number | null;
  readonly termUuid: string | null;
}

/** Maps an attribute to the product field that holds its value. */
export interface AttributeMapping {
  readonly attributeId: string;
  readonly attributeName: string;
  /** Machine name. */
  readonly field: string;
  /** The vocabulary that a term-reference field refers to; null for a scalar field. */
  readonly vocabulary: string | null;
  readonly valueType: ValueType;
  readonly unit: string | null;
}

/** Lists the system mappings by system name: all of them, or those of the given systems. */
export async function listSystemMappings(
  db: Kysely<Database>,
  systemIds?: readonly string[],
): Promise<SystemMapping[]> {
  return await db.selectFrom("cms_system_mappings as mapping")
    .innerJoin("systems as system", "system.id", "mapping.system_id")
    .select(["mapping.system_id as systemId", "system.name as systemName"])
    .select(["cms_term_name as termName", "cms_term_id as termId", "cms_term_uuid as termUuid"])
    .$if(
      systemIds !== undefined,
      (query) => query.where("mapping.system_id", "=", anyOf([...systemIds ?? []])),
    )
    .orderBy("system.name").orderBy("system.id").execute();
}

/** Lists all attribute mappings in the order of the attributes. */
export async function listAttributeMappings(db: Kysely<Database>): Promise<AttributeMapping[]> {
  return await db.selectFrom("cms_attribute_mappings as mapping")
    .innerJoin("attributes as attribute", "attribute.id", "mapping.attribute_id")
    .select(["mapping.attribute_id as attributeId", "attribute.name as attributeName"])
    .select(["cms_field as field", "cms_vocabulary as vocabulary"])
    .select(["attribute.value_type as valueType", "attribute.unit"])
    .orderBy("attribute.position").orderBy("attribute.id").execute();
}

/** A system mapping as staff edit it. Its entity type in the audit log is `cms-mapping`. */
export interface SystemMappingRecord {
  readonly systemId: string;
  readonly termName: string;
  readonly termId: number | null;
  readonly termUuid: string | null;
}

/** An attribute mapping as staff edit it. */
export interface AttributeMappingRecord {
  readonly attributeId: string;
  readonly field: string;
  readonly vocabulary: string | null;
}

/** System mappings as records, keyed by the system's id. */
export const systemMappingEntity: Entity<SystemMappingRecord> = {
  type: "cms-mapping",
  constraints: {
    cms_system_mappings_term_name_key: { cms_term_name: "Another system has this term" },
    cms_system_mappings_system_id_fkey: {
      system_id: "This system no longer exists. Choose another",
    },
  },
  read: (trx, id, options) =>
    readRow(
      trx.selectFrom("cms_system_mappings").select([
        "system_id as systemId",
        "cms_term_name as termName",
      ]).select(["cms_term_id as termId", "cms_term_uuid as termUuid"]).where("system_id", "=", id),
      options,
    ),
  async insert(trx, { systemId, termName, termId, termUuid }) {
    await trx.insertInto("cms_system_mappings").values({
      system_id: systemId,
      cms_term_name: termName,
      cms_term_id: termId,
      cms_term_uuid: termUuid,
    }).execute();
  },
  async update(trx, { systemId, termName, termId, termUuid }) {
    await trx.updateTable("cms_system_mappings")
      .set({ cms_term_name: termName, cms_term_id: termId, cms_term_uuid: termUuid })
      .where("system_id", "=", systemId).execute();
  },
  async remove(trx, { systemId }) {
    await trx.deleteFrom("cms_system_mappings").where("system_id", "=", systemId).execute();
  },
  check: termIsFree,
};

/** Attribute mappings as records, keyed by the attribute's id. */
export const attributeMappingEntity: Entity<AttributeMappingRecord> = {
  type: "cms-mapping",
  constraints: {
    cms_attribute_mappings_field_key: { cms_field: "Another attribute has this field" },
    cms_attribute_mappings_attribute_id_fkey: {
      attribute_id: "This attribute no longer exists. Choose another",
    },
  },
  read: (trx, id, options) =>
    readRow(
      trx.selectFrom("cms_attribute_mappings").select([
        "attribute_id as attributeId",
        "cms_field as field",
      ]).select("cms_vocabulary as vocabulary").where("attribute_id", "=", id),
      options,
    ),
  async insert(trx, { attributeId, field, vocabulary }) {
    await trx.insertInto("cms_attribute_mappings")
      .values({ attribute_id: attributeId, cms_field: field, cms_vocabulary: vocabulary })
      .execute();
  },
  async update(trx, { attributeId, field, vocabulary }) {
    await trx.updateTable("cms_attribute_mappings")
      .set({ cms_field: field, cms_vocabulary: vocabulary })
      .where("attribute_id", "=", attributeId).execute();
  },
  async remove(trx, { attributeId }) {
    await trx.deleteFrom("cms_attribute_mappings").where("attribute_id", "=", attributeId)
      .execute();
  },
  check: fieldIsFree,
};

/** Returns a field error that names the system already mapped to this term, if any. */
async function termIsFree(
  trx: Transaction<Database>,
  { systemId, termName }: SystemMappingRecord,
): Promise<FieldErrors> {
  const holder = await trx.selectFrom("cms_system_mappings as mapping")
    .innerJoin("systems as system", "system.id", "mapping.system_id").select("system.name")
    .where("cms_term_name", "=", termName).where("mapping.system_id", "<>", systemId)
    .executeTakeFirst();
  return holder ? { cms_term_name: `${holder.name} is mapped to this term already` } : {};
}

/** Returns a field error that names the attribute already mapped to this field, if any. */
async function fieldIsFree(
  trx: Transaction<Database>,
  { attributeId, field }: AttributeMappingRecord,
): Promise<FieldErrors> {
  const holder = await trx.selectFrom("cms_attribute_mappings as mapping")
    .innerJoin("attributes as attribute", "attribute.id", "mapping.attribute_id")
    .select("attribute.name")
    .where("cms_field", "=", field).where("mapping.attribute_id", "<>", attributeId)
    .executeTakeFirst();
  return holder ? { cms_field: `${holder.name} is mapped to this field already` } : {};
}

/** The internal ids that the CMS gives to a mapped term. */
interface NotedTerm {
  readonly systemId: string;
  readonly tid: number | null;
  readonly uuid: string | null;
}

/**
 * Fills in missing term ids and uuids of mappings (spec §3.3). The number comes with its uuid, also where a uuid is set
 * without a number; nothing else that is set is overwritten.
 */
export async function noteTerms(
  trx: Transaction<Database>,
  terms: readonly NotedTerm[],
): Promise<void> {
  if (terms.length === 0) return;
  // Staff may have mapped the term to another system since the plan was made.
  await sql`
    update cms_system_mappings as mapping
    set cms_term_id = coalesce(cms_term_id, new.tid),
      cms_term_uuid = case when cms_term_id is null and new.tid is not null then new.uuid
        else coalesce(cms_term_uuid, new.uuid) end
    from json_to_recordset(${JSON.stringify(terms)}::text::json)
      as new("systemId" text, tid integer, uuid text)
    where mapping.system_id = new."systemId" and not exists (
      select from cms_system_mappings as other
      where other.cms_term_uuid = new.uuid and other.system_id <> new."systemId"
    )`.execute(trx);
}
