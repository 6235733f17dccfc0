/** What a page with a picker answers to its form. */
import { type ChangeOutcome, type FieldErrors, versionOf } from "../../../lib/records/mod.ts";
import type { Undo } from "../../../lib/staff/mod.ts";
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
  /** The form that saves a record as it was; absent where that does not put it back exactly. */
  readonly formOf?: (record: R) => URLSearchParams;
  /** Another form that puts it back. */
  readonly undo?: Undo;
  readonly again: (shown: ShownAgain<R>) => Promise<A>;
}

/** Leads on after a change, or shows the form again with what stood in its way. */
export function answerSave<R extends object, A extends object>(
  { outcome, version, href, saved, formOf, undo: other, again }: Saving<R, A>,
): Promise<Response | A> {
  return settle<R, A>(outcome, {
    href,
    changed({ before, record }) {
      const fields = before && record && formOf &&
        { ...undoFields(formOf(before)), version: versionOf(record) };
      const undo = fields ? { action: href, fields } : other;
      return { tone: "positive", text: saved, ...(undo && { undo }) };
    },
    invalid: (fields) => again({ version, fields, status: 400 }),
    conflict: (theirs, version) => again({ version, theirs, status: 409 }),
  });
}
