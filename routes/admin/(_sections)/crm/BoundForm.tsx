import { Muted } from "@/components/admin/list/parts.tsx";
import type { JSX } from "preact";
import { Block } from "@/components/admin/Block.tsx";
import { Badge } from "@/components/ui/Badge.tsx";
import { RowsTable } from "@/components/ui/Table.tsx";
import { type Form, formatFailure, formFilling } from "@/lib/crm/mod.ts";
import type { Known } from "./known.ts";
import { fillingInWords } from "./labels.ts";

interface BoundFormProps {
  known: Known;
  /** The form that the settings name; null for none. */
  name: string | null;
}

/** The fields of the form that leads are posted through, and the source of each value (spec §4.4). */
export function BoundForm(
  { known: { snapshot, mappings, directory }, name }: BoundFormProps,
): JSX.Element {
  const form = formOrWhyNot(directory.form, name);
  const mapped = new Set(mappings.map(({ session_field }) => session_field));
  return (
    <Block title="The form in the CRM">
      {typeof form === "string"
        ? <p class="border-y border-line py-3 text-sm text-muted">{form}</p>
        : (
          <>
            <p class="mb-3 text-sm text-muted">
              {form.name} (number {form.id}). Fields without a source stay empty.
            </p>
            <RowsTable
              caption="Fields of the form"
              stacks
              rows={form.fields}
              columns={[
                {
                  label: "Field",
                  isHead: true,
                  cell: ({ name, isRequired }) => (
                    <>
                      {name} {isRequired && <span class="font-normal text-muted">(required)</span>}
                    </>
                  ),
                },
                {
                  label: "Name in the form",
                  cell: ({ htmlName }) => (
                    <code class="font-mono text-xs wrap-anywhere">{htmlName}</code>
                  ),
                },
                {
                  label: "Filled with",
                  cell({ htmlName, isRequired }) {
                    const filling = formFilling(htmlName, mapped);
                    if (filling) return fillingInWords(snapshot, filling);
                    return isRequired
                      ? <Badge tone="warning">Nothing, though it is required</Badge>
                      : <Muted>Nothing</Muted>;
                  },
                },
              ]}
            />
          </>
        )}
    </Block>
  );
}

/** Returns the form that the settings name, or why there is none to show. */
function formOrWhyNot(form: Known["directory"]["form"], name: string | null): Form | string {
  if (name === null) return "No form is named above.";
  if (form === null) return "The fields of the form are shown once the CRM is configured.";
  if (!form.ok) return `The form cannot be shown: ${formatFailure(form)}.`;
  return form.value ?? `The CRM has no form, or several, for “${name}”.`;
}
