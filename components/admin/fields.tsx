/**
 * The fields of the admin area's forms. The `name` of a field is also the id of its control. None has a `maxlength`, which
 * would cut a pasted text without a word: the schema of the form says that it is too long.
 */
import type { ComponentChildren, JSX } from "preact";
import { classNames } from "../ui/class_names.ts";
import { Badge } from "../ui/Badge.tsx";
import { Choice, Field, fieldAria, Select, TextInput } from "../ui/Field.tsx";
import { FieldError } from "../ui/FieldError.tsx";
import { Notice } from "../ui/Notice.tsx";
import type { FieldErrors } from "@/lib/records/mod.ts";

/** The texts around the control of a field. */
interface FieldTexts {
  name: string;
  label: ComponentChildren;
  hint?: ComponentChildren;
  error?: string | undefined;
  optional?: boolean | undefined;
  class?: string | undefined;
}

/** The name, value and error of a control. */
export interface FieldState {
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
}

/** Returns a function that looks up the state of a control by its name. */
export function fieldsOf(
  form: URLSearchParams,
  errors: FieldErrors,
): (name: string) => FieldState {
  return (name) => ({ name, value: form.get(name) ?? "", error: errors[name] });
}

interface TextFieldProps extends FieldTexts {
  value: string;
  type?: "text" | "email" | "search" | "date" | "url";
  /** Ids and other code. */
  mono?: boolean;
  /** Suggested values; any other text can be typed as well. Browsers search a label too, so it finds a number by name. */
  suggestions?: readonly (string | SelectOption)[];
}

/** One line of text. */
export function TextField(props: TextFieldProps): JSX.Element {
  const { name, value, type, mono, suggestions } = props;
  const listId = suggestions && `${name}-list`;
  return (
    <FieldBox {...props}>
      <TextInput
        {...fieldAria(name, props)}
        name={name}
        type={type ?? "text"}
        value={value}
        autoComplete="off"
        required={!props.optional}
        list={listId}
        class={mono ? "font-mono" : ""}
      />
      {suggestions && (
        <datalist id={listId}>
          {suggestions.map((one) => {
            const option = typeof one === "string" ? { value: one } : one;
            return <option key={option.value} {...option} />;
          })}
        </datalist>
      )}
    </FieldBox>
  );
}

interface TextAreaProps extends FieldTexts {
  value: string;
  rows?: number;
}

/** Several lines of text. */
export function TextArea(props: TextAreaProps): JSX.Element {
  const { name, value, rows = 3 } = props;
  return (
    <FieldBox {...props}>
      <textarea
        {...fieldAria(name, props)}
        name={name}
        rows={rows}
        required={!props.optional}
        class="control"
      >
        {value}
      </textarea>
    </FieldBox>
  );
}

interface NumberFieldProps extends FieldTexts {
  /** A text when somebody typed something that is not a number. */
  value: number | string;
  /** Whether it may have decimals. */
  decimal?: boolean;
  /** Shown after the control, such as "in". */
  unit?: string | null | undefined;
}

/**
 * A number. A control of the type `number` would drop the comma from a typed “2,5”, and change with the mouse wheel, so
 * it is a text, which the schema of the form checks.
 */
export function NumberField(props: NumberFieldProps): JSX.Element {
  const { name, value, decimal, unit } = props;
  return (
    <FieldBox {...props}>
      <span class="flex items-center gap-2">
        <TextInput
          {...fieldAria(name, props)}
          name={name}
          inputMode={decimal ? "decimal" : "numeric"}
          value={value}
          autoComplete="off"
          required={!props.optional}
          class="max-w-32"
        />
        {unit && <span class="text-sm text-muted">{unit}</span>}
      </span>
    </FieldBox>
  );
}

/** One option of a select. */
export interface SelectOption {
  value: string;
  label: string;
}

interface SelectFieldProps extends FieldTexts {
  value: string;
  options: readonly SelectOption[];
  /** Label of a first option with an empty value, for “no choice”. */
  empty?: string | undefined;
}

/** A select. */
export function SelectField(props: SelectFieldProps): JSX.Element {
  const { name, value, options, empty } = props;
  // Without an empty option it always has a value.
  const required = !props.optional && empty !== undefined;
  return (
    <FieldBox {...props}>
      <Select {...fieldAria(name, props)} name={name} required={required}>
        <SelectOptions value={value} options={options} empty={empty} />
      </Select>
    </FieldBox>
  );
}

/** The options of a select. */
export function SelectOptions(
  { value, options, empty }: Pick<SelectFieldProps, "value" | "options" | "empty">,
): JSX.Element {
  return (
    <>
      {empty !== undefined && <option value="" selected={!value}>{empty}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value} selected={option.value === value}>
          {option.label}
        </option>
      ))}
    </>
  );
}

interface CheckFieldProps extends FieldTexts {
  checked: boolean;
  /** Sent when ticked. Default `true` (design §7). */
  value?: string;
  /** Id of the control, for several boxes with one name. Defaults to `name`. */
  id?: string;
}

/** A checkbox. */
export function CheckField(props: CheckFieldProps): JSX.Element {
  const { name, label, hint, error, checked, value = "true", id = name } = props;
  return (
    <div class={props.class}>
      <Choice
        {...fieldAria(id, { error })}
        type="checkbox"
        name={name}
        value={value}
        checked={checked}
        label={label}
        description={hint}
      />
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

interface CheckFieldsProps {
  name: string;
  options: readonly (SelectOption & { retired?: boolean })[];
  /** Values of the ticked boxes. */
  chosen: readonly string[];
}

/** Checkboxes that share a name, one for each option. Retired options carry a badge. */
export function CheckFields({ name, options, chosen }: CheckFieldsProps): JSX.Element {
  return (
    <>
      {options.map(({ value, label, retired }) => (
        <CheckField
          key={value}
          id={`${name}-${value}`}
          name={name}
          value={value}
          label={retired
            ? (
              <>
                {label} <Badge tone="warning">Retired</Badge>
              </>
            )
            : label}
          checked={chosen.includes(value)}
        />
      ))}
    </>
  );
}

function FieldBox(props: FieldTexts & { children: ComponentChildren }): JSX.Element {
  const { name, label, hint, error, optional, children } = props;
  return (
    <Field
      id={name}
      label={label}
      hint={hint}
      error={error}
      optional={optional ?? false}
      class={classNames("content-start", props.class)}
    >
      {children}
    </Field>
  );
}

interface FieldGroupProps {
  legend: ComponentChildren;
  hint?: ComponentChildren;
  children: ComponentChildren;
}

/** A fieldset with a heading. */
export function FieldGroup({ legend, hint, children }: FieldGroupProps): JSX.Element {
  return (
    <fieldset class="field-group">
      <legend class="font-medium">{legend}</legend>
      {hint && <p class="mb-3 text-sm text-muted">{hint}</p>}
      <div class="grid gap-4">{children}</div>
    </fieldset>
  );
}

interface ErrorSummaryProps {
  /** Message by name of the field. Nothing is shown when there is none. */
  fields: FieldErrors;
  /** Names the action that the form did not perform. */
  nothing?: string;
}

/** The errors of a form, each a link to its field. It takes the focus when the page loads. */
export function ErrorSummary(
  { fields, nothing = "Nothing was saved" }: ErrorSummaryProps,
): JSX.Element | null {
  const problems = Object.entries(fields);
  if (problems.length === 0) return null;
  return (
    <div id="errors" tabIndex={-1} class="mb-6" data-error-summary>
      <Notice
        tone="danger"
        role="alert"
        title={problems.length === 1
          ? `${nothing}: one thing needs another look`
          : `${nothing}: ${problems.length} things need another look`}
      >
        <ul class="grid gap-1">
          {problems.map(([name, message]) => (
            <li key={name}>
              <a href={`#${name}`} class="text-link">
                {message}
              </a>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
