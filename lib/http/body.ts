/** Reads request bodies within limits of size and time. */
import { AppError } from "./errors.ts";

const KIB = 1024;

/** Limits of a body. */
export interface BodyLimits {
  /** Maximum size in bytes; 64 KiB by default. */
  readonly maxBytes?: number;
  /** Time limit for the whole body in milliseconds; 10 seconds by default. */
  readonly timeoutMs?: number;
}

/**
 * Checks the content type of a request. `wanted` names the accepted type in the error message.
 *
 * @throws {AppError} `unsupported_media_type` for another type, a character set other than UTF-8, and a compressed body.
 */
export function expectType(request: Request, pattern: RegExp, wanted: string): void {
  const [type = "", ...parameters] = (request.headers.get("content-type") ?? "").split(";");
  const charset = parameters.find((parameter) => /^\s*charset\s*=/i.test(parameter));
  const isUtf8 = charset === undefined || /=\s*"?utf-?8"?\s*$/i.test(charset);
  const refuse = (why: string) => {
    throw new AppError("unsupported_media_type", `Cannot read the body: ${why}`);
  };
  if (!pattern.test(type.trim().toLowerCase()) || !isUtf8) refuse(`the type must be ${wanted}`);
  const coding = request.headers.get("content-encoding") ?? "identity";
  if (coding.trim().toLowerCase() !== "identity") refuse("it must not be compressed");
}

/**
 * Reads a text body.
 *
 * @throws {AppError} `too_large`, `timeout`, `unavailable` when the service stops, and `invalid` when the body breaks
 *   off or is not UTF-8.
 */
export async function readText(request: Request, limits: BodyLimits): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  try {
    for await (const chunk of streamBody(request, limits)) {
      text += decoder.decode(chunk, { stream: true });
    }
    return text + decoder.decode();
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError("invalid", "Cannot read the body: it is broken off or not UTF-8", { cause });
  }
}

/** Number of bodies being read, and the callers of `expectStop` that wait for the last of them. */
let arriving = 0;
let waiting: (() => void)[] = [];

/** Whether the server is about to cut off the bodies that have not arrived. */
let stopping = false;

/**
 * A server that stops calls this first, because it cuts off the uploads in progress. Until it is disposed, a body that
 * is cut off counts as the server's fault and no longer the client's. `arrived` resolves when no body is being read.
 */
export function expectStop(): Disposable & { readonly arrived: Promise<void> } {
  stopping = true;
  const arrived = new Promise<void>((resolve) => {
    if (arriving === 0) resolve();
    else waiting.push(resolve);
  });
  return { arrived, [Symbol.dispose]: () => stopping = false };
}

function arrived(): void {
  if (--arriving > 0) return;
  for (const resolve of waiting) resolve();
  waiting = [];
}

/**
 * Converts the error of a body whose connection ended; returns other errors unchanged. The runtime throws the same error
 * when the client leaves and when the server stops, and aborts the request's signal only later.
 */
function cutOff(cause: unknown): unknown {
  if (!(cause instanceof Deno.errors.BadResource)) return cause;
  return stopping
    ? new AppError("unavailable", "Cannot read the body: the service is stopping, send it again", {
      cause,
    })
    : new AppError("invalid", "Cannot read the body: it is broken off", { cause });
}

/**
 * Yields the chunks of a body on demand. It counts the bytes itself, because a client may send more than its
 * `Content-Length` or send none. The time limit covers the whole body, because a slow client could otherwise send a
 * byte now and then forever. It ends early, even while nothing arrives, when `unwanted` is aborted.
 *
 * @throws {AppError} `too_large`, `timeout`, `unavailable` when the service stops, or `invalid` when the client leaves;
 *   else the error that broke the body off.
 */
export async function* streamBody(
  { headers, body }: Request,
  { maxBytes = 64 * KIB, timeoutMs = 10_000 }: BodyLimits,
  unwanted?: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const tooLarge = () =>
    new AppError("too_large", `Cannot read the body: it is longer than ${maxBytes} bytes`);
  if (Number(headers.get("content-length")) > maxBytes) throw tooLarge();
  if (body === null) return;

  const reader = body.getReader();
  const end = () => void reader.cancel().catch(() => {});
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    end();
  }, timeoutMs);
  unwanted?.addEventListener("abort", end, { once: true });
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
    end();
  }
}
