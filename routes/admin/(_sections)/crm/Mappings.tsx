import type { JSX } from "preact";
import { Block } from "@/components/admin/Block.tsx";
import { Muted } from "@/components/admin/list/parts.tsx";
import { ErrorSummary, TextField } from "@/components/admin/fields.tsx";
import { PostForm } from "@/components/admin/RecordForm.tsx";
import { Badge } from "@/components/ui/Badge.tsx";
import { Button } from "@/components/ui/Button.tsx";
import { Disclosure } from "@/components/ui/Disclosure.tsx";
import { fieldAria, TextInput } from "@/components/ui/Field.tsx";
import { FieldError } from "@/components/ui/FieldError.tsx";
import { RowsTable } from "@/components/ui/Table.tsx";
import { type FieldMapping, isStaleField, sessionFields } from "@/lib/crm/mod.ts";
import { versionOf } from "@/lib/records/mod.ts";
import { isMissing, type Known, suggestionOf } from "./known.ts";
import { ACTION, sessionFieldLabel } from "./labels.ts";

/** Id of the form of a new mapping. */
export const NEW_MAPPING = "new-mapping";

/** Returns the address of the row of a mapping. */
export function mappingHref(field: string): string {
  return `${ACTION}#${rowIdOf(field)}`;
}

function rowIdOf(field: string): string {
  return `mapping-${field}`;
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
  known: Known;
  refused: RefusedMapping | null;
}

/** The mappings of session fields to contact fields in the CRM (spec §2.7). */
export function Mappings({ known, refused }: MappingsProps): JSX.Element {
  const { snapshot, mappings, sampler } = known;
  return (
    <Block
      title="Field mappings"
      lead={`What the CRM learns about a contact besides the address and name. ${
        sampler
          ? "The examples are from the latest session."
          : "Examples appear once a buyer has answered a question."
      }`}
    >
      {mappings.length === 0
        ? (
          <p class="border-y border-line py-3 text-sm text-muted">
            No field is mapped yet, so the CRM receives only an address and a name.
          </p>
        )
        : <MappedRows known={known} refused={refused} />}
      <NewMapping known={known} refused={refused?.row === null ? refused : null} />
      <Disclosure summary="What can be sent" class="mt-6">
        <RowsTable
          caption="Every value, with an example"
          stacks
          rows={sessionFields(snapshot)}
          columns={[
            { label: "Value", isHead: true, cell: (field) => sessionFieldLabel(snapshot, field) },
            {
              label: "Key",
              cell: (field) => <code class="font-mono text-xs wrap-anywhere">{field}</code>,
            },
            { label: "Example", cell: (field) => <Sample text={sampler?.(field)} /> },
          ]}
        />
      </Disclosure>
    </Block>
  );
}

function MappedRows(
  { known: { snapshot, mappings, sampler, directory }, refused }: MappingsProps,
): JSX.Element {
  return (
    <RowsTable
      caption="Mapped values"
      stacks
      rows={mappings}
      rowProps={({ session_field }) => ({ id: rowIdOf(session_field) })}
      columns={[
        {
          label: "Value",
          isHead: true,
          cell: ({ session_field: field }) => (
            <>
              {sessionFieldLabel(snapshot, field)}
              <code class="block font-mono text-xs font-normal wrap-anywhere text-muted">
                {field}
              </code>
              {isStaleField(snapshot, field) && (
                <span class="mt-1 block">
                  <Badge tone="warning">No live factor</Badge>{" "}
                  <span class="text-xs font-normal text-muted">Nothing is sent</span>
                </span>
              )}
            </>
          ),
        },
        {
          label: "Example",
          cell: ({ session_field }) => <Sample text={sampler?.(session_field)} />,
        },
        {
          label: "Goes into the field",
          cellLabelHidden: true,
          cell: (mapping) => (
            <MappedTo
              mapping={mapping}
              label={sessionFieldLabel(snapshot, mapping.session_field)}
              name={directory.fields.find(({ id }) => id === mapping.crm_field_id)?.name}
              missing={isMissing(directory.fields, mapping.crm_field_id)}
              refused={refused?.row === mapping.session_field ? refused : null}
            />
          ),
        },
        {
          label: "Remove",
          labelHidden: true,
          cell: (mapping) => (
            <PostForm action={ACTION} hidden={{ ...namedBy(mapping), intent: "unmap" }}>
              <Button
                variant="quiet"
                aria-label={`Remove the mapping of ${
                  sessionFieldLabel(snapshot, mapping.session_field)
                }`}
              >
                Remove
              </Button>
            </PostForm>
          ),
        },
      ]}
    />
  );
}

/** Returns the fields that name a stored mapping, in the version that the page shows. */
function namedBy(mapping: FieldMapping) {
  return { version: versionOf(mapping), session_field: mapping.session_field };
}

interface MappedToProps {
  mapping: FieldMapping;
  /** Label of the session field. */
  label: string;
  /** Name of the field in the CRM; undefined when it is unknown. */
  name: string | undefined;
  /** Whether the CRM has no such field. */
  missing: boolean;
  refused: RefusedMapping | null;
}

function MappedTo({ mapping, label, name, missing, refused }: MappedToProps): JSX.Element {
  const { session_field: field, crm_field_id } = mapping;
  const id = `crm_field_id-${field}`;
  const error = refused?.errors.crm_field_id ?? refused?.errors.session_field;
  return (
    <PostForm
      action={`${ACTION}#${id}`}
      hidden={{ ...namedBy(mapping), intent: "map", row: field }}
      class="grid gap-1"
    >
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <span class="flex flex-wrap items-center gap-2">
        <TextInput
          {...fieldAria(id, { hint: name || missing, error })}
          name="crm_field_id"
          aria-label={`Field of the CRM for ${label}`}
          value={refused?.crmFieldId ?? crm_field_id}
          inputMode="numeric"
          autoComplete="off"
          list="crm_field_id-list"
          class="max-w-32 font-mono"
        />
        <Button variant="secondary" aria-label={`Save the field for ${label}`}>Save</Button>
      </span>
      {(name || missing) && (
        <span id={`${id}-hint`} class="text-xs text-muted">
          {name || <Badge tone="warning">Not in the CRM</Badge>}
        </span>
      )}
    </PostForm>
  );
}

function NewMapping(
  { known: { snapshot, mappings, directory }, refused }: MappingsProps,
): JSX.Element {
  const free = sessionFields(snapshot)
    .filter((field) => !mappings.some(({ session_field }) => session_field === field));
  return (
    <form
      method="post"
      action={`${ACTION}#errors`}
      id={NEW_MAPPING}
      novalidate
      class="mt-5 grid max-w-xl gap-4"
    >
      <ErrorSummary fields={refused?.errors ?? {}} nothing="Nothing was mapped" />
      <input type="hidden" name="intent" value="map" />
      <TextField
        name="session_field"
        label="Send"
        hint="Choose a key from the list. For an answer, write answer: and the id of its factor; the factor may follow later."
        value={refused?.sessionField ?? ""}
        error={refused?.errors.session_field}
        mono
        suggestions={free.map((field) => ({
          value: field,
          label: sessionFieldLabel(snapshot, field),
        }))}
      />
      <TextField
        name="crm_field_id"
        label="Into the field"
        hint="Its number in the CRM."
        value={refused?.crmFieldId ?? ""}
        error={refused?.errors.crm_field_id}
        mono
        suggestions={directory.fields.map(suggestionOf)}
        class="max-w-60"
      />
      <Button variant="secondary" class="justify-self-start">Add mapping</Button>
    </form>
  );
}

function Sample({ text }: { text: string | null | undefined }): JSX.Element {
  if (typeof text !== "string") return <Muted>Nothing</Muted>;
  return <span class="font-mono text-xs wrap-anywhere">{text}</span>;
}
