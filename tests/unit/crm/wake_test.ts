import assert from "node:assert/strict";
import { RETRY_MESSAGE, wakeLead } from "@/lib/crm/mod.ts";
import { listenForMessages } from "@/lib/jobs/mod.ts";
import { eachEngine } from "@/tests/helpers/db.ts";
import { aLead, MINUTE, openLeads } from "@/tests/helpers/leads.ts";

eachEngine(
  "wakeLead() attempts the row that a message names, and only if it is due (§3.1, design §5)",
  async (database) => {
    await using bench = await openLeads(database);
    const { crm, db, double } = bench;
    double.fail({ fault: "503 html", times: 2 });
    await crm.submit(aLead());
    await crm.submit(aLead({ email: "kim@build.test" }));
    await bench.settle();
    const [first] = await bench.rows();
    const signal = new AbortController().signal;
    const wake = (message: unknown) => wakeLead({ db, crm }, message, signal);
    await wake({ kind: RETRY_MESSAGE, id: first?.id });
    for (
      const message of [null, "x", {}, { id: 7 }, { id: "no id" }, { id: crypto.randomUUID() }]
    ) {
      await wake(message);
    }
    assert.deepEqual((await bench.rows()).map(({ status }) => status), ["queued", "queued"]);
    bench.pass(5 * MINUTE);
    await wake({ kind: RETRY_MESSAGE, id: first?.id });
    const rows = await bench.rows();
    assert.deepEqual(
      rows.map(({ id, status }) => [id === first?.id, status]).sort(),
      [[false, "queued"], [true, "done"]],
    );
  },
);

eachEngine(
  "a failed attempt enqueues a delayed message without personal data (design §5)",
  async (database) => {
    await using bench = await openLeads(database);
    const delays: number[] = [];
    const messages: unknown[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    bench.kv.enqueue = (message, options) => {
      messages.push(message);
      delays.push(options?.delay ?? 0);
      resolve();
      return Promise.resolve({ ok: true, versionstamp: "0" });
    };
    bench.double.fail({ fault: "500" });
    await bench.crm.submit(aLead());
    await bench.settle();
    await promise;
    const [row] = await bench.rows();
    assert.deepEqual(messages, [{ kind: RETRY_MESSAGE, id: row?.id }]);
    assert.equal(delays.length, 1);
    const [delay = 0] = delays;
    assert.ok(delay >= 5 * MINUTE && delay < 6 * MINUTE, `${delay} ms`);
  },
);

eachEngine(
  "a store that once takes no message is asked for the next retry again (§3.1)",
  async (database) => {
    await using bench = await openLeads(database);
    let asked = 0;
    bench.kv.enqueue = () => {
      asked++;
      return Promise.reject(new Error("database or disk is full"));
    };
    bench.double.fail({ fault: "500" });
    for (const email of ["pat@build.test", "kim@build.test"]) {
      await bench.crm.submit(aLead({ email }));
      await bench.settle();
    }
    assert.equal(asked, 2);
  },
);

Deno.test("listenForMessages() passes a lead's message to its handler (design §5)", async () => {
  const kv = await Deno.openKv(":memory:");
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const runner = {
    run(_name: string, work: (signal: AbortSignal) => unknown) {
      work(new AbortController().signal);
      return true;
    },
  };
  const listening = listenForMessages(
    new Map([[RETRY_MESSAGE, (message) => resolve(message)]]),
    { kv, runner, log: { warn() {} } },
  );
  await kv.enqueue({ kind: RETRY_MESSAGE, id: "7" });
  assert.deepEqual(await promise, { kind: RETRY_MESSAGE, id: "7" });
  kv.close();
  await listening;
});
