import assert from "node:assert/strict";
import { DiskFullError, nameFullDisk } from "@/lib/cli/disk.ts";
import { reasonOf } from "@/lib/db/error.ts";
import { DatabaseError } from "@/lib/db/mod.ts";
import { KvOpenError } from "@/lib/kv/open.ts";

const MIB = 1024 * 1024;
const EMBEDDED = { dataDir: "/srv/data", kvPath: "/srv/data/kv.sqlite3", databaseUrl: null };
const SERVER = { ...EMBEDDED, databaseUrl: "postgres://db/x" };

const free = (bytes: number) => () => Promise.resolve(bytes);

function unusable(cause: unknown): DatabaseError {
  return new DatabaseError("folder_unusable", "Cannot open the embedded database", { cause });
}

/** Errors of the system, SQLite and the embedded engine for a full disk. */
const FULL: readonly (readonly [name: string, error: unknown])[] = [
  ["the system's error", Object.assign(new Error("os error 28"), { code: "ENOSPC" })],
  ["the system's message", new Error("No space left on device (os error 28)")],
  ["SQLite's message", new TypeError("database or disk is full")],
  ["an SQL error of the engine", unusable(Object.assign(new Error("x"), { code: "53100" }))],
  [
    "an error number of the engine",
    unusable(new Error(reasonOf({ name: "ErrnoError", errno: 51 }))),
  ],
  ["one of several errors", new AggregateError([new Error("disk quota exceeded")])],
];

for (const [name, error] of FULL) {
  Deno.test(`nameFullDisk() recognises a full disk by ${name} (design §8)`, async () => {
    // 30 MiB are free, because a failed start may have deleted its files.
    const named = await nameFullDisk(error, EMBEDDED, free(30 * MIB));
    assert.ok(named instanceof DiskFullError);
    assert.equal(named.code, "disk_full");
    assert.match(named.message, /^Cannot start: the disk of DATA_DIR "\/srv\/data" is full\./);
    assert.match(named.message, /30 MiB are free/);
    assert.equal(named.cause, error);
  });
}

/** Errors with which the engine aborts for any reason. */
const ABORTED: readonly unknown[] = [
  unusable(new Error("Aborted(). Build with -sASSERTIONS for more info.")),
  unusable(Object.assign(new Error("Aborted()"), { name: "RuntimeError" })),
  unusable(new Error("PGlite failed to initialize properly")),
  unusable({ name: "ErrnoError", errno: 29 }),
  Object.assign(new Error("unreachable"), { name: "RuntimeError" }),
];

for (const [index, error] of ABORTED.entries()) {
  Deno.test(`nameFullDisk() blames abort ${index} of the engine on the disk only if little space is free (design §8)`, async () => {
    assert.ok(await nameFullDisk(error, EMBEDDED, free(3 * MIB)) instanceof DiskFullError);
    assert.equal(await nameFullDisk(error, EMBEDDED, free(900 * MIB)), error);
  });
}

Deno.test("nameFullDisk() returns other errors unchanged, even with a full disk (design §8)", async () => {
  const others = [
    new Error("boom"),
    new DatabaseError("folder_in_use", "Cannot open: process 7 has it open"),
    unusable(Object.assign(new Error("Read-only file system (os error 30)"), { code: "EROFS" })),
    unusable(Object.assign(new Error("Permission denied (os error 13)"), { code: "EACCES" })),
    "text",
    null,
  ];
  for (const error of others) assert.equal(await nameFullDisk(error, EMBEDDED, free(0)), error);
});

Deno.test("nameFullDisk() distinguishes the disk of the database server from that of DATA_DIR (design §8)", async () => {
  const full = Object.assign(new Error("could not extend file"), { code: "53100" });
  const named = await nameFullDisk(full, SERVER, free(900 * MIB));
  assert.ok(named instanceof DiskFullError);
  assert.equal(named.message, "Cannot start: the disk of the database server is full");
  const other = new DatabaseError("migration_failed", "Cannot migrate the database");
  assert.equal(await nameFullDisk(other, SERVER, free(0)), other);
});

Deno.test("nameFullDisk() names the disk of the key-value store when that is elsewhere (design §8)", async () => {
  const failed = new KvOpenError("Cannot open the key-value store /mnt/kv: …", {
    cause: new Error("No space left on device"),
  });
  const asked: string[] = [];
  const freeBytes = (folder: string) => {
    asked.push(folder);
    return Promise.resolve(MIB);
  };
  for (const error of [failed, new TypeError("database or disk is full")]) {
    const named = await nameFullDisk(error, { ...SERVER, kvPath: "/mnt/kv" }, freeBytes);
    assert.ok(named instanceof DiskFullError);
    assert.match(named.message, /the disk of DENO_KV_PATH "\/mnt\/kv" is full\. 1 MiB are free\. /);
    assert.equal(named.cause, error);
  }
  assert.deepEqual(asked, ["/mnt", "/mnt"]);
  const inside = await nameFullDisk(failed, EMBEDDED, freeBytes);
  assert.match(String(inside), /the disk of DATA_DIR/);
});

Deno.test("nameFullDisk() finds the disk of a folder that does not exist yet (design §8)", async () => {
  const dataDir = `${Deno.cwd()}/no/such/folder`;
  const named = await nameFullDisk(FULL[0]?.[1], { ...EMBEDDED, dataDir });
  assert.ok(named instanceof DiskFullError);
  assert.match(named.message, /\d+ MiB are free/);
});
