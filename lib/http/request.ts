/**
 * What comes in, made into values: every reader gives what its schema describes or throws an
 * `AppError` below 500 that names the bad fields.
 */
import type { z } from "zod";
import { type BodyLimits, expectType, readText } from "./body.ts";
import { AppError } from "./errors.ts";
import { describeIssue } from "./issue_words.ts";

const repeatables = new WeakSet<z.ZodType>();

/**
 * Marks a field of a query or form that may be given several times. The schema then gets all values
 * as an array of strings; any other field gets the first.
 */
export function repeatable<T extends z.ZodType>(schema: T): T {
  repeatables.add(schema);
  return schema;
}

/**
 * Reads the query of a URL. Parameters that the schema does not name are ignored; of a repeated one
 * the first counts, unless its field is `repeatable()`. Throws `invalid` with `fields`.
 */
export function parseQuery<T extends z.ZodObject>(url: URL, schema: T): z.output<T> {
  return parseParams(url.searchParams, schema, "Cannot read the query");
}

/**
 * Reads a JSON body. Throws `unsupported_media_type` for another content type, `too_large` over the
 * limit, `timeout` when it does not arrive in time, `invalid` for broken JSON, and `invalid` with `fields` for what the schema refuses.
 */
export async function parseJson<T extends z.ZodType>(
  request: Request,
  schema: T,
  limits: BodyLimits = {},
): Promise<z.output<T>> {
  expectType(request, /^application\/([\w.+-]+\+)?json$/, "application/json");
  const value = fromJson(await readText(request, limits));
  return settle(safeParse(schema, value), "Cannot read the body");
}

/**
 * Reads a URL-encoded form, with the same rules for repeated and unknown fields as a query. Throws
 * `unsupported_media_type`, `too_large`, `timeout`, and `invalid` with `fields`.
 */
export async function parseForm<T extends z.ZodObject>(
  request: Request,
  schema: T,
  limits: BodyLimits = {},
): Promise<z.output<T>> {
  return parseParams(await readForm(request, limits), schema, "Cannot read the form");
}

/**
 * Reads a URL-encoded form as it was sent, for pages that show it again when something is wrong with it.
 * Throws `unsupported_media_type`, `too_large` and `timeout`.
 */
export async function readForm(
  request: Request,
  limits: BodyLimits = {},
): Promise<URLSearchParams> {
  const type = "application/x-www-form-urlencoded";
  expectType(request, /^application\/x-www-form-urlencoded$/, type);
  const text = await readText(request, limits);
  formTexts.set(request, text);
  return new URLSearchParams(text);
}

/** Forms that were read, for an answer that has to give one back: a body can be read once. */
const formTexts = new WeakMap<Request, string>();

/**
 * The form that a request sent, whether somebody has read it or not, for pages that give it back to who sent it; null where
 * there is none, or none within the limits.
 */
export async function formSent(
  request: Request,
  limits: BodyLimits = {},
): Promise<URLSearchParams | null> {
  const text = formTexts.get(request);
  if (text !== undefined) return new URLSearchParams(text);
  if (request.method !== "POST" || request.bodyUsed) return null;
  try {
    return await readForm(request, limits);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** What a form says, or what is wrong with it by the name of the field. */
export type CheckedForm<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fields: Record<string, string> };

/** Checks a form that was read, with the same rules as {@linkcode parseForm}, and never throws. */
export function checkForm<T extends z.ZodObject>(
  params: URLSearchParams,
  schema: T,
): CheckedForm<z.output<T>> {
  const parsed = safeParse(schema, pickParams(params, schema));
  if (parsed.success) return { ok: true, value: parsed.data };
  return { ok: false, fields: messagesByField(parsed.error) };
}

function parseParams<T extends z.ZodObject>(
  params: URLSearchParams,
  schema: T,
  action: string,
): z.output<T> {
  return settle(safeParse(schema, pickParams(params, schema)), action);
}

function pickParams(params: URLSearchParams, schema: z.ZodObject): Record<string, unknown> {
  const values: Record<string, string | string[]> = {};
  for (const [name, field] of Object.entries(schema.shape)) {
    if (!params.has(name)) continue;
    values[name] = repeatables.has(field) ? params.getAll(name) : params.get(name) ?? "";
  }
  return values;
}

/** Fields that are named of a body or form with more that are bad, so that an answer is not longer than its question. */
const MAX_NAMED = 100;

function messagesByField({ issues }: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { path, message } of issues.slice(0, MAX_NAMED)) {
    fields[path.join(".") || "body"] ??= message;
  }
  return fields;
}

function safeParse<T extends z.ZodType>(
  schema: T,
  value: unknown,
): z.ZodSafeParseResult<z.output<T>> {
  return schema.safeParse(value, { error: describeIssue });
}

function settle<T>(parsed: z.ZodSafeParseResult<T>, action: string): T {
  if (parsed.success) return parsed.data;
  const fields = messagesByField(parsed.error);
  const details = Object.entries(fields).map(([name, message]) => `${name}: ${message}`);
  throw new AppError("invalid", `${action}: ${details.slice(0, 3).join("; ")}`, { fields });
}

/** `__proto__` would set the prototype of whatever copies the value; no schema of ours names it. */
function fromJson(text: string): unknown {
  try {
    return JSON.parse(text, /__proto__|\\u/i.test(text) ? withoutPrototype : undefined);
  } catch (cause) {
    throw new AppError("invalid", "Cannot read the body: it is not valid JSON", { cause });
  }
}

function withoutPrototype(key: string, value: unknown): unknown {
  return key === "__proto__" ? undefined : value;
}
