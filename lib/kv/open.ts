/** Opens the key-value store of the service. */
import { dirname } from "node:path";

/** The store cannot be opened; the message names it and the reason. */
export class KvOpenError extends Error {
  override readonly name = "KvOpenError";
  /** Stable across versions, unlike the message. */
  readonly code = "kv_unavailable";
}

/**
 * Opens a key-value store: a file, whose folder is made when it is missing, `:memory:`, or the URL of a
 * remote store. The caller closes it. Throws a `KvOpenError` when that cannot be.
 */
export async function openKv(path: string): Promise<Deno.Kv> {
  const isFile = path !== ":memory:" && !isRemote(path);
  try {
    if (isFile) await Deno.mkdir(dirname(path), { recursive: true });
    return await Deno.openKv(path);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new KvOpenError(`Cannot open the key-value store ${path}: ${reason}`, { cause });
  }
}

function isRemote(path: string): boolean {
  return /^https?:\/\//.test(path);
}

/** Whether the store at a path has a queue of messages; a remote one has none (design §5). */
export function hasQueue(path: string): boolean {
  return !isRemote(path);
}
