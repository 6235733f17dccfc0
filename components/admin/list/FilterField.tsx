import type { JSX } from "preact";
import { SelectField, TextField } from "../fields.tsx";
import type { ListFilter } from "./define.ts";

/** The field of a list's filter; null for a hidden one that is not set. */
export function FilterField(
  props: ListFilter & { value: string; error: string | undefined },
): JSX.Element | null {
  const { name, label, type, options, empty, maxLength = 100, value, class: look } = props;
  if (type === "hidden") return value ? <input type="hidden" name={name} value={value} /> : null;
  if (type === "flag") {
    return (
      <label class="flex min-h-8 cursor-pointer items-center gap-2 pb-1 text-sm">
        <input type="checkbox" name={name} value="true" checked={value !== ""} class="choice" />
        {label}
      </label>
    );
  }
  if (options) {
    const choice = { name, label, value, options, class: look };
    return <SelectField {...choice} {...(empty !== undefined && { empty, optional: true })} />;
  }
  const text = { name, label, value, class: look, error: props.error };
  return type === "date"
    ? <TextField {...text} type={type} optional />
    : <TextField {...text} type="search" maxLength={maxLength} optional />;
}
