/**
 * What comes in, made into values: every reader gives what its schema describes or throws an
 * `AppError` below 500 that names the bad fields.
 */
import { Buffer } from "node:buffer";
import type { z } from "zod";
import { AppError } from "./errors.ts";

const KIB = 1024;

/** Bounds of a body. */
export interface BodyLimits {
  /** Longest body accepted; 64 KiB unless told otherwise. */
  readonly maxBytes?: number;
  /** Longest time that a body may take to arrive; 10 seconds unless told otherwise. */
  readonly timeoutMs?: number;
}

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
  return settle(schema.safeParse(value), "Cannot read the body");
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
  return new URLSearchParams(await readText(request, limits));
}

/** Bounds of a form with files. */
export interface UploadLimits extends BodyLimits {
  /** Most fields and files together. */
  readonly maxParts: number;
}

/**
 * Reads a form with files. They are held in memory, so the limits are what a request may cost. Throws
 * `unsupported_media_type`, `too_large`, `timeout`, and `invalid` for what is broken or has too many parts.
 */
export async function readUpload(
  request: Request,
  { maxParts, ...limits }: UploadLimits,
): Promise<FormData> {
  expectType(request, /^multipart\/form-data$/, "multipart/form-data");
  const boundary = BOUNDARY.exec(request.headers.get("content-type") ?? "")?.slice(1).find(Boolean);
  const broken = (cause?: unknown) =>
    new AppError("invalid", "Cannot read the body: it is broken off or no form", { cause });
  if (boundary === undefined) throw broken();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  try {
    await readBody(request, limits, (chunk) => chunks.push(chunk));
    const bytes = Buffer.concat(chunks);
    // Taking parts apart costs far more than counting them, and a body may be nothing but parts.
    if (countUpTo(maxParts + 2, { bytes, text: `--${boundary}` }) > maxParts + 1) {
      throw new AppError("invalid", `Cannot read the form: it has more than ${maxParts} parts`);
    }
    const headers = { "content-type": `multipart/form-data; boundary="${boundary}"` };
    return await new Response(bytes, { headers }).formData();
  } catch (error) {
    throw error instanceof AppError ? error : broken(error);
  }
}

/** As browsers make them, and as RFC 2046 §5.1.1 allows them, but for blanks and quotes. */
const BOUNDARY = /;\s*boundary=(?:"([\w'()+,./:=?-]{1,70})"|([\w'()+./:=?-]{1,70}))\s*(?:;|$)/i;

function countUpTo(
  max: number,
  { bytes, text }: { readonly bytes: Buffer; readonly text: string },
): number {
  let count = 0;
  for (let at = bytes.indexOf(text); at >= 0 && count < max; at = bytes.indexOf(text, at + 1)) {
    count++;
  }
  return count;
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
  const parsed = schema.safeParse(pickParams(params, schema));
  if (parsed.success) return { ok: true, value: parsed.data };
  return { ok: false, fields: messagesByField(parsed.error) };
}

function parseParams<T extends z.ZodObject>(
  params: URLSearchParams,
  schema: T,
  action: string,
): z.output<T> {
  return settle(schema.safeParse(pickParams(params, schema)), action);
}

function pickParams(params: URLSearchParams, schema: z.ZodObject): Record<string, unknown> {
  const values: Record<string, string | string[]> = {};
  for (const [name, field] of Object.entries(schema.shape)) {
    if (!params.has(name)) continue;
    values[name] = repeatables.has(field) ? params.getAll(name) : params.get(name) ?? "";
  }
  return values;
}

function messagesByField({ issues }: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { path, message } of issues) fields[path.join(".") || "body"] ??= message;
  return fields;
}

function settle<T>(parsed: z.ZodSafeParseResult<T>, action: string): T {
  if (parsed.success) return parsed.data;
  const fields = messagesByField(parsed.error);
  const details = Object.entries(fields).map(([name, message]) => `${name}: ${message}`);
  throw new AppError("invalid", `${action}: ${details.slice(0, 3).join("; ")}`, { fields });
}

function expectType(request: Request, pattern: RegExp, wanted: string): void {
  const [type = "", ...parameters] = (request.headers.get("content-type") ?? "").split(";");
  const charset = parameters.find((parameter) => /^\s*charset\s*=/i.test(parameter));
  const isUtf8 = charset === undefined || /=\s*"?utf-?8"?\s*$/i.test(charset);
  if (pattern.test(type.trim().toLowerCase()) && isUtf8) return;
  throw new AppError("unsupported_media_type", `Cannot read the body: the type must be ${wanted}`);
}

async function readText(request: Request, limits: BodyLimits): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  try {
    await readBody(request, limits, (chunk) => {
      text += decoder.decode(chunk, { stream: true });
    });
    return text + decoder.decode();
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError("invalid", "Cannot read the body: it is broken off or not UTF-8", { cause });
  }
}

/**
 * Counts while it reads, for a client may send more than it announced, or announce nothing. The time
 * is for the whole body, for a client may send a byte now and then for as long as it likes.
 *
 * @throws {AppError} `too_large` or `timeout`; else whatever broke the body off, or `take` throws.
 */
async function readBody(
  { headers, body }: Request,
  { maxBytes = 64 * KIB, timeoutMs = 10_000 }: BodyLimits,
  take: (chunk: Uint8Array<ArrayBuffer>) => void,
): Promise<void> {
  const tooLarge = () =>
    new AppError("too_large", `Cannot read the body: it is longer than ${maxBytes} bytes`);
  if (Number(headers.get("content-length")) > maxBytes) throw tooLarge();
  if (body === null) return;

  const reader = body.getReader();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    reader.cancel().catch(() => {});
  }, timeoutMs);
  let size = 0;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      size += read.value.byteLength;
      if (size > maxBytes) throw tooLarge();
      take(read.value);
    }
    if (late) throw new AppError("timeout", "Cannot read the body: it takes too long to arrive");
  } catch (error) {
    reader.cancel().catch(() => {});
    throw error;
  } finally {
    clearTimeout(timer);
  }
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
