/**
 * Performs KV Connect requests on a local key-value store. An encoded key becomes a key of one part, because such parts
 * are ordered by their bytes. Values in V8's encoding are stored as raw bytes.
 */
import {
  type AtomicWrite,
  Encoding,
  MutationType,
  type SnapshotRead,
  type WireEntry,
} from "./wire.ts";
import type { z } from "zod";

type Range = z.infer<typeof SnapshotRead>["ranges"][number];
type Mutation = AtomicWrite["mutations"][number];

/** Reads ranges. The read is a consistent snapshot only for single keys or for a single range. */
export async function readRanges(kv: Deno.Kv, ranges: readonly Range[]): Promise<WireEntry[][]> {
  if (ranges.every(isSingleKey)) {
    const entries = await kv.getMany<unknown[]>(ranges.map(({ start }) => [start]));
    return entries.map((entry) => entry.versionstamp === null ? [] : [toWire(entry)]);
  }
  return await Promise.all(ranges.map(async ({ start, end, limit, reverse }) => {
    const options = { limit, reverse, batchSize: limit };
    const found = await Array.fromAsync(kv.list({ start: [start], end: [end] }, options));
    return found.map(toWire);
  }));
}

/** Whether a range covers exactly one key: its end is its start followed by a zero byte. */
function isSingleKey({ start, end }: Range): boolean {
  return end.length === start.length + 1 && end.at(-1) === 0 &&
    start.every((byte, index) => byte === end[index]);
}

/** Writes atomically and returns the versionstamp; null when a check failed. */
export async function write(
  kv: Deno.Kv,
  { checks, mutations }: AtomicWrite,
): Promise<Uint8Array | null> {
  const operation = kv.atomic();
  for (const { key, versionstamp } of checks) {
    operation.check({ key: [key], versionstamp: versionstamp.toHex() || null });
  }
  for (const mutation of mutations) operation.mutate(toLocal(mutation));
  const result = await operation.commit();
  return result.ok ? Uint8Array.fromHex(result.versionstamp) : null;
}

/** Yields the entries at once, and again whenever one changes; null stands for an unchanged entry. */
export async function* watchKeys(
  kv: Deno.Kv,
  keys: readonly Uint8Array[],
  signal: AbortSignal,
): AsyncGenerator<readonly (Deno.KvEntryMaybe<unknown> | null)[], void> {
  const reader = kv.watch<unknown[]>(keys.map((key) => [key])).getReader();
  signal.addEventListener("abort", () => reader.cancel().catch(() => {}), { once: true });
  let known: (string | null | undefined)[] = keys.map(() => undefined);
  while (!signal.aborted) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value.map((entry, index) => entry.versionstamp === known[index] ? null : entry);
    known = value.map(({ versionstamp }) => versionstamp);
  }
}

/** Converts a local entry to its wire form. */
export function toWire({ key: [key], value, versionstamp }: Deno.KvEntry<unknown>): WireEntry {
  if (!(key instanceof Uint8Array)) throw new Error("Cannot send a key that is no bytes");
  return { key, ...encodeValue(value), versionstamp: Uint8Array.fromHex(versionstamp) };
}

function encodeValue(value: unknown): { value: Uint8Array; encoding: number } {
  if (value instanceof Uint8Array) return { value, encoding: Encoding.v8 };
  if (value instanceof Deno.KvU64) {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setBigUint64(0, value.value, true);
    return { value: bytes, encoding: Encoding.le64 };
  }
  const [bytes] = Array.isArray(value) ? value : [];
  if (!(bytes instanceof Uint8Array)) throw new Error("Cannot send a value that is no bytes");
  return { value: bytes, encoding: Encoding.bytes };
}

function decodeValue({ value }: Mutation): unknown {
  switch (value?.encoding) {
    case Encoding.v8:
      return value.data;
    case Encoding.bytes:
      return [value.data];
    case Encoding.le64:
      return new Deno.KvU64(new DataView(value.data.buffer).getBigUint64(0, true));
    default:
      throw new Error("Cannot write a value of that encoding");
  }
}

function toLocal(mutation: Mutation): { key: Deno.KvKey } & Deno.KvMutation {
  const key = [mutation.key];
  const { mutationType: type, expireAtMs } = mutation;
  if (type === MutationType.delete) return { key, type: "delete" };
  const value = decodeValue(mutation);
  if (type === MutationType.set) {
    if (expireAtMs === 0) return { key, type: "set", value };
    return { key, type: "set", value, expireIn: Math.max(1, expireAtMs - Date.now()) };
  }
  const name = ({ 3: "sum", 4: "max", 5: "min" } as const)[type as 3 | 4 | 5];
  if (name === undefined || !(value instanceof Deno.KvU64)) {
    throw new Error("Cannot do such a mutation");
  }
  return { key, type: name, value };
}
