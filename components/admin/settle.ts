/** Turns the outcome of a change into the answer to its form: a redirect with a flash, or the form again. */
import { AppError, UNKNOWN_INTENT, valuesByName } from "@/lib/http/mod.ts";
import type { ChangeOutcome, FieldErrors } from "@/lib/records/mod.ts";
import { type Flash, type Undo, withFlash } from "@/lib/staff/mod.ts";

/** Limits of forms with many texts or the ids of many assets. URL encoding can take nine bytes for a character. */
export const LONG_FORM_LIMITS = { maxBytes: 256 * 1024 };

/** The outcome of a change that was stored. */
export type Changed<R extends object> = Extract<ChangeOutcome<R>, { kind: "changed" }>;

/** A flash for the page that the form redirects to; `href` overrides the usual page. */
export interface Said extends Flash {
  readonly href?: string;
}

/** A screen's reply: a flash for the redirect, null to redirect without one, or an answer of its own. */
type Reply = Said | Response | null;

/** A screen's replies to the outcomes of a change. */
export interface Answers<R extends object> {
  /** The redirect target; a function is called after the change. */
  readonly href: string | (() => string);
  readonly changed: (change: Changed<R>) => Said | Promise<Said>;
  /** Null redirects without a flash; absent says {@linkcode NOTHING_CHANGED}. */
  readonly unchanged?: (record: R) => Said | null;
  /** Usually shows the form again; absent throws `invalid`. */
  readonly invalid?: (fields: FieldErrors) => Reply | Promise<Reply>;
  /** Usually shows what somebody else saved; absent throws `conflict`. */
  readonly conflict?: (current: R, version: string) => Reply | Promise<Reply>;
  /** Absent throws `conflict`. */
  readonly taken?: () => Reply | Promise<Reply>;
  /** Absent throws `not_found`. */
  readonly missing?: () => Reply | Promise<Reply>;
}

/** The flash for a form that changed nothing. */
export const NOTHING_CHANGED: Flash = { tone: "info", text: "There was nothing to change." };

/**
 * Answers a form after its change: `changed` and `unchanged` redirect (303) with a flash; for the other outcomes the
 * screen decides, and usually shows the form again.
 *
 * @throws {AppError} `not_found`, `invalid` or `conflict`, for an outcome that the screen has no reply to.
 */
export async function settle<R extends object>(
  outcome: ChangeOutcome<R>,
  answers: Answers<R>,
): Promise<Response> {
  return answerWith(answers.href, await replyTo(outcome, answers));
}

async function replyTo<R extends object>(
  outcome: ChangeOutcome<R>,
  answers: Answers<R>,
): Promise<Reply> {
  switch (outcome.kind) {
    case "changed":
      return await answers.changed(outcome);
    case "unchanged":
      return answers.unchanged ? answers.unchanged(outcome.record) : NOTHING_CHANGED;
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

/** A screen's replies by the kind of outcome. */
type KindAnswers<O extends { readonly kind: string }> = {
  readonly [K in O["kind"]]: (
    outcome: Extract<O, { readonly kind: K }>,
  ) => Reply | Promise<Reply>;
};

/**
 * Answers a form whose outcome is not that of one record's change, such as a step of a job or a change of many
 * records.
 */
export async function settleKind<O extends { readonly kind: string }>(
  outcome: O,
  href: string,
  answers: KindAnswers<O>,
): Promise<Response> {
  // KindAnswers guarantees that the reply for a kind accepts outcomes of that kind.
  const reply = answers[outcome.kind as O["kind"]] as (outcome: O) => Reply | Promise<Reply>;
  return answerWith(href, await reply(outcome));
}

function answerWith(href: string | (() => string), reply: Reply): Response {
  if (reply instanceof Response) return reply;
  const location = reply?.href ?? (typeof href === "string" ? href : href());
  return reply ? backTo(location, reply) : seeOther(location);
}

/** Redirects to a page (303). */
export function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location } });
}

/** Redirects to a page (303) that shows the outcome as a flash. */
export function backTo(location: string, flash: Flash): Response {
  return withFlash(seeOther(location), flash);
}

/** Returns the flash for a change, with a warning about what was saved nevertheless. */
export function cautioned(text: string, warning: string | null | undefined): Flash {
  return warning ? { tone: "warning", text: `${text} ${warning}` } : { tone: "positive", text };
}

/** The error for a form whose `intent` the screen does not know. */
export function unknownIntent(): AppError {
  return new AppError("invalid", UNKNOWN_INTENT);
}

/** Field of a form that undoes a save, so that its flash does not read like another save. */
const UNDOES = "undoes";

/** Returns the fields of a form in the shape that the undo of a save stores. */
export function undoFields(form: URLSearchParams): Undo["fields"] {
  return { ...Object.fromEntries(valuesByName(form)), [UNDOES]: "true" };
}

/** Returns the flash text after a form was saved: `saved`, unless the form was the undo of a save. */
export function savedText(form: URLSearchParams, saved: string): string {
  return form.has(UNDOES) ? "The change was undone." : saved;
}
