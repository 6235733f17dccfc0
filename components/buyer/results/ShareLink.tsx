import type { JSX } from "preact";
import { Field, fieldAria, TextInput } from "@/components/ui/Field.tsx";
import { formatDate } from "@/components/ui/format_date.ts";

/** The address of a result, and when this page was made. */
export interface Share {
  url: string;
  date: Date;
}

/** A field with the address of the result, to copy. In print only the date, because every page prints its address. */
export function ShareLink({ share: { url, date }, hasPick }: {
  share: Share;
  /** Whether the result has a pick; its attribute values are printed too. */
  hasPick: boolean;
}): JSX.Element {
  const hint =
    "It holds your answers, the day and the version of our catalog, and nothing about you. " +
    "If you open it later, it also says what we recommended today and what has changed.";
  return (
    <>
      <div class="print:hidden">
        <Field id="share" label="Link to this result" hint={hint}>
          <TextInput {...fieldAria("share", { hint })} readOnly value={url} class="select-all" />
        </Field>
        {hasPick && (
          <p class="mt-3 text-sm text-muted">
            The page prints well: the pick, your answers and the figures side by side.
          </p>
        )}
      </div>
      <p class="hidden text-sm print:block">Made on {formatDate(date)} from your answers.</p>
    </>
  );
}
