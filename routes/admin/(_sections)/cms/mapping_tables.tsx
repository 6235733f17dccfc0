/** The two mapping tables: systems to terms, and attributes to fields (spec §2.4). */
import { z } from "zod";
import { SelectField, TextField } from "../../../../components/admin/fields.tsx";
import { Muted } from "../../../../components/admin/list/parts.tsx";
import { type CheckedForm, checkForm, paragraphField } from "../../../../lib/http/mod.ts";
import {
  attributeMappingEntity,
  type AttributeMappingRecord,
  joinName,
  listAttributeMappings,
  listSystemMappings,
  systemMappingEntity,
  type SystemMappingRecord,
} from "../../../../lib/cms/mod.ts";
import { ID_PATTERN } from "../../../../lib/text/mod.ts";
import type { MappingTable } from "./mappings.tsx";

const Id = z.string().default("").pipe(
  z.string().regex(ID_PATTERN, "Choose one"),
);
const MACHINE_NAME = /^[a-z][a-z0-9_]{0,63}$/;

const SystemForm = z.object({
  system_id: Id,
  // Inner spaces stay, because the sync joins by the exact name.
  cms_term_name: paragraphField(255, "Enter the term’s name"),
});

/** Systems and their terms in the CMS's vocabulary of products. */
export const systemMappings: MappingTable<SystemMappingRecord> = {
  of: "systems",
  title: "Mapped systems",
  lead:
    "Each system and its term in the CMS’s vocabulary of products. The term’s name joins the two.",
  noun: "system",
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
  nameOf: ({ systems }, id) => systems.find((system) => system.id === id)?.name ?? id,
  idOf: ({ systemId }) => systemId,
  toForm: ({ systemId, termName }) =>
    new URLSearchParams({ system_id: systemId, cms_term_name: termName }),
  parse(form, current): CheckedForm<SystemMappingRecord> {
    if (current) form.set("system_id", current.systemId);
    const checked = checkForm(form, SystemForm);
    if (!checked.ok) return checked;
    const { system_id: systemId, cms_term_name } = checked.value;
    const termName = joinName(cms_term_name);
    // A different term has different ids: the next sync resolves them.
    const known = current?.termName === termName ? current : null;
    return {
      ok: true,
      value: {
        systemId,
        termName,
        termId: known?.termId ?? null,
        termUuid: known?.termUuid ?? null,
      },
    };
  },
  describe: ({ termName }) => [{ label: "Name of the term", value: termName }],
  Fields: ({ form, field, current, snapshot: { catalog }, known }) => (
    <>
      {current === null && (
        <SelectField
          {...field("system_id")}
          label="System"
          empty="Choose a system"
          options={catalog.systems
            .filter(({ id, retired }) =>
              !retired && (!known.includes(id) || id === form.get("system_id"))
            )
            .map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <TextField
        {...field("cms_term_name")}
        label="Name of the term"
        hint="As the CMS spells it; capitals count."
        maxLength={255}
      />
    </>
  ),
};

const machineName = (message: string) =>
  z.string().default("").transform((text) => text.trim())
    .pipe(z.string().regex(MACHINE_NAME, message));

const AttributeForm = z.object({
  attribute_id: Id,
  cms_field: machineName("Enter a machine name, such as field_stc_rating"),
  cms_vocabulary: z.string().default("").transform((text) => text.trim())
    .refine(
      (text) => text === "" || MACHINE_NAME.test(text),
      "Enter a machine name, such as materials",
    ),
});

/** Attributes and the CMS fields that hold their values. */
export const attributeMappings: MappingTable<AttributeMappingRecord> = {
  of: "attributes",
  title: "Mapped attributes",
  lead:
    "Each attribute and the field of a product in the CMS that holds it. The sync ignores attributes without a mapping.",
  noun: "attribute",
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
  nameOf: ({ attributes }, id) => attributes.find((one) => one.id === id)?.name ?? id,
  idOf: ({ attributeId }) => attributeId,
  toForm: ({ attributeId, field, vocabulary }) =>
    new URLSearchParams({
      attribute_id: attributeId,
      cms_field: field,
      cms_vocabulary: vocabulary ?? "",
    }),
  parse(form, current): CheckedForm<AttributeMappingRecord> {
    if (current) form.set("attribute_id", current.attributeId);
    const checked = checkForm(form, AttributeForm);
    if (!checked.ok) return checked;
    const { attribute_id: attributeId, cms_field: field, cms_vocabulary } = checked.value;
    return { ok: true, value: { attributeId, field, vocabulary: cms_vocabulary || null } };
  },
  describe: ({ field, vocabulary }) => [
    { label: "Machine name of the field", value: field },
    { label: "Vocabulary that it refers to", value: vocabulary ?? "" },
  ],
  Fields: ({ form, field, current, snapshot: { catalog }, known }) => (
    <>
      {current === null && (
        <SelectField
          {...field("attribute_id")}
          label="Attribute"
          empty="Choose an attribute"
          options={catalog.attributes
            .filter(({ id, retired }) =>
              !retired && (!known.includes(id) || id === form.get("attribute_id"))
            )
            .map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <TextField
        {...field("cms_field")}
        label="Machine name of the field"
        maxLength={64}
        mono
      />
      <TextField
        {...field("cms_vocabulary")}
        label="Vocabulary that it refers to"
        hint="Leave it empty when the field holds a plain value."
        maxLength={64}
        mono
        optional
      />
    </>
  ),
};
