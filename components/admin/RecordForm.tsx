import type { ComponentChildren, JSX } from "preact";
import { Button, ButtonLink } from "../ui/Button.tsx";
import type { FieldErrors } from "@/lib/records/mod.ts";
import { ErrorSummary } from "./fields.tsx";

/** Id of a record's form, for submit buttons outside of it. */
export const RECORD_FORM = "record";

interface RecordFormProps {
  /** Version of the record that filled the form; absent for a new record. */
  version?: string | undefined;
  /** Where to post; absent for the page itself. */
  action?: string | undefined;
  /** The errors of the last attempt. */
  errors: FieldErrors;
  /** Target of the Cancel link. */
  cancel: string;
  save?: string;
  /** Whether somebody else saved first, and the page shows their version. */
  conflict?: boolean;
  /**
   * Whether the form already holds unsaved input when the page loads. Defaults to whether it has errors or a
   * conflict.
   */
  unsaved?: boolean | undefined;
  /** Further buttons in the bar, after Save and Cancel. */
  more?: ComponentChildren;
  children: ComponentChildren;
}

/** The form of one record: error summary, fields and a bar with Save. Leaving with unsaved input asks first. */
export function RecordForm(props: RecordFormProps): JSX.Element {
  const { version, action, errors, cancel, conflict = false, more } = props;
  const { save = conflict ? "Save mine anyway" : "Save" } = props;
  const { unsaved = conflict || Object.keys(errors).length > 0 } = props;
  return (
    <form
      method="post"
      action={action}
      id={RECORD_FORM}
      data-guard
      data-unsaved={unsaved ? "" : undefined}
      novalidate
      class="max-w-3xl"
      autocomplete="off"
    >
      {/* The Enter key presses the first button of a form, which must save and not remove a row. */}
      <button type="submit" class="sr-only" tabIndex={-1} aria-hidden="true">{save}</button>
      <ErrorSummary fields={errors} />
      {version !== undefined && <input type="hidden" name="version" value={version} />}
      <div class="grid grid-cols-[minmax(0,1fr)] gap-5">{props.children}</div>
      <div class="form-bar">
        <Button data-save>{save}</Button>
        <ButtonLink variant="secondary" href={cancel} aria-current={false}>Cancel</ButtonLink>
        {more && <div class="ms-auto flex flex-wrap items-center gap-2">{more}</div>}
      </div>
    </form>
  );
}

/** Hidden fields by name; a list becomes one field for each of its values. */
export type HiddenFields = Readonly<Record<string, string | readonly string[]>>;

interface PostFormProps {
  /** Where to post; absent for the page itself. */
  action?: string | undefined;
  hidden?: HiddenFields | undefined;
  /** Whether leaving it with unsaved changes asks first. */
  guard?: boolean;
  /** Whether a guarded form already holds unsaved input when the page loads. */
  unsaved?: boolean;
  class?: string | undefined;
  children: ComponentChildren;
}

/** A small form for one action, such as a button in a table row. */
export function PostForm(
  { action, hidden = {}, guard = false, unsaved = false, ...rest }: PostFormProps,
): JSX.Element {
  return (
    <form
      method="post"
      action={action}
      class={rest.class}
      data-guard={guard ? "" : undefined}
      data-unsaved={unsaved ? "" : undefined}
    >
      {Object.entries(hidden).flatMap(([name, values]) =>
        [values].flat().map((value, index) => (
          <input key={`${name} ${index}`} type="hidden" name={name} value={value} />
        ))
      )}
      {rest.children}
    </form>
  );
}

interface ConfirmDetailsProps {
  /** The action, such as "Retire". */
  label: string;
  /** Explains the effect before it happens. */
  children: ComponentChildren;
  /** The form with the button that confirms. */
  confirm: ComponentChildren;
}

/** An action with confirmation: a disclosure with the explanation and the confirming button. */
export function ConfirmDetails({ label, children, confirm }: ConfirmDetailsProps): JSX.Element {
  return (
    <details class="confirm">
      <summary class="button button-secondary">{label}…</summary>
      <div class="mt-2 max-w-3xl border border-line-strong bg-surface-raised px-4 py-3.5">
        <div class="max-w-text text-sm">{children}</div>
        <div class="mt-3 flex flex-wrap items-center gap-2">{confirm}</div>
      </div>
    </details>
  );
}
