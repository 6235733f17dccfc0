import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import {
  clearProgress,
  emptyPayload,
  readProgress,
  readSession,
  saveProgress,
  updateSession,
} from "@/lib/session/mod.ts";
import { inTurn } from "@/lib/session/queue.ts";
import { reachStore, sessionsFailingSince, SessionStoreError } from "@/lib/session/unavailable.ts";
import { leap } from "@/tests/helpers/leap.ts";
import { logged } from "@/tests/helpers/logged.ts";
import { aSessionBench, aVisitor, type SessionBench } from "@/tests/helpers/session.ts";
import { delayed } from "@/tests/helpers/timers.ts";

const content = () => ({ payload: { ...emptyPayload(), recommendation: "a" }, track: null });
const progress = { track: null, answers: { room: ["large"] } };

/** Returns a store whose every operation fails. */
function failingKv(reason = "the disk is on fire"): Deno.Kv {
  return new Proxy(Object.create(null), {
    get: () => () => {
      throw new TypeError(reason);
    },
  });
}

async function assertUnavailable(kv: Deno.Kv, { services }: SessionBench): Promise<void> {
  const broken = { ...services, kv };
  const visitor = aVisitor();
  visitor.sessionId = "AAAAAAAAAAAAAAAAAAAAAA";
  assert.equal(await readSession(broken, visitor.request()), null);
  assert.equal(await readProgress(broken, visitor.request()), null);
  assert.equal(await saveProgress(broken, visitor.request(), progress), null);
  assert.equal(await clearProgress(broken, visitor.request()), null);
  assert.deepEqual(await updateSession(broken, visitor.request(), content), { ok: false });
}

Deno.test("when the store fails, reads return null and writes report the failure (§5)", async () => {
  await using bench = await aSessionBench();
  await assertUnavailable(failingKv(), bench);
});

Deno.test("when the store is closed, reads return null and writes report the failure (§5)", async () => {
  await using bench = await aSessionBench();
  const kv = await Deno.openKv(":memory:");
  kv.close();
  await assertUnavailable(kv, bench);
});

Deno.test("while another program locks the file, reads work and writes report the failure (§5)", async () => {
  await using bench = await aSessionBench();
  const { services } = bench;
  const visitor = aVisitor();
  visitor.take(await saveProgress(services, visitor.request(), progress));

  using other = new DatabaseSync(bench.kvPath);
  other.exec("BEGIN EXCLUSIVE");
  assert.deepEqual((await readProgress(services, visitor.request()))?.answers, progress.answers);
  assert.deepEqual(await updateSession(services, visitor.request(), content), { ok: false });
  other.exec("ROLLBACK");

  const outcome = await updateSession(services, visitor.request(), content);
  assert.ok(outcome.ok, "writes work again after the lock");
  assert.equal(outcome.session.id, visitor.sessionId);
});

Deno.test("sessions keep working in a running process after the file is removed (§5)", async () => {
  await using bench = await aSessionBench();
  const { services } = bench;
  const visitor = aVisitor();
  visitor.take(await saveProgress(services, visitor.request(), progress));
  for (const suffix of ["", "-wal", "-shm"]) await Deno.remove(bench.kvPath + suffix);
  assert.deepEqual((await readProgress(services, visitor.request()))?.answers, progress.answers);
  assert.ok((await updateSession(services, visitor.request(), content)).ok);
});

Deno.test("reachStore() times out when the store does not answer (§5)", async () => {
  const never = new Promise<never>(() => {});
  let received: AbortSignal | undefined;
  const kv = failingKv();
  const reach = reachStore(kv, (signal) => {
    received = signal;
    return never;
  }, { timeoutMs: 5 });
  await assert.rejects(reach, SessionStoreError);
  assert.ok(received?.aborted, "the operation is aborted");

  const waited: number[] = [];
  using _ = delayed((ms) => {
    waited.push(ms);
    return 0;
  });
  const byDefault = reachStore(kv, () => never);
  await assert.rejects(byDefault, SessionStoreError);
  assert.deepEqual(waited, [2_000], "a buyer waits no longer");
});

Deno.test("reachStore() logs the reason once per outage, not once per request (§5)", async () => {
  const kv = failingKv("no space left on device");
  const lines = await logged(async () => {
    for (let request = 0; request < 100; request++) {
      await assert.rejects(reachStore(kv, () => kv.get(["sessions", "a"])), SessionStoreError);
    }
  });
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? "", /no space left on device/);
  assert.ok(sessionsFailingSince(kv));
  await reachStore(kv, () => Promise.resolve());
  assert.equal(sessionsFailingSince(kv), null, "the outage is over");
});

Deno.test("inTurn() rejects all queued writes together when the store hangs (§5)", async () => {
  const kv = failingKv();
  let begun = 0;
  using time = new DisposableStack();
  const hang = () => {
    begun++;
    time.use(leap(4_001));
    return reachStore(kv, () => new Promise<never>(() => {}), { timeoutMs: 30 });
  };
  const writes = Array.from({ length: 50 }, () => inTurn(kv, "id", hang));
  const outcomes = await Promise.allSettled(writes);
  assert.ok(
    outcomes.every((outcome) =>
      outcome.status === "rejected" && outcome.reason instanceof SessionStoreError
    ),
  );
  assert.equal(begun, 1);
});

Deno.test("inTurn() queues at most 1,000 writes of a session (§5)", async () => {
  const kv = failingKv();
  const { promise: held, resolve } = Promise.withResolvers<void>();
  const waiting = Array.from({ length: 1_000 }, () => inTurn(kv, "id", () => held));
  await assert.rejects(inTurn(kv, "id", () => held), SessionStoreError);
  await inTurn(kv, "another", () => Promise.resolve());
  resolve();
  await Promise.all(waiting);
  await inTurn(kv, "id", () => Promise.resolve());
});
