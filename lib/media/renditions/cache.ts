/**
 * A file cache of renditions and originals with a segmented LRU: entries requested once are evicted before entries
 * requested again, and within each segment the least recently used first. So a crawler that requests everything once
 * does not flush it.
 */
import { createHash } from "node:crypto";

/** A cached file. */
export interface Kept {
  /** In bytes. */
  readonly size: number;
  /** A stream must be read to its end or cancelled, because it holds an open file. */
  readonly body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>;
}

/**
 * A cache of files by key. A key consists of hexadecimal digits and identifies the content: equal keys mean equal
 * bytes.
 */
export interface RenditionCache {
  /** Returns the file; null when it is missing or damaged. */
  get(key: string): Promise<Kept | null>;
  /** Stores a file. Never throws: a failed write is reported to `onError` and the file is not cached. */
  put(key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
}

/** Options of {@linkcode openCache}. */
interface CacheOptions {
  /** Created if missing. Must contain nothing else: unknown files in it are deleted. */
  readonly folder: string;
  /** Largest total size of the files. */
  readonly maxBytes: number;
  /**
   * Largest file that is read into memory, which is faster than a stream; larger ones are streamed. Default: 256 KiB.
   */
  readonly wholeBytes?: number;
  /** Called with file system errors; once for each error name. */
  readonly onError: (error: unknown) => void;
}

interface Entry {
  /** `<key>.<digest of the content>`, so that a file damaged by a crash is detected. */
  readonly name: string;
  readonly size: number;
  /** Whether this process wrote the content, or has verified its digest. */
  isChecked: boolean;
}

/** Share of the cache for entries that were requested again. */
const AGAIN_SHARE = 0.8;

const NAME = /^([0-9a-f]+)\.([0-9a-f]{32})$/;

/**
 * Opens a cache on a folder, with the files of earlier processes. Reads the folder in the background; calls wait for
 * that.
 */
export function openCache(options: CacheOptions): RenditionCache {
  const { folder, maxBytes, wholeBytes = 256 * 1024, onError } = options;
  const entries = createEntries(maxBytes);
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
        // A partial file of a process that ended while writing.
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
      // Two files have the same key if a process ended after it replaced one and before it removed the old one.
      const before = entries.find(key);
      entries.promote(key, entry);
      if (before !== undefined) await removeFile(before);
    }
    await makeRoom();
  }

  async function makeRoom(): Promise<void> {
    for (let key = entries.surplus(); key !== undefined; key = entries.surplus()) await drop(key);
  }

  async function drop(key: string): Promise<void> {
    const entry = entries.find(key);
    if (entry === undefined) return;
    entries.remove(key);
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
      const entry = entries.find(key);
      if (entry === undefined) return null;
      entries.promote(key, entry);
      const kept = await read(`${folder}/${entry.name}`, entry, wholeBytes).catch((error) => {
        if (!(error instanceof Deno.errors.NotFound)) report(error);
        return null;
      });
      if (kept === null && entries.find(key) === entry) await drop(key);
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
      const before = entries.find(key);
      entries.add(key, { name, size: bytes.length, isChecked: true });
      if (before !== undefined && before.name !== name) await removeFile(before);
      await makeRoom();
    },
  };
}

/** Creates the two segments of a cache, without the files. */
function createEntries(maxBytes: number) {
  /** The probationary segment: entries requested once, or demoted from the other; least recently used first. */
  const once = createSegment();
  /** The protected segment: entries requested again. */
  const again = createSegment();
  return {
    find: (key: string) => once.get(key) ?? again.get(key),
    remove(key: string): void {
      once.remove(key);
      again.remove(key);
    },
    add(key: string, entry: Entry): void {
      again.remove(key);
      once.add(key, entry);
    },
    /**
     * Moves an entry to the end of the protected segment, and demotes the oldest entries of that if it exceeds its
     * share.
     */
    promote(key: string, entry: Entry): void {
      once.remove(key);
      again.add(key, entry);
      while (again.bytes > maxBytes * AGAIN_SHARE) {
        const oldest = again.oldest();
        if (oldest === undefined) return;
        again.remove(oldest.key);
        once.add(oldest.key, oldest.entry);
      }
    },
    /** Returns the key to drop next while all entries together are too large. */
    surplus(): string | undefined {
      if (once.bytes + again.bytes <= maxBytes) return undefined;
      return (once.oldest() ?? again.oldest())?.key;
    },
  };
}

/** Creates an ordered set of entries that tracks their total size. */
function createSegment() {
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
    /** Adds an entry at the end, replacing one with the same key. */
    add(key: string, entry: Entry): void {
      remove(key);
      entries.set(key, entry);
      bytes += entry.size;
    },
  };
}

/** Reads a file; one that is not verified yet is read as a whole, so that a truncated picture is never sent. */
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
