import assert from "node:assert/strict";
import { z } from "zod";
import { migrate, openDatabase, type OpenOptions } from "@/lib/db/mod.ts";
import {
  eachEngineUnopened,
  emptyLocation,
  migratedLocation,
  onServerOnly,
} from "@/tests/helpers/db.ts";
import { killAtEntry, killIfRunning } from "@/tests/helpers/process.ts";

const CHILD = new URL("../../helpers/db_child.ts", import.meta.url);
const CONFIG = new URL("../../../deno.json", import.meta.url);
/** Number of times that the writing process is killed; the full test run sets 20. */
const KILLS = Number(Deno.env.get("DB_KILLS") ?? 3);
const Message = z.object({
  started: z.object({ applied: z.number(), seeded: z.boolean() }).optional(),
  stored: z.number().optional(),
});
type Message = z.infer<typeof Message>;

function spawn({ url, dataDir }: OpenOptions, ...flags: string[]): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "--config", CONFIG.pathname, CHILD.pathname]
      .concat(JSON.stringify({ url, dataDir }), flags),
    stdout: "piped",
  }).spawn();
}

/** Yields the messages of a child, one for each line; an incomplete last line is ignored. */
async function* messages(child: Deno.ChildProcess): AsyncGenerator<Message> {
  let rest = "";
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield Message.parse(JSON.parse(line));
  }
}

/** Starts a child that writes, kills it after `count` acknowledged writes, and returns all that were acknowledged. */
async function killAfter(location: OpenOptions, count: number): Promise<number[]> {
  const child = spawn(location);
  const stored: number[] = [];
  for await (const message of messages(child)) {
    if (message.stored !== undefined) stored.push(message.stored);
    if (stored.length === count) killIfRunning(child);
  }
  assert.equal((await child.status).signal, "SIGKILL");
  return stored;
}

/** Reads what a killed child has stored. */
async function stored(location: OpenOptions): Promise<{ ordinals: number[]; counted: number }> {
  const ordinals = await storedOrdinals(location);
  await using database = await openDatabase(location);
  const { description } = await database.db.selectFrom("systems").select("description")
    .executeTakeFirstOrThrow();
  return { ordinals, counted: Number(description) || 0 };
}

async function storedOrdinals(location: OpenOptions): Promise<number[]> {
  await using database = await openDatabase(location);
  await migrate(database);
  const rows = await database.db.selectFrom("budget_tiers").select("ordinal").execute();
  return rows.map(({ ordinal }) => ordinal);
}

eachEngineUnopened(
  `a process that is killed ${KILLS} times loses no acknowledged write (§5)`,
  async (engine) => {
    await using location = await migratedLocation(engine);
    const acknowledged: number[] = [];
    for (let round = 1; round <= KILLS; round++) {
      acknowledged.push(...await killAfter(location, 1 + Math.floor(Math.random() * 30)));
      const { ordinals, counted } = await stored(location);
      const kept = new Set(ordinals);
      assert.deepEqual(acknowledged.filter((ordinal) => !kept.has(ordinal)), [], `round ${round}`);
      const odd = ordinals.filter((ordinal) => ordinal % 2 === 1 && ordinal > 1);
      assert.equal(counted, Math.max(0, ...odd), `round ${round}: transactions are atomic`);
    }
  },
);

Deno.test("a start that is killed at any moment can be repeated (§5) [embedded]", async () => {
  await using location = await emptyLocation("embedded");
  // Entries that a start creates, in this order: the lock, the new database under a temporary name, and the database
  // that it migrates.
  for (const name of ["postgres.lock", "postgres.unfinished", "postgres"]) {
    const start = () => spawn(location, "--once");
    const delayMs = name === "postgres.lock" ? 0 : Math.random() * 200;
    const { signal } = await killAtEntry(start, { folder: location.dataDir, name, delayMs });
    assert.equal(signal, "SIGKILL", `${name}: the start was not done yet`);
  }
  const child = spawn(location, "--once");
  const [message] = await Array.fromAsync(messages(child));
  assert.ok(message?.started, "the next start works");
  assert.equal((await child.status).code, 0);
  assert.deepEqual(await storedOrdinals(location), [1, 2], "the seed is stored once");
});

onServerOnly("processes that start together migrate and seed once (§9)", async () => {
  await using location = await emptyLocation("server");
  const children = [1, 2, 3].map(() => spawn(location, "--once"));
  const output = await Promise.all(children.map((child) => Array.fromAsync(messages(child))));
  const codes = await Promise.all(children.map(async (child) => (await child.status).code));
  assert.deepEqual(codes, [0, 0, 0]);
  const started = output.flat().flatMap(({ started }) => started ?? []);
  assert.equal(started.filter(({ seeded }) => seeded).length, 1);
  assert.equal(started.filter(({ applied }) => applied > 0).length, 1);
});

Deno.test("openDatabase() refuses a folder that another process has open, until that ends (§5)", async () => {
  await using location = await migratedLocation("embedded");
  const child = spawn(location);
  for await (const message of messages(child)) {
    if (message.started === undefined) continue;
    await assert.rejects(openDatabase(location), {
      code: "folder_in_use",
      message: new RegExp(`process ${child.pid} has it open.*DATABASE_URL`),
    });
    child.kill("SIGKILL");
  }
  await child.status;
  await using database = await openDatabase(location);
  assert.equal(await database.ping(5_000), true);
});
