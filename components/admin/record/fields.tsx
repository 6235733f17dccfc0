/** The fields of a record, each defined once, and the form that is made of them. */
import { Fragment, type JSX } from "preact";
import type { z } from "zod";
import { type CheckedForm, checkField } from "@/lib/http/mod.ts";
import type { Snapshot } from "@/lib/catalog/mod.ts";
import { FieldGroup, type FieldState } from "../fields.tsx";
import type { Described, EditorContext, EditorProps, FormDefinition } from "./define.ts";

/** One field of a record, with values of type `V`. The functions in `inputs.tsx` return the common ones. */
export interface FieldDefinition<V> {
  /** Names the field in the comparison of two versions, and above its control. */
  readonly label: string;
  /** Name of the control. Defaults to the key of the field. */
  readonly name?: string;
  /** Parses the control; undefined leaves the field out. Absent when the form does not change the field. */
  readonly schema?: z.ZodType<V>;
  /** Whether the form can set the field of a new record only. */
  readonly fixed?: boolean;
  /** Whether a form without the control keeps the value, or the initial one of a new record. */
  readonly isKept?: boolean;
  /** Returns the value in a new record. Defaults to an empty control. */
  readonly initial?: (context: NewRecord) => V;
  /** Returns the texts that the control sends for a value. Defaults to {@linkcode textsOf}. */
  readonly toTexts?: (value: V) => readonly string[];
  /** Returns the reason to refuse a parsed value, or null. `stored` is null while the record is new. */
  readonly refuse?: (value: V, stored: V | null, snapshot: Snapshot) => string | null;
  /** Returns the value in words. Absent when the comparison of versions leaves the field out. */
  readonly describe?: (value: V, snapshot: Snapshot) => string;
  /** Renders the control. */
  readonly Input?: (field: FieldState, props: EditorProps<object>) => JSX.Element | null;
}

/** The context in which a record is created. */
export type NewRecord = Pick<EditorContext<object>, "id" | "snapshot">;

/** A definition for each field of a record, in the order of the editor and of the comparison. */
export type Fields<R extends object> = { readonly [K in keyof R]-?: FieldDefinition<R[K]> };

/** The parts of a form that its fields decide. */
export type FormOfFields<R extends object> = Pick<
  FormDefinition<R>,
  "toForm" | "parse" | "Editor" | "describe"
>;

/** Returns the form of a record: how it is filled, parsed and shown, and how versions are put in words. */
export function recordForm<R extends object>(
  fields: Fields<R>,
): FormOfFields<R> {
  const keys = keysOf(fields);
  return {
    toForm: (record, snapshot) =>
      new URLSearchParams(keys.flatMap((key) => {
        const texts = formTexts(fields[key], record && { value: record[key] }, snapshot);
        return texts.map((text) => [nameOf(fields, key), text]);
      })),
    parse: (form, context) => parseFields(fields, form, context),
    Editor: (props) => renderFields(fields, props),
    describe: (record, snapshot) =>
      keys.flatMap((key): Described[] => {
        const { label, describe } = fields[key];
        return describe ? [{ label, value: describe(record[key], snapshot) }] : [];
      }),
  };
}

/** Renders the controls of all fields, or `only` of some, for editors with further content around them. */
export function renderFields<R extends object>(
  fields: Fields<R>,
  props: EditorProps<object>,
  only: readonly (keyof R & string)[] = keysOf(fields),
): JSX.Element {
  return (
    <>
      {only.map((key) => (
        <Fragment key={key}>
          {fields[key].Input?.(props.field(nameOf(fields, key)), props)}
        </Fragment>
      ))}
    </>
  );
}

/** Some fields under a heading. */
export interface GroupOfFields<R extends object> {
  readonly legend: string;
  readonly hint?: string;
  readonly keys: readonly (keyof R & string)[];
}

/** Renders the controls of the fields in groups. */
export function renderGroups<R extends object>(
  fields: Fields<R>,
  props: EditorProps<object>,
  groups: readonly GroupOfFields<R>[],
): JSX.Element {
  return (
    <>
      {groups.map(({ keys, ...texts }) => (
        <FieldGroup key={texts.legend} {...texts}>{renderFields(fields, props, keys)}</FieldGroup>
      ))}
    </>
  );
}

/** Returns the texts of a value in a form: none for an unticked box, an empty one for null, several for a list. */
export function textsOf(value: unknown): readonly string[] {
  if (value === false || value === undefined) return [];
  if (value === true) return ["true"];
  return value === null ? [""] : [value].flat().map(String);
}

function keysOf<R extends object>(fields: Fields<R>): (keyof R & string)[] {
  return Object.keys(fields) as (keyof R & string)[];
}

function nameOf<R extends object>(fields: Fields<R>, key: keyof R & string): string {
  return fields[key].name ?? key;
}

/** Returns the texts that fill a field's control: those of the stored value, or of a new record's. */
function formTexts<V>(
  { schema, initial, toTexts = textsOf }: FieldDefinition<V>,
  stored: { readonly value: V } | null,
  snapshot: Snapshot,
): readonly string[] {
  if (schema === undefined) return [];
  if (stored !== null) return toTexts(stored.value);
  return initial ? toTexts(initial({ id: "", snapshot })) : [""];
}

/** Parses every field, so that all errors show at once. */
function parseFields<R extends object>(
  fields: Fields<R>,
  form: URLSearchParams,
  context: EditorContext<R>,
): CheckedForm<R> {
  const values: Record<string, unknown> = {};
  const errors: Record<string, string> = {};
  for (const key of keysOf(fields)) {
    const checked = parseField(fields, key, { ...context, form });
    if (!checked.ok) Object.assign(errors, checked.fields);
    else if (checked.value !== undefined) values[key] = checked.value;
  }
  if (Object.keys(errors).length > 0) return { ok: false, fields: errors };
  return { ok: true, value: values as R };
}

function parseField<R extends object, K extends keyof R & string>(
  fields: Fields<R>,
  key: K,
  { form, current, id, snapshot }: EditorContext<R> & { readonly form: URLSearchParams },
): CheckedForm<R[K] | undefined> {
  const { schema, fixed, isKept, initial, refuse }: FieldDefinition<R[K]> = fields[key];
  const name = nameOf(fields, key);
  const isUnset = !schema || (isKept && !form.has(name));
  if (current !== null && (fixed || isUnset)) return { ok: true, value: current[key] };
  if (isUnset) return { ok: true, value: initial?.({ id, snapshot }) };
  const checked = checkField(form, name, schema);
  if (!checked.ok) return checked;
  const refused = refuse?.(checked.value, current && current[key], snapshot) ?? null;
  return refused === null ? checked : { ok: false, fields: { [name]: refused } };
}
