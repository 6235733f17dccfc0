import type { JSX } from "preact";
import { Block } from "@/components/admin/Block.tsx";
import { TextField } from "@/components/admin/fields.tsx";
import { PostForm } from "@/components/admin/RecordForm.tsx";
import { Badge } from "@/components/ui/Badge.tsx";
import { Button } from "@/components/ui/Button.tsx";
import { Disclosure } from "@/components/ui/Disclosure.tsx";
import { fieldAria, TextInput } from "@/components/ui/Field.tsx";
import { FieldError } from "@/components/ui/FieldError.tsx";
import { RowsTable } from "@/components/ui/Table.tsx";
import { ACTION } from "./labels.ts";

/** Id of the form of a new mapping. */
export const NEW_MAPPING = "new-mapping";

/** Returns the address of the row of a mapping. */
export function mappingHref(field: string): string {
  return `${ACTION}#${rowIdOf(field)}`;
}

function rowIdOf(field: string): string {
  return `mapping-${field}`;
}

/** A session field that can be sent to the CRM (spec §2.7). */
export interface MappableField {
  readonly field: string;
  readonly label: string;
  /** Its value in a recent session; null for no value. */
  readonly sample: string | null;
}

/** A session field with its mapping. */
export interface MappedField extends MappableField {
  readonly crmFieldId: string;
  /** Name of the field in the CRM; null when it is unknown. */
  readonly crmFieldName: string | null;
  /** Whether its factor was removed, so that nothing is sent. */
  readonly stale: boolean;
  /** How the CRM refused the value, in words; null: it did not. */
  readonly refused: string | null;
  /** Version of the mapping. */
  readonly version: string;
}

/** A submitted mapping that was not stored. */
export interface RefusedMapping {
  /** Session field of the edited row; null for the form of a new mapping. */
  readonly row: string | null;
  readonly sessionField: string;
  readonly crmFieldId: string;
  readonly errors: Readonly<Record<string, string>>;
}

interface MappingsProps {
  rows: readonly MappedField[];
  /** Every session field. */
  all: readonly MappableField[];
  /** Ids of contact fields in the CRM, for suggestions. */
  crmFieldIds: readonly string[];
  refused: RefusedMapping | null;
  /** Whether a session exists that the samples come from. */
  hasSample: boolean;
}

/** The mappings of session fields to contact fields in the CRM (spec §2.7). */
export function Mappings(props: MappingsProps): JSX.Element {
  const { rows, all, refused, hasSample } = props;
  return (
    <Block title="Field mappings">
      <p class="mb-3 max-w-text text-sm text-muted">
        What the CRM learns about a contact besides the address and name. {hasSample
          ? "The examples are from the latest session."
          : "Examples appear once a buyer has answered a question."}
      </p>
      {rows.length === 0
        ? (
          <p class="border-y border-line py-3 text-sm text-muted">
            No field is mapped yet, so the CRM receives only an address and a name.
          </p>
        )
        : <MappedRows {...props} />}
      <NewMapping {...props} refused={refused?.row === null ? refused : null} />
      <Disclosure summary="What can be sent" class="mt-6">
        <RowsTable
          caption="Every value, with an example"
          rows={all}
          columns={[
            { label: "Value", isHead: true, cell: ({ label }) => label },
            {
              label: "Key",
              cell: ({ field }) => <code class="font-mono text-xs wrap-anywhere">{field}</code>,
            },
            { label: "Example", cell: ({ sample }) => <Sample text={sample} /> },
          ]}
        />
      </Disclosure>
    </Block>
  );
}

function MappedRows({ rows, refused }: MappingsProps): JSX.Element {
  return (
    <RowsTable
      caption="Mapped values"
      stacks
      rows={rows}
      rowProps={({ field }) => ({ id: rowIdOf(field) })}
      columns={[
        { label: "Value", isHead: true, cell: (row) => <MappedValue row={row} /> },
        { label: "Example", cell: ({ sample }) => <Sample text={sample} /> },
        {
          label: "Goes into the field",
          cellLabelHidden: true,
          cell: (row) => (
            <MappedTo
              row={row}
              refused={refused?.row === row.field ? refused : null}
            />
          ),
        },
        {
          label: "Remove",
          labelHidden: true,
          cell: ({ field, label, version }) => (
            <PostForm action={ACTION} hidden={{ intent: "unmap", version, session_field: field }}>
              <Button variant="quiet" size="small" aria-label={`Remove the mapping of ${label}`}>
                Remove
              </Button>
            </PostForm>
          ),
        },
      ]}
    />
  );
}

function MappedValue({ row: { label, field, stale, refused } }: { row: MappedField }): JSX.Element {
  const faults = [
    { tone: "warning", name: "Removed factor", text: stale && "Nothing is sent" },
    { tone: "danger", name: "Refused by the CRM", text: refused },
  ] as const;
  return (
    <>
      {label}
      <code class="block font-mono text-xs font-normal wrap-anywhere text-muted">{field}</code>
      {faults.map(({ tone, name, text }) =>
        text && (
          <span key={name} class="mt-1 block">
            <Badge tone={tone}>{name}</Badge>{" "}
            <span class="text-xs font-normal text-muted">{text}</span>
          </span>
        )
      )}
    </>
  );
}

function MappedTo(
  { row, refused }: { row: MappedField; refused: RefusedMapping | null },
): JSX.Element {
  const { field, label, crmFieldId, crmFieldName, version } = row;
  const id = `crm_field_id-${field}`;
  const error = refused?.errors.crm_field_id ?? refused?.errors.session_field;
  return (
    <PostForm
      action={mappingHref(field)}
      hidden={{ intent: "map", row: field, version, session_field: field }}
      class="grid gap-1"
    >
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <span class="flex flex-wrap items-center gap-2">
        <TextInput
          {...fieldAria(id, { error })}
          name="crm_field_id"
          aria-label={`Field of the CRM for ${label}`}
          value={refused?.crmFieldId ?? crmFieldId}
          inputMode="numeric"
          maxLength={20}
          autoComplete="off"
          list="crm-fields"
          class="max-w-32 font-mono"
        />
        <Button variant="secondary" size="small" aria-label={`Save the field for ${label}`}>
          Save
        </Button>
      </span>
      {crmFieldName && <span class="text-xs text-muted">{crmFieldName}</span>}
    </PostForm>
  );
}

function NewMapping({ all, rows, crmFieldIds, refused }: MappingsProps): JSX.Element {
  const free = all.filter(({ field }) => !rows.some((row) => row.field === field));
  return (
    <form
      method="post"
      action={`${ACTION}#${NEW_MAPPING}`}
      id={NEW_MAPPING}
      novalidate
      class="mt-5 grid max-w-xl gap-4"
    >
      <input type="hidden" name="intent" value="map" />
      <TextField
        name="session_field"
        label="Send"
        hint="Choose a key from the list. For an answer, write answer: and the id of its factor; the factor may follow later."
        value={refused?.sessionField}
        error={refused?.errors.session_field}
        maxLength={120}
        mono
        suggestions={free.map(({ field }) => field)}
      />
      <TextField
        name="crm_field_id"
        label="Into the field"
        hint="Its number in the CRM."
        value={refused?.crmFieldId}
        error={refused?.errors.crm_field_id}
        maxLength={20}
        mono
        class="max-w-60"
      />
      <Button variant="secondary" size="small" class="justify-self-start">Add mapping</Button>
      <datalist id="crm-fields">
        {crmFieldIds.map((id) => <option key={id} value={id} />)}
      </datalist>
    </form>
  );
}

function Sample({ text }: { text: string | null }): JSX.Element {
  if (text === null) return <span class="text-muted">Nothing</span>;
  return <span class="font-mono text-xs wrap-anywhere">{text}</span>;
}
