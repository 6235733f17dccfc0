/** The two mapping tables: systems to terms, and attributes to fields (spec §2.4). */
import { z } from "zod";
import { Muted } from "@/components/admin/list/parts.tsx";
import { recordForm } from "@/components/admin/record/fields.tsx";
import { line, optionalLine } from "@/components/admin/record/inputs.tsx";
import { paragraphField } from "@/lib/http/mod.ts";
import {
  attributeMappingEntity,
  type AttributeMappingRecord,
  joinName,
  listAttributeMappings,
  listSystemMappings,
  systemMappingEntity,
  type SystemMappingRecord,
} from "@/lib/cms/mod.ts";
import type { MappingTable } from "./mappings.tsx";

const Trimmed = z.string().default("").transform((text) => text.trim());
const MACHINE_NAME = /^[a-z][a-z0-9_]{0,63}$/;

/** Systems and their terms in the CMS's vocabulary of products. */
export const systemMappings: MappingTable<SystemMappingRecord> = {
  of: "systems",
  title: "Mapped systems",
  lead:
    "Each system and its term in the CMS’s vocabulary of products. The term’s name joins the two.",
  noun: "system",
  one: "a system",
  entity: systemMappingEntity,
  idField: "system_id",
  list: listSystemMappings,
  columns: [
    {
      id: "term",
      label: "Term in the CMS",
      cellClass: "wrap-anywhere",
      cell: (row) => row.termName,
    },
    { id: "id", label: "Term number", cell: (row) => row.termId ?? <Muted>Not synced yet</Muted> },
  ],
  idOf: ({ systemId }) => systemId,
  // A mapping lacks the uuid of its term until a sync of attributes finds the term.
  caution: ({ termUuid }) =>
    termUuid === null
      ? "Projects and pictures from the CMS join this system by the term’s name until a sync finds the term: preview Attributes under CMS sync, and apply the plan."
      : null,
  formOf(systemId) {
    const form = recordForm<SystemMappingRecord>({
      systemId,
      termName: line({
        label: "Name of the term",
        hint: "As the CMS spells it; capitals count.",
        name: "cms_term_name",
        maxLength: 255,
        // Inner spaces stay, because the sync joins by the exact name.
        schema: paragraphField(255, "Enter the term’s name").transform(joinName),
      }),
      termId: { label: "Term number", initial: () => null },
      termUuid: { label: "Term UUID", initial: () => null },
    });
    return {
      ...form,
      parse(sent, context) {
        const checked = form.parse(sent, context);
        if (!checked.ok || checked.value.termName === context.current?.termName) return checked;
        // A different term has different ids: the next sync resolves them.
        return { ok: true, value: { ...checked.value, termId: null, termUuid: null } };
      },
    };
  },
};

/** Attributes and the CMS fields that hold their values. */
export const attributeMappings: MappingTable<AttributeMappingRecord> = {
  of: "attributes",
  title: "Mapped attributes",
  lead:
    "Each attribute and the field of a product in the CMS that holds it. The sync ignores attributes without a mapping.",
  noun: "attribute",
  one: "an attribute",
  entity: attributeMappingEntity,
  idField: "attribute_id",
  list: listAttributeMappings,
  columns: [
    {
      id: "field",
      label: "Field in the CMS",
      cell: (row) => <code class="font-mono text-xs">{row.field}</code>,
    },
    {
      id: "vocabulary",
      label: "Refers to",
      cell: (row) => row.vocabulary ?? <Muted>Nothing, it holds a plain value</Muted>,
    },
  ],
  idOf: ({ attributeId }) => attributeId,
  formOf: (attributeId) =>
    recordForm<AttributeMappingRecord>({
      attributeId,
      field: line({
        label: "Machine name of the field",
        name: "cms_field",
        maxLength: 64,
        mono: true,
        schema: Trimmed.pipe(
          z.string().regex(MACHINE_NAME, "Enter a machine name, such as field_stc_rating"),
        ),
      }),
      vocabulary: optionalLine({
        label: "Vocabulary that it refers to",
        hint: "Leave it empty when the field holds a plain value.",
        name: "cms_vocabulary",
        maxLength: 64,
        mono: true,
        schema: Trimmed.refine(
          (text) => text === "" || MACHINE_NAME.test(text),
          "Enter a machine name, such as materials",
        ).transform((text) => text || null),
      }),
    }),
};
