import type { JSX } from "preact";
import { Field, fieldAria, TextInput } from "@/components/ui/Field.tsx";
import { formatDate } from "@/lib/text/mod.ts";

/** The address of a result, and when this page was made. */
export interface Share {
  url: string;
  date: Date;
}

/** A field with the address of the result, to copy. In print only the date, because that address is printed above the page. */
export function ShareLink({ share: { url, date } }: { share: Share }): JSX.Element {
  const hint =
    "It holds your answers, the day and the version of our catalog, and nothing about you. " +
    "If you open it later, it also says what we recommended today and what has changed.";
  return (
    <>
      <div class="print:hidden">
        <Field id="share" label="Link to this result" hint={hint}>
          <TextInput {...fieldAria("share", { hint })} readOnly value={url} class="select-all" />
        </Field>
      </div>
      <p class="mt-6 hidden text-sm print:block">
        Made on {formatDate(date)}{" "}
        from your answers. The address at the top of the first page opens this result again, and
        says what has changed since.
      </p>
    </>
  );
}
