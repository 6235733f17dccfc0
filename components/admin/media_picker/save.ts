/** The answer of a page with a picker to its form. */
import { type ChangeOutcome, type FieldErrors, versionOf } from "../../../lib/records/mod.ts";
import type { Undo } from "../../../lib/staff/mod.ts";
import { settle, undoFields } from "../settle.ts";

/** A form as it is shown again. */
export interface ShownAgain<R> {
  /** Version of the record for the form to carry. */
  readonly version: string;
  readonly fields?: FieldErrors;
  /** The record that somebody else saved meanwhile. */
  readonly theirs?: R;
  readonly status: number;
}

interface Saving<R extends object, A> {
  readonly outcome: ChangeOutcome<R>;
  /** Version that the form carried. */
  readonly version: string;
  /** Page of the record. */
  readonly href: string;
  /** The flash after saving. */
  readonly saved: string;
  /** Returns the form that restores a record, for the undo; absent when that would not restore it exactly. */
  readonly formOf?: (record: R) => URLSearchParams;
  /** The undo to offer when `formOf` gives none. */
  readonly undo?: Undo;
  readonly again: (shown: ShownAgain<R>) => Promise<A>;
}

/** Redirects after a change, or shows the form again with its errors or the conflict. */
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
