/** The messages of KV Connect's data path, with the field numbers of its public `datapath.proto`. */
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

/** The encodings of a value. */
export const Encoding = { v8: 1, le64: 2, bytes: 3 } as const;
/** The types of a mutation. */
export const MutationType = { set: 1, delete: 2, sum: 3, max: 4, min: 5 } as const;
/** The status of a successful read. */
export const READ_SUCCESS = 1;
/** The statuses of a write. */
export const WriteStatus = { success: 1, checkFailed: 2 } as const;

const Bytes = z.instanceof(Uint8Array).transform((bytes) => Uint8Array.from(bytes));
const Value = z.object({ data: Bytes, encoding: z.int() });

/** A request to read ranges of keys, `start` inclusive and `end` exclusive. */
export const SnapshotRead = z.object({
  ranges: z.array(
    z.object({ start: Bytes, end: Bytes, limit: z.int().min(1).max(1000), reverse: z.boolean() }),
  ).max(10),
});
/** A request to write atomically. An empty versionstamp in a check means that the key must have no value. */
export const AtomicWrite = z.object({
  checks: z.array(z.object({ key: Bytes, versionstamp: Bytes })).max(100),
  mutations: z.array(z.object({
    key: Bytes,
    value: Value.nullable(),
    mutationType: z.int(),
    expireAtMs: z.number(),
  })).max(1000),
  // KV Connect has no queues.
  enqueues: z.array(z.unknown()).max(0),
});
export type AtomicWrite = z.infer<typeof AtomicWrite>;
/** A request to watch keys. */
export const Watch = z.object({ keys: z.array(z.object({ key: Bytes })).min(1).max(10) });

/** An entry as it is sent. */
export interface WireEntry {
  readonly key: Uint8Array;
  readonly value: Uint8Array;
  readonly encoding: number;
  readonly versionstamp: Uint8Array;
}

/** Decodes and validates a request. @throws when the bytes are not a valid message of that name. */
export function decode<T extends z.ZodType>(
  name: "SnapshotRead" | "AtomicWrite" | "Watch",
  schema: T,
  bytes: Uint8Array,
): z.output<T> {
  const type = root.lookupType(name);
  const options = { longs: Number, defaults: true, arrays: true };
  return schema.parse(type.toObject(type.decode(bytes), options));
}

/** Encodes a response. */
export function encode(
  name: "SnapshotReadOutput" | "AtomicWriteOutput" | "WatchOutput",
  message: Record<string, unknown>,
): Uint8Array<ArrayBuffer> {
  const type = root.lookupType(name);
  return Uint8Array.from(type.encode(type.fromObject(message)).finish());
}

/** Frames a message for a stream: prepends its length as four bytes, little-endian. */
export function frame(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const framed = new Uint8Array(4 + message.length);
  new DataView(framed.buffer).setUint32(0, message.length, true);
  framed.set(message, 4);
  return framed;
}
