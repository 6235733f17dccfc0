import type { JSX } from "preact";
import { TextField } from "../fields.tsx";
import type { EditorProps } from "./define.ts";

interface IdFieldProps extends Pick<EditorProps<object>, "current" | "field"> {
  /** What the id is used for, as a sentence before the hint. */
  says?: string;
}

/** The id field of a new record; nothing for a stored one, because an id cannot change. */
export function IdField({ current, field, says }: IdFieldProps): JSX.Element | null {
  if (current !== null) return null;
  const hint = "It cannot be changed later. Leave it empty to make it from the name.";
  return (
    <TextField
      {...field("id")}
      label="Id"
      hint={says === undefined ? hint : `${says} ${hint}`}
      mono
      optional
    />
  );
}
