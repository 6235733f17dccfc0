/** Bulk actions on a list: a checkbox in each row, and the one form that they belong to. */
import type { ComponentChildren, JSX } from "preact";
import { classNames } from "@/components/ui/class_names.ts";

/** Id of the form. */
export const BULK_FORM = "bulk";

interface RowBoxProps {
  name: string;
  value: string;
  /** Accessible name, such as "Select Quiet rooms". */
  label: string;
}

/** The checkbox that selects a row. */
export function RowBox({ name, value, label }: RowBoxProps): JSX.Element {
  return (
    <label class="-my-0.5 flex min-h-6 w-fit min-w-6 items-center">
      <input type="checkbox" name={name} value={value} form={BULK_FORM} class="size-4" />
      <span class="sr-only">{label}</span>
    </label>
  );
}

interface BulkFormProps {
  action: string;
  /** Names the selection, such as "Selected rules". */
  label: string;
  class?: string;
  /** The buttons of the actions. */
  children: ComponentChildren;
}

/** The form of the checkboxes, with its buttons. */
export function BulkForm({ action, label, class: look, children }: BulkFormProps): JSX.Element {
  return (
    <form
      id={BULK_FORM}
      method="post"
      action={action}
      class={classNames("flex flex-wrap items-center gap-x-4 gap-y-2 text-sm", look)}
      aria-label={label}
    >
      <button type="button" class="text-link min-h-6" data-tick-all hidden>Select page</button>
      <span class="text-muted">
        {label}
        <span data-ticked></span>:
      </span>
      {children}
    </form>
  );
}
