/** Actions on several rows of a list: a box on each row, and one form that they all belong to. */
import type { ComponentChildren, JSX } from "preact";
import { classNames } from "../../ui/class_names.ts";

/** Id of the form. */
export const BULK_FORM = "bulk";

interface RowBoxProps {
  name: string;
  value: string;
  /** What ticking it does, such as "Select Quiet rooms". */
  label: string;
}

/** The box that selects a row. */
export function RowBox({ name, value, label }: RowBoxProps): JSX.Element {
  return (
    <label class="inline-flex min-h-6 min-w-6 items-center">
      <input type="checkbox" name={name} value={value} form={BULK_FORM} class="size-4" />
      <span class="sr-only">{label}</span>
    </label>
  );
}

interface BulkFormProps {
  action: string;
  /** What is selected, such as "Selected rules". */
  label: string;
  class?: string;
  /** What can be done with what is selected. */
  children: ComponentChildren;
}

/** The form of the boxes, with its buttons. */
export function BulkForm({ action, label, class: look, children }: BulkFormProps): JSX.Element {
  return (
    <form
      id={BULK_FORM}
      method="post"
      action={action}
      class={classNames("flex flex-wrap items-center gap-x-4 gap-y-2 text-sm", look)}
      aria-label={label}
    >
      <span class="text-muted">{label}:</span>
      {children}
    </form>
  );
}
