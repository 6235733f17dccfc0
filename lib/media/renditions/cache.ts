/**
 * Renditions that were made before, in files, as many as fit. Those asked for once go before those asked for again, and
 * among equals those asked for least recently, so that asking for everything once does not empty it (a segmented LRU).
 */
import { createHash } from "node:crypto";

/** A rendition as it is sent. */
export interface Kept {
  readonly size: number;
  readonly body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** Files of finished renditions, by a key of letters and digits that says all that went into one. */
export interface RenditionCache {
  /** Whoever takes a stream must read or cancel it. Null for what is not here, or no longer whole. */
  get(key: string): Promise<Kept | null>;
  /** Keeps a rendition; a disk that is full or gone costs nothing but the room for it. */
  put(key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
}

/** Where renditions are kept, and how much of them. */
export interface CacheOptions {
  /** Made when it is not there. Nothing else may be in it. */
  readonly folder: string;
  readonly maxBytes: number;
  /** Files up to so many bytes are read at once, which costs less than a stream does; larger ones are streamed. */
  readonly wholeBytes?: number;
  /** Told once about each distinct reason why files cannot be kept. */
  readonly onError: (error: unknown) => void;
}

interface Entry {
  /** `<key>.<digest of the content>`, so that what a crash has spoilt is found out. */
  readonly name: string;
  readonly size: number;
  /** Whether this process wrote the content, or has compared it with its digest. */
  isChecked: boolean;
}

/** Part of the room for what was asked for again. */
const AGAIN_SHARE = 0.8;

const NAME = /^([0-9a-f]+)\.([0-9a-f]{32})$/;

/** Opens a cache on a folder, with what an earlier process has left there. */
export function openCache(options: CacheOptions): RenditionCache {
  const { folder, maxBytes, wholeBytes = 256 * 1024, onError } = options;
  /** Asked for once, or not for long, in the order of use, the least recent first. */
  const once = createShelf();
  /** Asked for again since it was put here. */
  const again = createShelf();
  const reported = new Set<string>();

  function report(error: unknown): void {
    const reason = error instanceof Error ? error.name : String(error);
    if (reported.has(reason)) return;
    reported.add(reason);
    onError(error);
  }

  async function readFolder(): Promise<void> {
    await Deno.mkdir(folder, { recursive: true });
    const found: { key: string; entry: Entry; writtenAt: number }[] = [];
    for await (const { name } of Deno.readDir(folder)) {
      const [, key] = NAME.exec(name) ?? [];
      if (key === undefined) {
        // Left by a process that ended while it was writing.
        await Deno.remove(`${folder}/${name}`).catch(() => {});
        continue;
      }
      const file = await Deno.stat(`${folder}/${name}`).catch(() => null);
      if (file === null) continue;
      const entry = { name, size: file.size, isChecked: false };
      found.push({ key, entry, writtenAt: file.mtime?.getTime() ?? 0 });
    }
    found.sort((a, b) => a.writtenAt - b.writtenAt);
    for (const { key, entry } of found) {
      // Left by a process that ended before it had removed what it wrote anew.
      const before = find(key);
      promote(key, entry);
      if (before !== undefined) await removeFile(before);
    }
    await makeRoom();
  }

  /** Gives an entry the last place among those asked for again; what has no room there is as if asked for once. */
  function promote(key: string, entry: Entry): void {
    once.remove(key);
    again.add(key, entry);
    while (again.bytes > maxBytes * AGAIN_SHARE) {
      const oldest = again.oldest();
      if (oldest === undefined) return;
      again.remove(oldest.key);
      once.add(oldest.key, oldest.entry);
    }
  }

  async function add(key: string, entry: Entry): Promise<void> {
    const before = find(key);
    again.remove(key);
    once.add(key, entry);
    if (before !== undefined && before.name !== entry.name) await removeFile(before);
    await makeRoom();
  }

  async function makeRoom(): Promise<void> {
    while (once.bytes + again.bytes > maxBytes) {
      const oldest = once.oldest() ?? again.oldest();
      if (oldest === undefined) return;
      await drop(oldest.key);
    }
  }

  function find(key: string): Entry | undefined {
    return once.get(key) ?? again.get(key);
  }

  async function drop(key: string): Promise<void> {
    const entry = find(key);
    if (entry === undefined) return;
    once.remove(key);
    again.remove(key);
    await removeFile(entry);
  }

  async function removeFile({ name }: Entry): Promise<void> {
    await Deno.remove(`${folder}/${name}`).catch((error) => {
      if (!(error instanceof Deno.errors.NotFound)) report(error);
    });
  }

  const opened = readFolder().catch(report);

  return {
    async get(key) {
      await opened;
      const entry = find(key);
      if (entry === undefined) return null;
      promote(key, entry);
      const kept = await read(`${folder}/${entry.name}`, entry, wholeBytes).catch((error) => {
        if (!(error instanceof Deno.errors.NotFound)) report(error);
        return null;
      });
      if (kept === null && find(key) === entry) await drop(key);
      return kept;
    },
    async put(key, bytes) {
      await opened;
      if (bytes.length > maxBytes) return;
      const name = `${key}.${digestOf(bytes)}`;
      const unfinished = `${folder}/unfinished-${crypto.randomUUID()}`;
      try {
        await Deno.writeFile(unfinished, bytes);
        await Deno.rename(unfinished, `${folder}/${name}`);
      } catch (error) {
        report(error);
        await Deno.remove(unfinished).catch(() => {});
        return;
      }
      await add(key, { name, size: bytes.length, isChecked: true });
    },
  };
}

/** Entries in an order, and how much room they take. */
function createShelf() {
  const entries = new Map<string, Entry>();
  let bytes = 0;

  function remove(key: string): void {
    bytes -= entries.get(key)?.size ?? 0;
    entries.delete(key);
  }

  return {
    get bytes(): number {
      return bytes;
    },
    get: (key: string) => entries.get(key),
    oldest(): { key: string; entry: Entry } | undefined {
      for (const [key, entry] of entries) return { key, entry };
    },
    remove,
    /** Adds an entry in the last place; one of the same key goes. */
    add(key: string, entry: Entry): void {
      remove(key);
      entries.set(key, entry);
      bytes += entry.size;
    },
  };
}

/** Reads what nobody has looked at yet as a whole, for half of a picture must not be sent. */
async function read(path: string, entry: Entry, wholeBytes: number): Promise<Kept | null> {
  const { name, size, isChecked } = entry;
  if (isChecked && size > wholeBytes) return await stream(path, size);
  const body = await Deno.readFile(path);
  if (isChecked ? body.length !== size : !name.endsWith(`.${digestOf(body)}`)) return null;
  entry.isChecked = true;
  return { size: body.length, body };
}

async function stream(path: string, size: number): Promise<Kept | null> {
  const file = await Deno.open(path);
  const { size: present } = await file.stat();
  if (present === size) return { size, body: file.readable };
  file.close();
  return null;
}

function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex").slice(0, 32);
}
