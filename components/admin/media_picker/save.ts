/** What a page with a picker answers to its form. */
import { type ChangeOutcome, type FieldErrors, versionOf } from "../../../lib/records/mod.ts";
import { settle, undoFields } from "../settle.ts";

/** Forms name every picture, and every letter of a text may be sent as nine bytes. */
export const PICKER_FORM_LIMITS = { maxBytes: 256 * 1024 };

/** A form as it is shown again. */
export interface ShownAgain<R> {
  /** Version of the record that the form is now compared with. */
  readonly version: string;
  readonly fields?: FieldErrors;
  /** What somebody else has saved meanwhile. */
  readonly theirs?: R;
  readonly status: number;
}

interface Saving<R extends object, A> {
  readonly outcome: ChangeOutcome<R>;
  /** Version that the form carried. */
  readonly version: string;
  /** Where the record is shown. */
  readonly href: string;
  /** What to say once it is saved. */
  readonly saved: string;
  /** The form that saves a record as it was; absent where nothing puts it back exactly. */
  readonly formOf?: (record: R) => URLSearchParams;
  readonly again: (shown: ShownAgain<R>) => Promise<A>;
}

/** Leads on after a change, or shows the form again with what stood in its way. */
export function answerSave<R extends object, A extends object>(
  { outcome, version, href, saved, formOf, again }: Saving<R, A>,
): Promise<Response | A> {
  return settle<R, A>(outcome, {
    href,
    changed({ before, record }) {
      const undo = before && record && formOf && {
        action: href,
        fields: { ...undoFields(formOf(before)), version: versionOf(record) },
      };
      return { tone: "positive", text: saved, ...(undo && { undo }) };
    },
    invalid: (fields) => again({ version, fields, status: 400 }),
    conflict: (theirs, version) => again({ version, theirs, status: 409 }),
  });
}
