/** The list and the forms of a mapping table, generic over the two tables (spec §2.4). */
import type { ListColumn, ListDefinition } from "@/components/admin/list/define.ts";
import { listScreen } from "@/components/admin/list/screen.tsx";
import type { RecordDefinition } from "@/components/admin/record/define.ts";
import type { FormOfFields } from "@/components/admin/record/fields.tsx";
import { createScreen, recordScreen } from "@/components/admin/record/save.ts";
import type { Screen } from "@/components/admin/section.ts";
import {
  cmsMappingHref,
  cmsMappingsHref,
  newCmsMappingHref,
  sectionHref,
} from "@/components/hrefs/admin.ts";
import { ButtonLink } from "@/components/ui/Button.tsx";
import type { Catalog } from "@/lib/catalog/mod.ts";
import type { Ctx } from "@/lib/define.ts";
import type { Entity } from "@/lib/records/mod.ts";
import type { Services } from "@/lib/services.ts";
import { authorize } from "@/lib/staff/mod.ts";
import { capitalized } from "@/components/ui/capitalized.ts";

/** One mapping table: its records, its list and its form. */
export interface MappingTable<R extends object> {
  readonly of: "systems" | "attributes";
  /** Such as "Mapped systems". */
  readonly title: string;
  readonly lead: string;
  /** The mapped record: "system". */
  readonly noun: string;
  readonly entity: Entity<R>;
  /** Form field with the id of the mapped record: `system_id`. */
  readonly idField: string;
  /** Columns of the list after the name of the mapped record. */
  readonly columns: readonly ListColumn<R>[];
  readonly list: (db: Services["db"]) => Promise<readonly R[]>;
  /** Returns the name of a mapped record, or its id when the catalog does not have it. */
  readonly nameOf: (catalog: Catalog, id: string) => string;
  readonly idOf: (record: R) => string;
  /** A warning about a saved mapping; null for none. */
  readonly caution?: (record: R) => string | null;
  /** Returns the form of a mapping; `known` holds the ids that are mapped already. */
  readonly formOf: (known: readonly string[]) => FormOfFields<R>;
}

/** Returns the list screen of a mapping table. */
export function mappingList<R extends object>(table: MappingTable<R>): Screen {
  const { of, title, lead, noun, columns, list, idOf, nameOf } = table;
  return listScreen(({ state }): ListDefinition<R> => {
    authorize(state, "edit_data");
    const { catalog } = state.services.catalog.current();
    return {
      title,
      lead,
      trail: [CMS],
      actions: <ButtonLink size="small" href={newCmsMappingHref(of)}>New mapping</ButtonLink>,
      noun: "mapping",
      rows: () => list(state.services.db),
      idOf,
      columns: [{
        id: "mapped",
        label: capitalized(noun),
        isHead: true,
        cell: (row) => (
          <a href={cmsMappingHref(of, idOf(row))} class="text-link">{nameOf(catalog, idOf(row))}</a>
        ),
      }, ...columns],
      empty: { title: "No mapping yet", text: "The sync ignores everything without a mapping." },
    };
  });
}

const CMS = { label: "CMS sync", href: sectionHref("cms") };

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
  const { of, title, noun, entity, idField, idOf, nameOf, caution } = table;
  const { db, catalog } = state.services;
  const mappings = await table.list(db);
  return {
    slug: "cms",
    label: title,
    noun: "mapping",
    capability: "edit_data",
    entity,
    nameOf: (record) => nameOf(catalog.current().catalog, idOf(record)),
    ...(caution && { caution }),
    place: () => ({
      trail: [CMS, { label: title, href: cmsMappingsHref(of) }],
      create: newCmsMappingHref(of),
      record: (id) => cmsMappingHref(of, id),
    }),
    form: {
      ...table.formOf(mappings.map(idOf)),
      identity: {
        field: idField,
        taken: (id, { catalog }) => `${nameOf(catalog, id)} is mapped already`,
      },
    },
    Aside: () => (
      <p class="text-sm text-muted">
        Without the mapping, the sync no longer changes this {noun} and keeps what it imported.
      </p>
    ),
  };
}
