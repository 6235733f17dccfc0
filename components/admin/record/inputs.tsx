/** The common fields of records. Each function returns the definition of one field, with its control. */
import type { z } from "zod";
import {
  CheckField,
  NumberField,
  SelectField,
  type SelectOption,
  TextArea,
  TextField,
} from "../fields.tsx";
import {
  checkboxField,
  isTicked,
  lineField,
  optionalLineField,
  optionalParagraphField,
  paragraphField,
  wholeNumberField,
} from "@/lib/http/mod.ts";
import { type Catalog, nextPosition, POSITION, type Snapshot } from "@/lib/catalog/mod.ts";
import type { FieldDefinition, NewRecord } from "./fields.tsx";

type Input = NonNullable<FieldDefinition<unknown>["Input"]>;

interface Texts {
  readonly label: string;
  readonly hint?: string;
  readonly class?: string;
  /** Name of the control. Defaults to the key of the field. */
  readonly name?: string;
}

interface LineOptions extends Texts {
  readonly maxLength: number;
  readonly type?: "email" | "url";
  /** Ids and other code. */
  readonly mono?: boolean;
  readonly suggestions?: (snapshot: Snapshot) => readonly (string | SelectOption)[];
}

interface ParagraphOptions extends Texts {
  readonly maxLength: number;
  readonly rows?: number;
}

/** A required line of text; `missing` is the error for an empty control. */
export function line(
  options: LineOptions & { readonly missing?: string; readonly schema?: z.ZodType<string> },
): FieldDefinition<string> {
  return {
    schema: lineField(options.maxLength, options.missing),
    describe: (text) => text,
    Input: lineInput(options),
    ...options,
  };
}

/** A line of text that may be empty, which gives null; `none` describes null. */
export function optionalLine(
  { none = "", ...options }: LineOptions & {
    readonly none?: string;
    readonly schema?: z.ZodType<string | null>;
  },
): FieldDefinition<string | null> {
  return {
    schema: optionalLineField(options.maxLength),
    describe: (text) => text ?? none,
    Input: lineInput(options, true),
    ...options,
  };
}

function lineInput(
  { suggestions, ...texts }: Omit<LineOptions, "maxLength">,
  optional = false,
): Input {
  return (field, { snapshot }) => (
    <TextField
      {...texts}
      {...field}
      optional={optional}
      {...(suggestions && { suggestions: suggestions(snapshot) })}
    />
  );
}

/** A required text of several lines; `missing` is the error for an empty control. */
export function paragraph(
  options: ParagraphOptions & { readonly missing?: string },
): FieldDefinition<string> {
  return {
    ...options,
    schema: paragraphField(options.maxLength, options.missing),
    describe: (text) => text,
    Input: (field) => <TextArea {...options} {...field} />,
  };
}

/** A text of several lines that may be empty, which gives null. */
export function optionalParagraph(options: ParagraphOptions): FieldDefinition<string | null> {
  return {
    ...options,
    schema: optionalParagraphField(options.maxLength),
    describe: (text) => text ?? "",
    Input: (field) => <TextArea {...options} {...field} optional />,
  };
}

interface NumberOptions extends Texts {
  readonly min: number;
  readonly max: number;
  readonly initial?: (context: NewRecord) => number;
}

/** A whole number from `min` to `max`. */
export function wholeNumber(options: NumberOptions): FieldDefinition<number> {
  return {
    ...options,
    schema: wholeNumberField(options),
    describe: String,
    Input: (field) => <NumberField {...options} {...field} />,
  };
}

/**
 * The place in a list that staff put in order; `ties` says what orders equal places. Without its control, a form keeps
 * the place, or gives a new record the last one.
 */
export function placeInList(
  recordsOf?: (catalog: Catalog) => readonly { readonly position: number }[],
  ties = "id",
): FieldDefinition<number> {
  return {
    ...wholeNumber({
      label: "Place in the list",
      hint: `The lowest comes first; equal places are ordered by ${ties}.`,
      ...POSITION,
    }),
    isKept: true,
    ...(recordsOf && { initial: ({ snapshot }) => nextPosition(recordsOf(snapshot.catalog)) }),
  };
}

interface CheckboxOptions extends Texts {
  /** Beside the box. Defaults to the label. */
  readonly says?: string;
  /** Returns the value in words. Defaults to {@linkcode yesOrNo}. */
  readonly describe?: (on: boolean) => string;
}

/** A checkbox. */
export function checkbox(options: CheckboxOptions): FieldDefinition<boolean> {
  return {
    describe: yesOrNo,
    ...options,
    schema: checkboxField(),
    initial: () => false,
    Input: checkboxInput(options),
  };
}

/** Returns the input of a checkbox, which is ticked when the form ticks it. */
export function checkboxInput({ label, says = label, ...texts }: CheckboxOptions): Input {
  return ({ name, error }, { form }) => (
    <CheckField
      {...texts}
      name={name}
      label={says}
      checked={isTicked(form.get(name))}
      error={error}
    />
  );
}

interface SelectOptions<V> extends Texts, Omit<FieldDefinition<V>, keyof Texts | "Input"> {
  readonly options: (snapshot: Snapshot, chosen: string) => readonly SelectOption[];
  /** Label of a first option with an empty value. */
  readonly empty?: string;
  readonly optional?: boolean;
}

/** A choice from a list. */
export function select<V>(definition: SelectOptions<V>): FieldDefinition<V> {
  const { label, hint, options, empty, optional } = definition;
  return {
    ...definition,
    Input: (field, { snapshot }) => (
      <SelectField
        {...field}
        label={label}
        hint={hint}
        class={definition.class}
        options={options(snapshot, field.value)}
        empty={empty}
        optional={optional}
      />
    ),
  };
}

/** A field that only the form of a new record shows and sets. */
export function onlyNew<V>(definition: FieldDefinition<V>): FieldDefinition<V> {
  const { Input } = definition;
  return {
    ...definition,
    fixed: true,
    Input: (field, props) => props.current === null ? Input?.(field, props) ?? null : null,
  };
}

/** The id, which staff may choose for a new record; `says` is what it is used for, as a sentence. */
export function newId(says?: string): FieldDefinition<string> {
  const hint = "It cannot be changed later. Leave it empty to make it from the name.";
  return onlyNew({
    label: "Id",
    initial: ({ id }) => id,
    Input: lineInput({ label: "Id", hint: says ? `${says} ${hint}` : hint, mono: true }, true),
  });
}

/** Whether the record is retired, which staff change below the form. */
export const RETIRED: FieldDefinition<boolean> = {
  label: "Retired",
  initial: () => false,
  describe: yesOrNo,
};

/** Returns the label of a ticked or empty box. */
export function yesOrNo(on: boolean | undefined): string {
  return on ? "Yes" : "No";
}

/** Returns the label of a switch. */
export function onOffLabel(on: boolean): string {
  return on ? "On" : "Off";
}
