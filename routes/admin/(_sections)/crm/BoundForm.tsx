import { Muted } from "../../../../components/admin/list/parts.tsx";
import type { JSX } from "preact";
import { Block } from "../../../../components/admin/Block.tsx";
import { Badge } from "../../../../components/ui/Badge.tsx";
import { RowsTable } from "../../../../components/ui/Table.tsx";

/** The form in the CRM that the settings name. */
export type BoundFormView =
  | {
    readonly kind: "found";
    readonly id: string;
    readonly name: string;
    readonly fields: readonly {
      readonly id: string;
      readonly name: string;
      readonly htmlName: string;
      readonly isRequired: boolean;
      /** The source of its value, in words; null: the field stays empty. */
      readonly filling: string | null;
    }[];
  }
  | { readonly kind: "none"; readonly text: string };

interface BoundFormProps {
  form: BoundFormView;
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
      {form.kind === "none"
        ? <p class="border-y border-line py-3 text-sm text-muted">{form.text}</p>
        : (
          <>
            <p class="mb-3 text-sm text-muted">
              {form.name} (number {form.id}). Fields without a source stay empty.
            </p>
            <RowsTable
              caption="Fields of the form"
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
