/** The one place that turns what became of a change into an answer: forms lead on, or are shown again. */
import { AppError } from "../../lib/http/mod.ts";
import type { ChangeOutcome, FieldErrors } from "../../lib/records/mod.ts";
import { type Flash, type Undo, withFlash } from "../../lib/staff/mod.ts";

/** A change that was made. */
export type Changed<R extends object> = Extract<ChangeOutcome<R>, { kind: "changed" }>;

/** What a page that a form leads to says, and which page that is, where it is another than usual. */
export interface Said extends Flash {
  readonly href?: string;
}

/** What a screen answers to each outcome of a change. */
export interface Answers<R extends object, A> {
  /** Where the form leads; a function is asked once the change is made. */
  readonly href: string | (() => string);
  readonly changed: (change: Changed<R>) => Said | Promise<Said>;
  /** Null says nothing; absent says that there was nothing to change. */
  readonly unchanged?: (record: R) => Said | null;
  /** Shows the form again; absent throws `invalid`. */
  readonly invalid?: (fields: FieldErrors) => A | Promise<A>;
  /** Shows what somebody else has saved; absent throws `conflict`. */
  readonly conflict?: (current: R, version: string) => A | Promise<A>;
  /** Absent throws `conflict`. */
  readonly taken?: () => A | Promise<A>;
  /** Absent throws `not_found`. */
  readonly missing?: () => A | Promise<A>;
}

/** What is said of a form that asks for what is so already. */
export const NOTHING_CHANGED: Flash = { tone: "info", text: "There was nothing to change." };

/**
 * Answers a form after its change: `changed` and `unchanged` lead on (303) with a flash, the others show the form
 * again as the screen says.
 *
 * @throws {AppError} for an outcome that the screen has no answer to: `not_found`, `invalid` or `conflict`.
 */
export async function settle<R extends object, A = Response>(
  outcome: ChangeOutcome<R>,
  answers: Answers<R, A>,
): Promise<Response | A> {
  switch (outcome.kind) {
    case "changed":
      return lead(answers, await answers.changed(outcome));
    case "unchanged":
      return lead(
        answers,
        answers.unchanged ? answers.unchanged(outcome.record) : NOTHING_CHANGED,
      );
    case "invalid":
      if (answers.invalid) return await answers.invalid(outcome.fields);
      throw new AppError("invalid", Object.values(outcome.fields).join(". "));
    case "conflict":
      if (answers.conflict) return await answers.conflict(outcome.current, outcome.version);
      throw new AppError("conflict");
    case "taken":
      if (answers.taken) return await answers.taken();
      throw new AppError("conflict");
    case "missing":
      if (answers.missing) return await answers.missing();
      throw new AppError("not_found");
  }
}

function lead({ href }: { href: string | (() => string) }, said: Said | null): Response {
  const location = said?.href ?? (typeof href === "string" ? href : href());
  return said ? backTo(location, said) : seeOther(location);
}

/** Leads to a page (303). */
export function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location } });
}

/** Leads to a page, with what the action came to. */
export function backTo(location: string, flash: Flash): Response {
  return withFlash(seeOther(location), flash);
}

/** The error of a form whose `intent` no screen knows. */
export function unknownIntent(): AppError {
  return new AppError("invalid", "The form asks for something unknown");
}

/** The fields of a form as an undo carries them. */
export function undoFields(form: URLSearchParams): Undo["fields"] {
  return Object.fromEntries([...new Set(form.keys())].map((name) => [name, form.getAll(name)]));
}
