/** Fetches the perimeter's published key set as untrusted input. */
import { importJWK } from "jose";
import { z } from "zod";
import { limitTime } from "@/lib/timing/mod.ts";

/** Public keys by key id. Two keys may share an id; a signature by either is valid. */
export type KeySet = ReadonlyMap<string, readonly CryptoKey[]>;

/** How the key set is fetched. */
export interface FetchOptions {
  /** Timeout of the whole response, in milliseconds. */
  readonly timeoutMs: number;
}

/** Limits of a key set, which normally holds two keys of about 400 bytes and their certificates. */
const MAX_BYTES = 64 * 1024;
const MAX_KEYS = 32;

/** An RSA key of 2048 to 8192 bits for RS256. Its other properties are ignored. */
const PublishedKey = z.object({
  kid: z.string().min(1).max(256),
  kty: z.literal("RSA"),
  alg: z.literal("RS256").optional(),
  use: z.literal("sig").optional(),
  n: z.string().regex(/^[\w-]{342,1366}$/),
  e: z.string().regex(/^[\w-]{1,16}$/),
});

/** `public_cert` may be stale, so only `keys` counts. */
const Published = z.object({ keys: z.array(z.unknown()).max(MAX_KEYS) });

/**
 * Fetches the key set, without keys that are not for RS256.
 *
 * @throws an `Error` that names the cause: a timeout, a status other than 200 (redirects are not followed), more than
 * 64 KiB, invalid JSON, or no usable key.
 */
export async function fetchKeys(url: string, options: FetchOptions): Promise<KeySet> {
  const published = Published.safeParse(JSON.parse(await fetchText(url, options)));
  if (!published.success) throw new Error("Cannot read the key set: it lists no keys");
  const keys = new Map<string, CryptoKey[]>();
  for (const candidate of published.data.keys) {
    const { data } = PublishedKey.safeParse(candidate);
    const key = data && await importKey(data);
    if (key) keys.set(data.kid, [...keys.get(data.kid) ?? [], key]);
  }
  if (keys.size === 0) throw new Error("Cannot use the key set: no key of it is for RS256");
  return keys;
}

async function importKey({ kty, n, e }: z.infer<typeof PublishedKey>): Promise<CryptoKey | null> {
  try {
    return await importJWK({ kty, n, e }, "RS256");
  } catch {
    return null;
  }
}

async function fetchText(url: string, { timeoutMs }: FetchOptions): Promise<string> {
  using limit = limitTime(
    timeoutMs,
    () => new Error(`Cannot fetch the key set: no answer within ${timeoutMs} ms`),
  );
  const response = await fetch(url, {
    headers: { accept: "application/json" },
    redirect: "manual",
    signal: limit.signal,
  });
  if (response.status === 200) return await readText(response);
  await response.body?.cancel();
  throw new Error(`Cannot fetch the key set: the answer has status ${response.status}`);
}

async function readText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > MAX_BYTES) {
      throw new Error(`Cannot read the key set: it is longer than ${MAX_BYTES} bytes`);
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
