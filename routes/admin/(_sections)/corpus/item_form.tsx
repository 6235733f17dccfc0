/** The form of a document: the fields that staff can edit, and the others in words. */
import type { JSX } from "preact";
import { z } from "zod";
import type { ItemRecord } from "@/lib/corpus/mod.ts";
import { optionalLineField, repeatable } from "@/lib/http/mod.ts";
import { FieldError } from "@/components/ui/FieldError.tsx";
import { FieldGroup } from "@/components/admin/fields.tsx";
import type { EditorProps } from "@/components/admin/record/define.ts";
import {
  type Fields,
  type FormOfFields,
  recordForm,
  renderFields,
} from "@/components/admin/record/fields.tsx";
import { line, optionalLine } from "@/components/admin/record/inputs.tsx";
import { CONTENT_KINDS } from "@/components/buyer/content_kinds.ts";
import { STATES } from "./labels.ts";
import { nameIn } from "@/components/admin/record_names.ts";
import { SystemBoxes } from "./SystemBoxes.tsx";

// The limits are the same as for imports.
const FIELDS: Fields<ItemRecord> = {
  id: { label: "Id" },
  title: line({
    label: "Title",
    hint: "Buyers see it with every quote, and its words count in the search.",
    maxLength: 300,
    missing: "Enter a title",
  }),
  contentType: { label: "Kind", describe: (type) => CONTENT_KINDS[type] },
  pdpPath: optionalLine({
    label: "Path of the product page",
    hint: "On the marketing site, such as /systems/heron. Quotes about its systems lead there.",
    maxLength: 500,
    mono: true,
    schema: optionalLineField(500).refine(
      (path) => path === null || /^\/\S*$/.test(path),
      "Enter a path that begins with / and has no blanks",
    ),
  }),
  systemIds: {
    label: "About",
    name: "systems",
    schema: repeatable(
      z.array(z.string()).max(100, "Choose at most 100").default([])
        .transform((ids) => [...new Set(ids)].sort()),
    ),
    refuse(ids, stored, { catalog }) {
      const known = new Set([...catalog.systems.map(({ id }) => id), ...stored ?? []]);
      return ids.every((id) => known.has(id)) ? null : "Choose systems from the list";
    },
    describe: (ids, { catalog }) => ids.map((id) => nameIn(catalog.systems, id)).join(", "),
  },
  state: { label: "State", describe: (state) => STATES[state] },
  supersededBy: { label: "Superseded by" },
};
const form = recordForm(FIELDS);

/** The form of a document. Only product pages have a path; other documents keep theirs. */
export const itemForm: FormOfFields<ItemRecord> = {
  ...form,
  parse(sent, context) {
    const { current } = context;
    const checked = form.parse(sent, context);
    if (!checked.ok || current?.contentType === "pdp") return checked;
    return { ok: true, value: { ...checked.value, pdpPath: current?.pdpPath ?? null } };
  },
  Editor: ItemEditor,
};

function ItemEditor(props: EditorProps<ItemRecord>): JSX.Element {
  const { current, form, fields, snapshot: { catalog } } = props;
  return (
    <>
      <p class="max-w-text text-sm text-muted">
        You cannot edit the words of a document, because they are a copy of its source. A new
        version, imported from a changed file or page, has its own title, path and systems.
      </p>
      {renderFields(
        FIELDS,
        props,
        current?.contentType === "pdp" ? ["title", "pdpPath"] : ["title"],
      )}
      <FieldGroup
        legend="About"
        hint="The document is evidence for these systems, and for no others."
      >
        <div id="systems" tabIndex={-1}>
          {fields.systems && <FieldError id="systems-error">{fields.systems}</FieldError>}
          <SystemBoxes
            systems={catalog.systems}
            checked={form.getAll("systems")}
            kept={current?.systemIds ?? []}
          />
        </div>
      </FieldGroup>
    </>
  );
}
