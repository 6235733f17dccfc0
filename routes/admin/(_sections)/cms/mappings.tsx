/** The list and the forms of a mapping table, generic over the two tables (spec §2.4). */
import { z } from "zod";
import { sectionLink } from "@/components/admin/sections.ts";
import type { ListColumn, ListDefinition } from "@/components/admin/list/define.ts";
import { listScreen } from "@/components/admin/list/screen.tsx";
import type { RecordDefinition } from "@/components/admin/record/define.ts";
import type { FieldDefinition, FormOfFields } from "@/components/admin/record/fields.tsx";
import { onlyNew, select } from "@/components/admin/record/inputs.tsx";
import { nameIn } from "@/components/admin/record_names.ts";
import { createScreen, recordScreen } from "@/components/admin/record/save.ts";
import type { Screen } from "@/components/admin/section.ts";
import { cmsMappingHref, cmsMappingsHref, newCmsMappingHref } from "@/components/hrefs/admin.ts";
import { ButtonLink } from "@/components/ui/Button.tsx";
import type { Ctx } from "@/lib/define.ts";
import type { Entity } from "@/lib/records/mod.ts";
import type { Services } from "@/lib/services.ts";
import { authorize } from "@/lib/staff/mod.ts";
import { ID_PATTERN } from "@/lib/text/mod.ts";
import { capitalized } from "@/components/ui/capitalized.ts";

/** One mapping table: its records, its list and its form. */
export interface MappingTable<R extends object> {
  readonly of: "systems" | "attributes";
  /** Such as "Mapped systems". */
  readonly title: string;
  readonly lead: string;
  /** The mapped record, without and with its article: "system", "a system". */
  readonly noun: string;
  readonly one: string;
  readonly entity: Entity<R>;
  /** Form field with the id of the mapped record: `system_id`. */
  readonly idField: string;
  /** Columns of the list after the name of the mapped record. */
  readonly columns: readonly ListColumn<R>[];
  readonly list: (db: Services["db"]) => Promise<readonly R[]>;
  readonly idOf: (record: R) => string;
  /** A warning about a saved mapping; null for none. */
  readonly caution?: (record: R) => string | null;
  /** Returns the form of a mapping; `mapped` is the field with the mapped record. */
  readonly formOf: (mapped: FieldDefinition<string>) => FormOfFields<R>;
}

/** Returns the list screen of a mapping table. */
export function mappingList<R extends object>(table: MappingTable<R>): Screen {
  const { of, title, lead, noun, columns, list, idOf } = table;
  return listScreen(({ state }): ListDefinition<R> => {
    authorize(state, "edit_data");
    const { catalog } = state.services.catalog.current();
    return {
      title,
      lead,
      trail: [CMS],
      actions: <ButtonLink href={newCmsMappingHref(of)}>New mapping</ButtonLink>,
      noun: "mapping",
      rows: () => list(state.services.db),
      idOf,
      columns: [{
        id: "mapped",
        label: capitalized(noun),
        isHead: true,
        cell: (row) => (
          <a href={cmsMappingHref(of, idOf(row))} class="text-link">
            {nameIn(catalog[of], idOf(row))}
          </a>
        ),
      }, ...columns],
      empty: { title: "No mapping yet", text: "The sync ignores everything without a mapping." },
    };
  });
}

const CMS = sectionLink("cms");

/** Returns the screen that creates a mapping. */
export function newMapping<R extends object>(table: MappingTable<R>): Required<Screen> {
  return createScreen<R>((ctx) => definitionOf(ctx, table));
}

/** Returns the screen that edits a mapping; `ctx.params.id` is the id of the mapped record. */
export function oneMapping<R extends object>(table: MappingTable<R>): Required<Screen> {
  return recordScreen<R>((ctx) => definitionOf(ctx, table));
}

async function definitionOf<R extends object>(
  { state }: Ctx,
  table: MappingTable<R>,
): Promise<RecordDefinition<R>> {
  authorize(state, "edit_data");
  const { of, title, noun, entity, idField, idOf, caution, formOf } = table;
  const { db, catalog } = state.services;
  const mappings = await table.list(db);
  return {
    slug: "cms",
    label: title,
    noun: "mapping",
    capability: "edit_data",
    entity,
    // Otherwise a flash would say of the mapped record that it was deleted.
    nameOf: (record) => `Mapping of ${nameIn(catalog.current().catalog[of], idOf(record))}`,
    ...(caution && { caution }),
    place: () => ({
      trail: [CMS, { label: title, href: cmsMappingsHref(of) }],
      create: newCmsMappingHref(of),
      record: (id) => cmsMappingHref(of, id),
    }),
    form: {
      ...formOf(mappedRecord(table, mappings.map(idOf))),
      identity: {
        field: idField,
        taken: (id, { catalog }) => `${nameIn(catalog[of], id)} is mapped already`,
      },
    },
    Aside: () => (
      <p class="text-sm text-muted">
        Without the mapping, the sync no longer changes this {noun} and keeps what it imported.
      </p>
    ),
  };
}

/** The record that a mapping is about, of those not in `known`. The form of a stored mapping does not show it. */
function mappedRecord<R extends object>(
  { of, noun, one, idField: name }: MappingTable<R>,
  known: readonly string[],
): FieldDefinition<string> {
  return onlyNew(select({
    label: capitalized(noun),
    name,
    empty: `Choose ${one}`,
    schema: z.string().default("").pipe(z.string().regex(ID_PATTERN, "Choose one")),
    options: ({ catalog }, chosen) =>
      catalog[of].filter(({ id, retired }) => !retired && (!known.includes(id) || id === chosen))
        .map(({ id, name }) => ({ value: id, label: name })),
  }));
}
