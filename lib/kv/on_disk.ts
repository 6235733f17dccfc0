/**
 * Opens a store in a file, and closes the file while its disk is full. The runtime deletes expired keys by itself, and ends
 * the whole process when that fails; so without this, a full disk would take every page down, not only what needs a store.
 */
import { dirname } from "node:path";
import { isDiskFull, readFreeBytes } from "../disk/mod.ts";
import { aroundCalls, KvOutageError } from "./bounded.ts";

/** Options of {@linkcode openOnDisk}, for tests. */
export interface OnDiskOptions {
  /** Whether the disk of a file is full; asked again and again. */
  readonly isFull?: (path: string) => Promise<boolean>;
  /** Interval of the checks in milliseconds; 2000 by default. */
  readonly everyMs?: number;
}

const EVERY_MS = 2_000;
/** With fewer free bytes than this, a write shows whether the disk is full: some file systems always report none. */
const FEW_BYTES = 16 * 1024 * 1024;
/** Size of that write. */
const ROOM_BYTES = 1024 * 1024;

/** Methods that return no promise, so that they throw what others reject with. */
const WITHOUT_PROMISE: readonly unknown[] = ["atomic", "list", "watch"];

/**
 * Opens the store in the file at `path`. While the disk is full, each call fails with a `KvOutageError`, as do the calls,
 * lists and atomic operations that the closing of the file interrupts. When there is room again, the store goes on with what
 * it held; a queue is listened to again.
 *
 * @throws when the file cannot be opened or its disk is full.
 */
export async function openOnDisk(
  path: string,
  { isFull = lacksRoom, everyMs = EVERY_MS }: OnDiskOptions = {},
): Promise<Deno.Kv> {
  if (await isFull(path)) throw new Error("No space left on device");
  let current: Deno.Kv | null = null;
  let opening = Promise.withResolvers<void>();
  let isClosed = false;
  let checking = false;
  let reason = "";
  const first = await openFile();
  current = first;
  const timer = setInterval(() => void check(), everyMs);
  Deno.unrefTimer(timer);

  async function openFile(): Promise<Deno.Kv> {
    const file = await Deno.openKv(path);
    const around = async <T>(call: () => Promise<T>): Promise<T> => {
      try {
        return await call();
      } catch (error) {
        if (isClosed || file === current) throw error;
        return refuse(error);
      }
    };
    return aroundCalls(file, { reads: around, writes: around });
  }

  async function check(): Promise<void> {
    if (checking) return;
    checking = true;
    try {
      const full = await isFull(path);
      if (full) pause();
      else if (current === null && !isClosed) await goOn();
    } catch (error) {
      // Another check follows; until the store opens, its calls fail with this.
      reason = error instanceof Error ? error.message : String(error);
    } finally {
      checking = false;
    }
  }

  function pause(): void {
    if (isClosed || current === null) return;
    opening = Promise.withResolvers();
    current.close();
    current = null;
    reason = "its disk is full";
  }

  async function goOn(): Promise<void> {
    const next = await openFile();
    if (isClosed) return next.close();
    current = next;
    opening.resolve();
  }

  function close(): void {
    if (isClosed) return;
    isClosed = true;
    clearInterval(timer);
    current?.close();
    opening.resolve();
  }

  async function listenQueue(handle: Parameters<Deno.Kv["listenQueue"]>[0]): Promise<void> {
    while (!isClosed) {
      await current?.listenQueue(handle);
      if (current === null) await opening.promise;
    }
  }

  function refuse(cause?: unknown): never {
    throw new KvOutageError(`Cannot use the key-value store: ${reason}`, { cause });
  }

  async function refuseLater(): Promise<never> {
    return await refuse();
  }

  return new Proxy(first, {
    get(_, name) {
      if (name === "close" || name === Symbol.dispose) return close;
      if (name === "listenQueue") return listenQueue;
      if (current === null) return WITHOUT_PROMISE.includes(name) ? () => refuse() : refuseLater;
      const value: unknown = Reflect.get(current, name, current);
      return typeof value === "function" ? value.bind(current) : value;
    },
  });
}

/** Whether nothing more can be written beside a file. */
async function lacksRoom(path: string): Promise<boolean> {
  if (await readFreeBytes(dirname(path)) >= FEW_BYTES) return false;
  const probe = `${path}.room`;
  try {
    await Deno.writeFile(probe, new Uint8Array(ROOM_BYTES));
    return false;
  } catch (error) {
    return isDiskFull(error);
  } finally {
    await Deno.remove(probe).catch(() => {});
  }
}
