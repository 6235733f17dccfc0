/**
 * Parses queries, JSON bodies and forms with zod schemas. Every parser returns the schema's output or throws an
 * `AppError` below 500 that names the bad fields.
 */
import type { z } from "zod";
import { type BodyLimits, expectType, readText } from "./body.ts";
import { AppError } from "./errors.ts";
import { describeIssue } from "./issue_words.ts";

type Combine = (values: string[]) => unknown;
const repeatables = new WeakMap<z.core.$ZodType, Combine>();

/**
 * Marks a field of a query or form as repeatable and returns it. Its schema receives what `combine` makes of all values,
 * by default an array of strings; every other field receives the first value only.
 */
export function repeatable<T extends z.ZodType>(
  schema: T,
  combine: Combine = (values) => values,
): T {
  repeatables.set(schema, combine);
  return schema;
}

/**
 * Parses the query of a URL. Parameters that are not in the schema are ignored. The first value of a repeated parameter
 * counts, unless its field is {@linkcode repeatable}.
 *
 * @throws {AppError} `invalid` with `fields`.
 */
export function parseQuery<T extends z.ZodObject>(url: URL, schema: T): z.output<T> {
  return parseParams(url.searchParams, schema, "Cannot read the query");
}

/**
 * Reads and parses a JSON body. The limits default to 64 KiB and 10 seconds.
 *
 * @throws {AppError} `unsupported_media_type` for another content type, `too_large` over the size limit, `timeout` over
 *   the time limit, `invalid` for broken JSON, and `invalid` with `fields` when the schema rejects the value.
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
 * Reads and parses a URL-encoded form, with the rules of {@linkcode parseQuery} for repeated and unknown fields.
 *
 * @throws {AppError} `unsupported_media_type`, `too_large`, `timeout`, and `invalid` with `fields`.
 */
export async function parseForm<T extends z.ZodObject>(
  request: Request,
  schema: T,
  limits: BodyLimits = {},
): Promise<z.output<T>> {
  return parseParams(await readForm(request, limits), schema, "Cannot read the form");
}

/**
 * Reads a URL-encoded form without validating it, for pages that show the form again when a field is wrong.
 *
 * @throws {AppError} `unsupported_media_type`, `too_large`, `timeout`, and `invalid` when the body breaks off or is not
 *   UTF-8.
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

/** Text of each form already read, for {@linkcode formSent}: a body can be read only once. */
const formTexts = new WeakMap<Request, string>();

/**
 * Returns the form that a request sent, even when it was read before, for pages that show it to its sender again.
 * Returns null when there is no form or it cannot be read within the limits.
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

/** The parsed value of a form, or a message for each bad field by its name. */
export type CheckedForm<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fields: Record<string, string> };

/** Validates a form that was already read, with the rules of {@linkcode parseForm}. Never throws. */
export function checkForm<T extends z.ZodObject>(
  params: URLSearchParams,
  schema: T,
): CheckedForm<z.output<T>> {
  const parsed = safeParse(schema, pickParams(params, schema));
  if (parsed.success) return { ok: true, value: parsed.data };
  return { ok: false, fields: messagesByField(parsed.error) };
}

/** Validates one field of a form that was already read, with the rules of {@linkcode checkForm}. Never throws. */
export function checkField<V>(
  params: URLSearchParams,
  name: string,
  schema: z.ZodType<V>,
): CheckedForm<V> {
  const parsed = safeParse(schema, pick(params, name, schema));
  if (parsed.success) return { ok: true, value: parsed.data };
  const [issue] = parsed.error.issues;
  return { ok: false, fields: { [name]: issue?.message ?? "" } };
}

function parseParams<T extends z.ZodObject>(
  params: URLSearchParams,
  schema: T,
  action: string,
): z.output<T> {
  return settle(safeParse(schema, pickParams(params, schema)), action);
}

function pickParams(params: URLSearchParams, schema: z.ZodObject): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(schema.shape)) {
    if (params.has(name)) values[name] = pick(params, name, field);
  }
  return values;
}

/** Returns what a field's schema receives; undefined when the field is absent. */
function pick(params: URLSearchParams, name: string, schema: z.core.$ZodType): unknown {
  const values = params.getAll(name);
  const combine = repeatables.get(schema);
  return values.length > 0 && combine !== undefined ? combine(values) : values[0];
}

/**
 * Returns all values of each name, in order, in one pass. `getAll()` for each name in turn would take quadratic time, and a
 * form of 64 KiB can have 20,000 names.
 */
export function valuesByName(params: URLSearchParams): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of params) values.getOrInsertComputed(name, () => []).push(value);
  return values;
}

/** The name, among bad fields, of a body that is itself wrong. */
const WHOLE = "body";

/** Most issues reported for one body or form, so that a bad request cannot cause a huge response. */
const MAX_NAMED = 100;

function messagesByField({ issues }: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { path, message } of issues.slice(0, MAX_NAMED)) {
    fields[path.join(".") || WHOLE] ??= message;
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
  const details = Object.entries(fields).map(([name, message]) =>
    name === WHOLE ? message : `${name}: ${message}`
  );
  throw new AppError("invalid", `${action}: ${details.slice(0, 3).join("; ")}`, { fields });
}

/**
 * Parses JSON and drops `__proto__` keys: copying such a value would set a prototype. No schema of ours uses the key.
 */
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

/** Percent-decodes a route parameter, because the router leaves some characters escaped; unchanged if it is malformed. */
export function decodeParam(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
