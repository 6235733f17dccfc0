/** The demo's CMS mappings of systems and attributes (spec §2.4). */
import type { Transaction } from "kysely";
import type { Database } from "@/lib/db/mod.ts";
import type { AttributeId } from "./attributes.ts";
import { demoProductTerms } from "./product_terms.ts";

/** CMS fields of products by attribute; a field with a vocabulary references its terms. */
export const FIELD_MAPPINGS: readonly {
  readonly attribute: AttributeId;
  readonly field: string;
  readonly vocabulary: string | null;
}[] = [
  { attribute: "operation-type", field: "field_operation_type", vocabulary: "operation_types" },
  { attribute: "material", field: "field_material", vocabulary: "materials" },
  { attribute: "stc", field: "field_stc_rating", vocabulary: null },
  { attribute: "panel-width", field: "field_panel_width", vocabulary: null },
  { attribute: "panel-height", field: "field_panel_height", vocabulary: null },
  { attribute: "opening-width", field: "field_opening_width", vocabulary: null },
  { attribute: "sill-types", field: "field_sill_types", vocabulary: "sill_types" },
  { attribute: "fire-rating", field: "field_fire_rating", vocabulary: null },
];

/** Stores the mappings, as part of the transaction that stores the catalog. */
export async function storeMappings(trx: Transaction<Database>): Promise<void> {
  await trx.insertInto("cms_system_mappings").values(
    demoProductTerms.map(({ systemId, name, uuid }) => ({
      system_id: systemId,
      cms_term_name: name,
      // Set by the first sync (spec §3.3).
      cms_term_id: null,
      cms_term_uuid: uuid,
    })),
  ).execute();
  await trx.insertInto("cms_attribute_mappings").values(
    FIELD_MAPPINGS.map(({ attribute, field, vocabulary }) => ({
      attribute_id: attribute,
      cms_field: field,
      cms_vocabulary: vocabulary,
    })),
  ).execute();
}
