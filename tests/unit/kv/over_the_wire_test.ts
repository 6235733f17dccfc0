/** Every use of the key-value store by the service, with a remote store (design §5). */
import assert from "node:assert/strict";
import { z } from "zod";
import { keepTranscript, listTranscripts } from "@/lib/assistant/transcripts.ts";
import { createRateLimiter, type RateLimiter } from "@/lib/http/rate_limiter.ts";
import { createRunner } from "@/lib/jobs/mod.ts";
import { runLeadJobs } from "@/lib/crm/mod.ts";
import { claim } from "@/lib/kv/mod.ts";
import {
  attachToSession,
  clearProgress,
  emptyPayload,
  eraseSession,
  purgeSessions,
  readProgress,
  readSession,
  saveProgress,
  updateSession,
} from "@/lib/session/mod.ts";
import { type KvConnectDouble, openKvConnect, startKvConnect } from "@/tests/doubles/kv_connect.ts";
import { eachEngine } from "@/tests/helpers/db.ts";
import { aLead, MINUTE, openLeads } from "@/tests/helpers/leads.ts";
import { aSessionBench, aVisitor, CONSENTING } from "@/tests/helpers/session.ts";

/** The network on which a write may succeed although its caller is told that it failed. */
const LOSSY = "whose answers to writes get lost";

/** Networks between the service and its store; each is disturbed repeatedly during a test. */
const NETWORKS: Readonly<Record<string, (double: KvConnectDouble) => void>> = {
  "5 ms away": (double) => void (double.latencyMs = 5),
  "that fails sometimes": (double) => {
    double.fail({ fault: "500", call: "snapshot_read", times: 1 });
    double.fail({ fault: "500", call: "atomic_write", times: 1 });
  },
  [LOSSY]: (double) => double.fail({ fault: "500 but done", call: "atomic_write", times: 1 }),
  "whose tokens expire": (double) => double.expireTokens(),
};

/** Registers a test for each network. */
function overEachWire(
  name: string,
  test: (double: KvConnectDouble, disturb: () => void, network: string) => Promise<void>,
): void {
  for (const [network, apply] of Object.entries(NETWORKS)) {
    Deno.test(`${name}, with a store ${network}`, async () => {
      await using double = startKvConnect();
      // Sets the access token, so that the benches can open the store by its URL.
      (await openKvConnect(double)).close();
      await test(double, () => apply(double), network);
    });
  }
}

const Removed = z.object({ sessions: z.number() });

const progress = { track: null, answers: { room: ["large"] } };
const content = (recommendation: string) => () => ({
  payload: { ...emptyPayload(), recommendation },
  track: null,
});

overEachWire("one process reads what another has saved", async (double, disturb) => {
  await using one = await aSessionBench({ kvPath: double.url });
  await using two = await aSessionBench({ kvPath: double.url });
  const visitor = aVisitor();
  disturb();
  visitor.take(await saveProgress(one.services, visitor.request(), progress));
  assert.deepEqual(
    (await readProgress(two.services, visitor.request()))?.answers,
    progress.answers,
  );
  disturb();
  for (const [bench, pick] of [[two, "a"], [one, "b"], [two, "c"]] as const) {
    disturb();
    assert.equal((await updateSession(bench.services, visitor.request(), content(pick))).ok, true);
  }
  const read = await readSession(one.services, visitor.request());
  assert.equal(read?.record.payload.recommendation, "c");
  disturb();
  await clearProgress(two.services, visitor.request());
  assert.equal(await readProgress(one.services, visitor.request()), null);
});

overEachWire("a session is erased with everything attached to it", async (double, disturb) => {
  await using bench = await aSessionBench({ kvPath: double.url });
  const { services, kv } = bench;
  const visitor = aVisitor();
  visitor.take((await saveProgress(services, visitor.request(), progress)) ?? "");
  const id = visitor.sessionId ?? "";
  disturb();
  const attached = await attachToSession(services, id, (operation) => {
    operation.set(["assistant_transcripts", id, 1], "said");
  });
  assert.equal(attached, true);
  disturb();
  await eraseSession(services, id);
  assert.deepEqual(await Array.fromAsync(kv.list({ prefix: [] }), ({ key }) => key), []);
});

overEachWire("a turn of the chat is stored once (§2.11)", async (double, disturb) => {
  await using bench = await aSessionBench({ kvPath: double.url });
  const { services } = bench;
  const visitor = aVisitor(CONSENTING);
  visitor.take((await saveProgress(services, visitor.request(), progress)) ?? "");
  const turn = { at: 1, page: "results" as const, question: "Quiet?", passages: ["sheet:1"] };
  for (const answer of ["Yes", "No"]) {
    disturb();
    const kept = { ...turn, answer, model: "m" };
    assert.equal(await keepTranscript(services, visitor.sessionId ?? "", kept), true);
  }
  const { turns } = await listTranscripts(services, 10);
  assert.deepEqual(turns.map((listed) => listed.turn.answer), ["Yes", "No"]);
});

eachEngine(
  "a purge of a remote store removes and counts expired sessions (§3.4)",
  async (database) => {
    for (const disturb of Object.values(NETWORKS)) {
      await using double = startKvConnect();
      (await openKvConnect(double)).close();
      await using bench = await aSessionBench({ database, kvPath: double.url });
      for (let index = 0; index < 30; index++) {
        const visitor = aVisitor();
        visitor.take(await saveProgress(bench.services, visitor.request(), progress));
      }
      bench.pass({ days: 31 });
      disturb(double);
      const outcome = await purgeSessions(bench.services);
      assert.equal(outcome.finished, true);
      const left = await Array.fromAsync(bench.kv.list({ prefix: [] }), ({ key }) => key);
      assert.deepEqual(left, []);
      assert.deepEqual(await purgeSessions(bench.services), {
        sessions: 0,
        children: 0,
        finished: true,
      });
    }
    const counted = async () => {
      const audited = await database.db.selectFrom("audit_log").select("after").execute();
      return audited.reduce((sum, { after }) => sum + Removed.parse(after).sessions, 0);
    };
    const removed = 30 * Object.keys(NETWORKS).length;
    assert.equal(await counted(), removed);

    await using double = startKvConnect();
    await using bench = await aSessionBench({ database, kvPath: double.url });
    // A purge that was killed before it could audit leaves its counts.
    await bench.kv.atomic().sum(["session_purge", "sessions"], 7n).commit();
    double.fail({ fault: "500 but done", call: "atomic_write", times: 1 });
    bench.kv.delete = () => Promise.reject(new Error("an outage after the audit"));
    await purgeSessions(bench.services);
    assert.equal(await counted(), removed + 7, "the answer to taking the counts got lost");
  },
);

overEachWire("processes share the count of requests from an address", async (
  double,
  disturb,
  network,
) => {
  using one = await openKvConnect(double);
  using two = await openKvConnect(double);
  const limits = { reads: 10, writes: 5, lead: 2, chat: 3, feedback: 4, handoff: 4, renditions: 4 };
  const outages: unknown[] = [];
  const limiters: RateLimiter[] = [one, two].map((kv) =>
    createRateLimiter({
      kv,
      limits,
      now: () => new Date(Date.UTC(2030, 0, 1, 12)),
      onOutage: (error) => outages.push(error),
      syncMs: 60_000,
      timeoutMs: 30_000,
    })
  );
  const [first, second] = limiters;
  assert.ok(first && second);
  for (let sent = 0; sent < 6; sent++) {
    assert.equal((await first.take("reads", "::1")).admitted, true);
  }
  disturb();
  await first.sync();
  assert.equal((await second.take("reads", "::1")).admitted, true);
  disturb();
  await second.sync();
  let admitted = 0;
  for (let sent = 0; sent < 10; sent++) {
    if ((await second.take("reads", "::1")).admitted) admitted++;
  }
  // Counts whose answer was lost are sent again, and so counted twice at most.
  assert.ok(network === LOSSY ? admitted <= 3 && admitted >= 1 : admitted === 3, `${admitted}`);
  assert.deepEqual(outages, []);
  await Promise.all(limiters.map((limiter) => limiter.close()));
});

overEachWire("one of several processes gets a claim, or none if the answer is lost", async (
  double,
  disturb,
  network,
) => {
  const stores = await Promise.all([1, 2, 3].map(() => openKvConnect(double)));
  const options = { leaseMs: 30_000, now: () => new Date() };
  disturb();
  const attempts = await Promise.all(stores.map((kv) => claim(kv, "purge", options)));
  const winners = attempts.filter((attempt) => attempt.state === "held");
  // If the answer to the winning write is lost, nobody holds the claim until the lease expires, as after a crash.
  assert.ok(network === LOSSY ? winners.length <= 1 : winners.length === 1, `${winners.length}`);
  if (winners.length === 1) {
    await winners[0]?.release(true);
    disturb();
    const [kv] = stores;
    assert.ok(kv);
    const next = await claim(kv, "purge", options);
    if (network !== LOSSY) assert.equal(next.state, "held");
    if (next.state === "held") await next.release(true);
  }
  for (const kv of stores) kv.close();
});

Deno.test("a tick runs once among processes that share a remote store (design §3)", async () => {
  await using double = startKvConnect({ latencyMs: 5 });
  const stores = await Promise.all([1, 2, 3].map(() => openKvConnect(double)));
  const quiet = { debug() {}, info() {}, warn() {}, error() {} };
  // A clock that goes would let the lease run out while this process waits for the CPU.
  const at = new Date();
  const runners = stores.map((kv) => createRunner({ kv, log: quiet, now: () => at, leaseMs: 500 }));
  let runs = 0;
  await Promise.all(runners.map((runner) => runner.runOnce("purge", 7, () => void runs++)));
  assert.equal(runs, 1);
  await Promise.all(runners.map((runner) => runner.stop()));
  for (const kv of stores) kv.close();
});

eachEngine(
  "without a queue, a lead that failed is sent by the next scheduled retry (§3.1)",
  async (database) => {
    await using double = startKvConnect({ latencyMs: 5 });
    (await openKvConnect(double)).close();
    await using bench = await openLeads(database, { kvPath: double.url });
    bench.kv.enqueue = () => Promise.reject(new Error("nothing asks for a queue"));
    bench.double.fail({ fault: "503 html", times: 1 });
    await bench.crm.submit(aLead());
    await bench.settle();
    assert.deepEqual((await bench.rows()).map(({ status }) => status), ["queued"]);
    bench.pass(30 * MINUTE);
    const config = { syncQueue: { retentionDays: 30 } };
    const services = { db: bench.db, crm: bench.crm, now: bench.now, config };
    await runLeadJobs(services, new AbortController().signal);
    assert.deepEqual((await bench.rows()).map(({ status }) => status), ["done"]);
  },
);
