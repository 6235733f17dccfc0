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

/** What a screen answers: something said on the page that the form leads to, null for nothing, or an answer of its own. */
export type Reply<A> = Said | A | null;

/** What a screen answers to each outcome of a change. */
export interface Answers<R extends object, A> {
  /** Where the form leads; a function is asked once the change is made. */
  readonly href: string | (() => string);
  readonly changed: (change: Changed<R>) => Said | Promise<Said>;
  /** Null says nothing; absent says that there was nothing to change. */
  readonly unchanged?: (record: R) => Said | null;
  /** Shows the form again; absent throws `invalid`. */
  readonly invalid?: (fields: FieldErrors) => Reply<A> | Promise<Reply<A>>;
  /** Shows what somebody else has saved; absent throws `conflict`. */
  readonly conflict?: (current: R, version: string) => Reply<A> | Promise<Reply<A>>;
  /** Absent throws `conflict`. */
  readonly taken?: () => Reply<A> | Promise<Reply<A>>;
  /** Absent throws `not_found`. */
  readonly missing?: () => Reply<A> | Promise<Reply<A>>;
}

/** What is said of a form that asks for what is so already. */
export const NOTHING_CHANGED: Flash = { tone: "info", text: "There was nothing to change." };

/**
 * Answers a form after its change: `changed` and `unchanged` lead on (303) with a flash, the others show the form
 * again as the screen says.
 *
 * @throws {AppError} for an outcome that the screen has no answer to: `not_found`, `invalid` or `conflict`.
 */
export async function settle<R extends object>(
  outcome: ChangeOutcome<R>,
  answers: Answers<R, Response>,
): Promise<Response>;
export async function settle<R extends object, A extends object>(
  outcome: ChangeOutcome<R>,
  answers: Answers<R, A>,
): Promise<Response | A>;
export async function settle<R extends object, A extends object>(
  outcome: ChangeOutcome<R>,
  answers: Answers<R, A>,
): Promise<Response | A> {
  return answerWith(answers.href, await replyTo(outcome, answers));
}

async function replyTo<R extends object, A extends object>(
  outcome: ChangeOutcome<R>,
  answers: Answers<R, A>,
): Promise<Reply<A>> {
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

/** What a screen answers to each kind of outcome. */
export type KindAnswers<O extends { readonly kind: string }, A> = {
  readonly [K in O["kind"]]: (
    outcome: Extract<O, { readonly kind: K }>,
  ) => Reply<A> | Promise<Reply<A>>;
};

/** Answers a form after what is no change of one record, such as a step of a job, or a change of many. */
export async function settleKind<O extends { readonly kind: string }>(
  outcome: O,
  href: string,
  answers: KindAnswers<O, Response>,
): Promise<Response>;
export async function settleKind<O extends { readonly kind: string }, A extends object>(
  outcome: O,
  href: string,
  answers: KindAnswers<O, A>,
): Promise<Response | A>;
export async function settleKind<O extends { readonly kind: string }, A extends object>(
  outcome: O,
  href: string,
  answers: KindAnswers<O, A>,
): Promise<Response | A> {
  // The type of the table says that the answer of a kind takes the outcomes of that kind.
  const reply = answers[outcome.kind as O["kind"]] as (outcome: O) => Reply<A> | Promise<Reply<A>>;
  return answerWith(href, await reply(outcome));
}

function answerWith<A extends object>(
  href: string | (() => string),
  reply: Reply<A>,
): Response | A {
  if (reply !== null && !isSaid(reply)) return reply;
  const location = reply?.href ?? (typeof href === "string" ? href : href());
  return reply ? backTo(location, reply) : seeOther(location);
}

function isSaid(reply: object): reply is Said {
  return "tone" in reply && "text" in reply;
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
