import type { ComponentChildren, JSX } from "preact";
import { Button, ButtonLink } from "../ui/Button.tsx";
import { ErrorSummary } from "./fields.tsx";

/** Id of a record's form, for buttons that stand outside of it. */
export const RECORD_FORM = "record";

interface RecordFormProps {
  /** Digest of the record that the form was filled from; absent for a new one. */
  version?: string | undefined;
  /** Where to post; absent for the page itself. */
  action?: string | undefined;
  /** What was wrong with the last attempt. */
  errors?: Readonly<Record<string, string>> | null | undefined;
  /** Where to go without saving. */
  cancel: string;
  save?: string;
  id?: string;
  /** Whether somebody else was faster, and theirs is shown beside it. */
  conflict?: boolean;
  /**
   * Whether it holds what is not saved already before anything is typed; where nothing is said, whether it has errors or
   * a conflict.
   */
  unsaved?: boolean | undefined;
  /** Further actions in the bar, after Save and Cancel. */
  more?: ComponentChildren;
  children: ComponentChildren;
}

/** The form of one record: errors, fields, and the bar that saves; leaving it unsaved asks first. */
export function RecordForm(props: RecordFormProps): JSX.Element {
  const { version, action, errors, cancel, id = RECORD_FORM, conflict = false, more } = props;
  const { save = conflict ? "Save mine anyway" : "Save" } = props;
  const { unsaved = conflict || Object.keys(errors ?? {}).length > 0 } = props;
  return (
    <form
      method="post"
      action={action}
      id={id}
      data-guard
      data-unsaved={unsaved ? "" : undefined}
      novalidate
      class="record-form"
      autocomplete="off"
    >
      {/* The Enter key presses the first button of a form: it is to save, not to take a row away. */}
      <button type="submit" class="sr-only" tabIndex={-1} aria-hidden="true">{save}</button>
      <ErrorSummary fields={errors} />
      {version !== undefined && <input type="hidden" name="version" value={version} />}
      <div class="grid grid-cols-[minmax(0,1fr)] gap-5">{props.children}</div>
      <div class="form-bar">
        <Button size="small" data-save>{save}</Button>
        <ButtonLink variant="secondary" size="small" href={cancel}>Cancel</ButtonLink>
        {more && <div class="ms-auto flex flex-wrap items-center gap-2">{more}</div>}
      </div>
    </form>
  );
}

/** Fields that are sent without being seen; a list is sent once for each of its parts. */
export type HiddenFields = Readonly<Record<string, string | readonly string[]>>;

interface PostFormProps {
  /** Where to post; absent for the page itself. */
  action?: string | undefined;
  hidden?: HiddenFields | undefined;
  /** Whether leaving it changed asks first. */
  guard?: boolean;
  class?: string | undefined;
  children: ComponentChildren;
}

/** A small form around one action, such as a button in the row of a table. */
export function PostForm(
  { action, hidden = {}, guard = false, ...rest }: PostFormProps,
): JSX.Element {
  return (
    <form method="post" action={action} class={rest.class} data-guard={guard ? "" : undefined}>
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
  /** What it does, before it is done. */
  children: ComponentChildren;
  /** The form with the button that does it. */
  confirm: ComponentChildren;
}

/** An action that asks first: opens to what it does and the button that does it. */
export function ConfirmDetails({ label, children, confirm }: ConfirmDetailsProps): JSX.Element {
  return (
    <details class="confirm">
      <summary class="button button-secondary button-small">{label}…</summary>
      <div class="mt-2 max-w-3xl border border-line-strong bg-surface-raised px-4 py-3.5">
        <div class="max-w-text text-sm">{children}</div>
        <div class="mt-3 flex flex-wrap items-center gap-2">{confirm}</div>
      </div>
    </details>
  );
}
