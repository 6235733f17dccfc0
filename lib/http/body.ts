/** Bodies of requests, within bounds of size and time. */
import { AppError } from "./errors.ts";

const KIB = 1024;

/** Bounds of a body. */
export interface BodyLimits {
  /** Longest body accepted; 64 KiB unless told otherwise. */
  readonly maxBytes?: number;
  /** Longest time that a body may take to arrive; 10 seconds unless told otherwise. */
  readonly timeoutMs?: number;
}

/** Refuses a request whose body is of another type than wanted, or in another character set than UTF-8. */
export function expectType(request: Request, pattern: RegExp, wanted: string): void {
  const [type = "", ...parameters] = (request.headers.get("content-type") ?? "").split(";");
  const charset = parameters.find((parameter) => /^\s*charset\s*=/i.test(parameter));
  const isUtf8 = charset === undefined || /=\s*"?utf-?8"?\s*$/i.test(charset);
  if (pattern.test(type.trim().toLowerCase()) && isUtf8) return;
  throw new AppError("unsupported_media_type", `Cannot read the body: the type must be ${wanted}`);
}

/** Reads a body of text. Throws `too_large`, `timeout`, and `invalid` for what is no UTF-8. */
export async function readText(request: Request, limits: BodyLimits): Promise<string> {
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
 * Reads a body piece by piece, as `streamBody` gives it.
 *
 * @throws {AppError} `too_large` or `timeout`; else whatever broke the body off, or `take` throws.
 */
export async function readBody(
  request: Request,
  limits: BodyLimits,
  take: (chunk: Uint8Array<ArrayBuffer>) => void,
): Promise<void> {
  for await (const chunk of streamBody(request, limits)) take(chunk);
}

/** Bodies that have begun to arrive, and who waits for their end. */
let arriving = 0;
let waiting: (() => void)[] = [];

/** Settles when no body is arriving; a server that stops before cuts them all off. */
export function bodiesArrived(): Promise<void> {
  if (arriving === 0) return Promise.resolve();
  return new Promise((resolve) => waiting.push(resolve));
}

function arrived(): void {
  if (--arriving > 0) return;
  for (const resolve of waiting) resolve();
  waiting = [];
}

/** What a server that is stopping says of bodies that it has cut off itself. */
function cutOff(cause: unknown): unknown {
  if (!(cause instanceof Deno.errors.BadResource)) return cause;
  return new AppError(
    "unavailable",
    "Cannot read the body: the service is stopping, send it again",
    {
      cause,
    },
  );
}

/**
 * Gives a body piece by piece, each when it is asked for. Counts what it gives, for a client may send more than it
 * announced, or announce nothing. The time is for the whole body, for a client may send a byte now and then
 * for as long as it likes.
 *
 * @throws {AppError} `too_large`, `timeout`, or `unavailable` when the service stops; else whatever broke
 * the body off.
 */
export async function* streamBody(
  { headers, body }: Request,
  { maxBytes = 64 * KIB, timeoutMs = 10_000 }: BodyLimits,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
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
  arriving++;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      size += read.value.byteLength;
      if (size > maxBytes) throw tooLarge();
      yield read.value;
    }
    if (late) throw new AppError("timeout", "Cannot read the body: it takes too long to arrive");
  } catch (error) {
    throw cutOff(error);
  } finally {
    arrived();
    clearTimeout(timer);
    reader.cancel().catch(() => {});
  }
}
