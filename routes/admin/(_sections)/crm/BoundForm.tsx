import { Muted } from "@/components/admin/list/parts.tsx";
import type { JSX } from "preact";
import { Block } from "@/components/admin/Block.tsx";
import { Badge } from "@/components/ui/Badge.tsx";
import { RowsTable } from "@/components/ui/Table.tsx";
import type { Form } from "@/lib/crm/mod.ts";

/** The form in the CRM that the settings name, with the source of each field's value. */
export interface FormView extends Pick<Form, "id" | "name"> {
  /** `filling` is the source in words; null: the field stays empty. */
  readonly fields: readonly (Form["fields"][number] & { readonly filling: string | null })[];
}

interface BoundFormProps {
  /** The form, or why there is none to show. */
  form: FormView | string;
  /** How the CRM refused submissions, in words; null: it did not. */
  refused: string | null;
}

/** The fields of the form that leads are posted through, and the source of each value (spec §4.4). */
export function BoundForm({ form, refused }: BoundFormProps): JSX.Element {
  return (
    <Block title="The form in the CRM">
      {refused && (
        <p class="mb-3 text-sm">
          <Badge tone="danger">Refused by the CRM</Badge> <span class="text-muted">{refused}</span>
        </p>
      )}
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
                  cell: ({ filling, isRequired }) =>
                    filling ?? (isRequired
                      ? <Badge tone="warning">Nothing, though it is required</Badge>
                      : <Muted>Nothing</Muted>),
                },
              ]}
            />
          </>
        )}
    </Block>
  );
}
