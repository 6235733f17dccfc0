/** The messages of KV Connect's data path, as its public `datapath.proto` numbers them. */
import protobuf from "protobufjs";
import { z } from "zod";

const { root } = protobuf.parse(`
  syntax = "proto3";
  message SnapshotRead { repeated ReadRange ranges = 1; }
  message ReadRange { bytes start = 1; bytes end = 2; int32 limit = 3; bool reverse = 4; }
  message SnapshotReadOutput {
    repeated ReadRangeOutput ranges = 1;
    bool read_disabled = 2;
    bool read_is_strongly_consistent = 4;
    int32 status = 8;
  }
  message ReadRangeOutput { repeated KvEntry values = 1; }
  message KvEntry { bytes key = 1; bytes value = 2; int32 encoding = 3; bytes versionstamp = 4; }
  message AtomicWrite {
    repeated Check checks = 1;
    repeated Mutation mutations = 2;
    repeated Enqueue enqueues = 3;
  }
  message Check { bytes key = 1; bytes versionstamp = 2; }
  message Mutation {
    bytes key = 1;
    KvValue value = 2;
    int32 mutation_type = 3;
    int64 expire_at_ms = 4;
  }
  message KvValue { bytes data = 1; int32 encoding = 2; }
  message Enqueue { bytes payload = 1; }
  message AtomicWriteOutput { int32 status = 1; bytes versionstamp = 2; }
  message Watch { repeated WatchKey keys = 1; }
  message WatchKey { bytes key = 1; }
  message WatchOutput { int32 status = 1; repeated WatchKeyOutput keys = 2; }
  message WatchKeyOutput { bool changed = 1; KvEntry entry_if_changed = 2; }
`);

/** How the bytes of a value are to be read. */
export const Encoding = { v8: 1, le64: 2, bytes: 3 } as const;
/** What a mutation does. */
export const MutationType = { set: 1, delete: 2, sum: 3, max: 4, min: 5 } as const;
/** What became of a read. */
export const READ_SUCCESS = 1;
/** What became of a write. */
export const WriteStatus = { success: 1, checkFailed: 2 } as const;

const Bytes = z.instanceof(Uint8Array).transform((bytes) => Uint8Array.from(bytes));
const Value = z.object({ data: Bytes, encoding: z.int() });

/** A request to read ranges of keys, start included and end not. */
export const SnapshotRead = z.object({
  ranges: z.array(
    z.object({ start: Bytes, end: Bytes, limit: z.int().min(1).max(1000), reverse: z.boolean() }),
  ).max(10),
});
/** A request to write; all of it happens or nothing. An empty versionstamp means that there is no value. */
export const AtomicWrite = z.object({
  checks: z.array(z.object({ key: Bytes, versionstamp: Bytes })).max(100),
  mutations: z.array(z.object({
    key: Bytes,
    value: Value.nullable(),
    mutationType: z.int(),
    expireAtMs: z.number(),
  })).max(1000),
  // There are no queues over KV Connect.
  enqueues: z.array(z.unknown()).max(0),
});
export type AtomicWrite = z.infer<typeof AtomicWrite>;
/** A request to be told of changes. */
export const Watch = z.object({ keys: z.array(z.object({ key: Bytes })).min(1).max(10) });

/** An entry on its way out. */
export interface WireEntry {
  readonly key: Uint8Array;
  readonly value: Uint8Array;
  readonly encoding: number;
  readonly versionstamp: Uint8Array;
}

/** Reads a request. Throws when it is not the message that it should be. */
export function decode<T extends z.ZodType>(
  name: "SnapshotRead" | "AtomicWrite" | "Watch",
  schema: T,
  bytes: Uint8Array,
): z.output<T> {
  const type = root.lookupType(name);
  const options = { longs: Number, defaults: true, arrays: true };
  return schema.parse(type.toObject(type.decode(bytes), options));
}

/** Writes an answer. */
export function encode(
  name: "SnapshotReadOutput" | "AtomicWriteOutput" | "WatchOutput",
  message: Record<string, unknown>,
): Uint8Array<ArrayBuffer> {
  const type = root.lookupType(name);
  return Uint8Array.from(type.encode(type.fromObject(message)).finish());
}

/** A message in a stream: its length in four bytes, the lowest first, and itself. */
export function frame(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const framed = new Uint8Array(4 + message.length);
  new DataView(framed.buffer).setUint32(0, message.length, true);
  framed.set(message, 4);
  return framed;
}
