import type { JSX } from "preact";
import { TextField } from "../fields.tsx";
import type { EditorProps } from "./define.ts";

interface IdFieldProps extends Pick<EditorProps<object>, "current" | "field"> {
  /** What the id is for, as a sentence. */
  says?: string;
}

/** The id of a record that is not stored yet; nothing for one that is, because an id stays. */
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
