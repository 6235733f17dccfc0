import type { JSX } from "preact";
import type { FieldErrors } from "../../../../lib/records/mod.ts";
import type { System } from "../../../../lib/catalog/mod.ts";
import type { ItemRecord } from "../../../../lib/corpus/mod.ts";
import { FieldError } from "../../../../components/ui/Field.tsx";
import {
  CheckFields,
  FieldGroup,
  fieldsOf,
  TextField,
} from "../../../../components/admin/fields.tsx";
import { ITEM_LIMITS } from "./item_form.ts";

interface ItemFieldsProps {
  item: ItemRecord;
  form: URLSearchParams;
  fields: FieldErrors;
  /** All systems of the catalog, with retired ones. */
  systems: readonly System[];
}

/** The fields of a document that staff can edit. */
export function ItemFields({ item, form, fields, systems }: ItemFieldsProps): JSX.Element {
  const field = fieldsOf(form, fields);
  return (
    <>
      <p class="max-w-text text-sm text-muted">
        You cannot edit the words of a document, because they are a copy of its source. A new
        version, imported from a changed file or page, has its own title, path and systems.
      </p>
      <TextField
        {...field("title")}
        label="Title"
        hint="Buyers see it with every quote, and its words count in the search."
        maxLength={ITEM_LIMITS.title}
      />
      {item.contentType === "pdp" && (
        <TextField
          {...field("pdpPath")}
          label="Path of the product page"
          hint="On the marketing site, such as /systems/heron. Quotes about its systems lead there."
          maxLength={ITEM_LIMITS.path}
          mono
          optional
        />
      )}
      <FieldGroup
        legend="About"
        hint="The document is evidence for these systems, and for no others."
      >
        <div id="systems" tabIndex={-1}>
          {fields.systems && <FieldError id="systems-error">{fields.systems}</FieldError>}
          <SystemBoxes
            systems={systems}
            checked={form.getAll("systems")}
            kept={item.systemIds}
          />
        </div>
      </FieldGroup>
    </>
  );
}

interface SystemBoxesProps {
  systems: readonly System[];
  checked: readonly string[];
  /** Ids that are offered even when their system is retired or not in the catalog. */
  kept?: readonly string[];
}

/** A checkbox for each live system, and for those in `kept`. */
export function SystemBoxes({ systems, checked, kept = [] }: SystemBoxesProps): JSX.Element {
  const known = new Set(systems.map(({ id }) => id));
  const offered = [
    ...systems.filter(({ id, retired }) => !retired || kept.includes(id))
      .map(({ id, name, retired }) => ({ value: id, label: retired ? `${name} (retired)` : name })),
    ...kept.filter((id) => !known.has(id))
      .map((id) => ({ value: id, label: `${id} (not in the catalog)` })),
  ];
  if (offered.length === 0) return <p class="text-sm text-muted">There are no systems yet.</p>;
  return (
    <div class="grid gap-x-6 gap-y-1 sm:grid-cols-2 lg:grid-cols-3">
      <CheckFields name="systems" options={offered} chosen={checked} />
    </div>
  );
}
