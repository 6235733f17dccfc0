/**
 * Entities and forms by which staff change the CRM settings and field mappings; every change is audited as `crm` (spec
 * §2.6, §2.7, §6.2).
 */
import type { Kysely } from "kysely";
import { z } from "zod";
import { checkboxField, optionalLineField, wholeNumberField } from "../http/mod.ts";
import type { Entity } from "../records/mod.ts";
import type { Database } from "../db/mod.ts";
import { deepLinkFault } from "./deep_link.ts";
import { isSessionField } from "./session_fields.ts";
import { CRM_SETTINGS_COLUMNS, type CrmSettings, type FieldMapping } from "./settings.ts";

/** Entity type of both entities in the audit log. */
const ENTITY_TYPE = "crm";

/** Id of the only settings row. */
export const CRM_SETTINGS_ID = "default";

/** Entity of the CRM settings. It can be updated only. */
export const crmSettingsEntity: Entity<CrmSettings> = {
  type: ENTITY_TYPE,
  async read(db, id, { lock }) {
    const row = db.selectFrom("crm_settings").select(CRM_SETTINGS_COLUMNS)
      .where("id", "=", CRM_SETTINGS_ID);
    if (id !== CRM_SETTINGS_ID) return null;
    return await (lock ? row.forNoKeyUpdate() : row).executeTakeFirst() ?? null;
  },
  async update(trx, settings) {
    await trx.updateTable("crm_settings").set(settings).where("id", "=", CRM_SETTINGS_ID).execute();
  },
};

/** Entity of a field mapping, identified by its session field. */
export const fieldMappingEntity: Entity<FieldMapping> = {
  type: ENTITY_TYPE,
  async read(db, id, { lock }) {
    const row = mapping(db, id);
    return await (lock ? row.forNoKeyUpdate() : row).executeTakeFirst() ?? null;
  },
  async insert(trx, { session_field, crm_field_id }) {
    await trx.insertInto("crm_field_mappings").values({ session_field, crm_field_id }).execute();
  },
  async update(trx, { crm_field_id }, before) {
    await trx.updateTable("crm_field_mappings").set({ crm_field_id })
      .where("session_field", "=", before.session_field).execute();
  },
  async remove(trx, { session_field }) {
    await trx.deleteFrom("crm_field_mappings").where("session_field", "=", session_field).execute();
  },
  constraints: {
    crm_field_mappings_crm_field_id_key: {
      crm_field_id: "Another value goes into this field already. Two cannot stand in one",
    },
  },
};

function mapping(db: Kysely<Database>, sessionField: string) {
  return db.selectFrom("crm_field_mappings").select(["session_field", "crm_field_id"])
    .where("session_field", "=", sessionField);
}

/** A numeric CRM id. */
function crmIdField(what: string) {
  return z.string(`Enter the number of the ${what}`).trim()
    .regex(/^[0-9]{1,20}$/, `Enter the number of the ${what}: digits alone`);
}

/** A numeric CRM id, or null for an empty field. */
function optionalCrmIdField(what: string) {
  return z.string().default("").transform((text) => text.trim())
    .pipe(
      z.union([z.literal(""), crmIdField(what)], `Enter the number of the ${what}: digits alone`),
    )
    .transform((text) => text === "" ? null : text);
}

/** A deep-link template, or null for an empty field. */
function templateField(options: { placeholders: boolean }) {
  return z.string().default("").transform((text) => text.trim()).superRefine((text, context) => {
    const fault = text === "" ? null : deepLinkFault(text, options);
    if (fault !== null) context.addIssue({ code: "custom", message: fault });
  }).transform((text) => text === "" ? null : text);
}

/** Highest tier ordinal that the hot-lead rule can name. */
const MAX_ORDINAL = 1_000;

/** Schema of the settings form; each control is named as its column (spec §2.6). */
export const CrmSettingsForm = z.object({
  form_name: optionalLineField(200),
  contact_list_id: optionalCrmIdField("list"),
  tracking_enabled: checkboxField(),
  tracking_site_id: optionalCrmIdField("site"),
  hot_lead_enabled: checkboxField(),
  hot_lead_require_completed: checkboxField(),
  hot_lead_min_tier_ordinal: z.string().default("").transform((text) => text.trim())
    .pipe(z.union(
      [
        z.literal("").transform(() => null),
        wholeNumberField({ min: 0, max: MAX_ORDINAL }),
      ],
      "Choose a step of the budget ladder, or none",
    )),
  hot_lead_require_premium: checkboxField(),
  resources_url: templateField({ placeholders: true }),
  configure_url: templateField({ placeholders: true }),
  repfinder_url: templateField({ placeholders: false }),
});

/** Schema of the mapping form; each control is named as its column (spec §2.7). */
export const FieldMappingForm = z.object({
  session_field: z.string("Choose what to send").trim()
    .refine(isSessionField, "Choose what to send from the list"),
  crm_field_id: crmIdField("field"),
});
