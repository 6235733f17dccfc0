/** Opens the key-value store of the service. */
import { dirname } from "node:path";
import { isDiskFull } from "../disk/mod.ts";
import { withTimeout } from "../timing/mod.ts";
import { boundCalls } from "./bounded.ts";
import { openOnDisk } from "./on_disk.ts";
import { noteFile, requireWrites } from "./writable.ts";

/** The store cannot be opened; the message names it and the reason. */
export class KvOpenError extends Error {
  override readonly name = "KvOpenError";
  /** Stable across versions, unlike the message. */
  readonly code = "kv_unavailable";
}

/** Advice for a file: SQLite's messages are the same for several reasons. */
const ADVICE =
  ". Let the service write this file and its folder, or set DENO_KV_PATH to another file; move a damaged one away";

/** Timeout for connecting to a remote store. */
const OPEN_TIMEOUT_MS = 10_000;

/**
 * Opens a key-value store: a file (its folder is created if missing), `:memory:`, or the URL of a remote KV Connect
 * store, for which Deno reads the token from `DENO_KV_ACCESS_TOKEN`. Calls to a remote store fail with a
 * `KvOutageError` after three seconds, calls to a file while its disk is full. The caller must close the store.
 *
 * @throws {KvOpenError} when it cannot be opened, or a file not be written; for a remote store, after at most `timeoutMs` (default 10 000).
 */
export async function openKv(
  path: string,
  { timeoutMs = OPEN_TIMEOUT_MS }: { timeoutMs?: number } = {},
): Promise<Deno.Kv> {
  try {
    if (isRemote(path)) return boundCalls(await inTime(Deno.openKv(path), timeoutMs));
    if (path !== ":memory:") await Deno.mkdir(dirname(path), { recursive: true });
    const kv = await (path === ":memory:" ? Deno.openKv(path) : openOnDisk(path));
    try {
      // A file without write permission opens without an error.
      await requireWrites(kv);
      if (path !== ":memory:") await noteFile(kv, path);
    } catch (error) {
      kv.close();
      throw error;
    }
    return kv;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const advice = isRemote(path) || isDiskFull(cause) ? "" : ADVICE;
    const message = `Cannot open the key-value store ${path}: ${reason}`;
    throw new KvOpenError(`${message.replace(/\.$/, "")}${advice}`, { cause });
  }
}

async function inTime(opening: Promise<Deno.Kv>, timeoutMs: number): Promise<Deno.Kv> {
  return await withTimeout(timeoutMs, () => opening, () => {
    opening.then((kv) => kv.close(), () => {});
    throw new Error(`no answer in ${timeoutMs} ms`);
  });
}

function isRemote(path: string): boolean {
  return /^https?:\/\//.test(path);
}

/** Returns whether the store at a path has a message queue; a remote one has none (design §5). */
export function hasQueue(path: string): boolean {
  return !isRemote(path);
}
