import assert from "node:assert/strict";
import { RETRY_MESSAGE } from "@/lib/crm/mod.ts";
import { listenForMessages } from "@/lib/jobs/mod.ts";
import { anyDatabase } from "@/tests/helpers/any_database.ts";
import { eachEngine } from "@/tests/helpers/db.ts";
import { aLead, MINUTE, openLeads } from "@/tests/helpers/leads.ts";

eachEngine(
  "messages of leads attempt those that are due, in few runs, each audited once (§3.1, §6.2)",
  async (database) => {
    await using bench = await openLeads(database);
    const { crm, db, double } = bench;
    const LEADS = 20;
    const wakeEach = async () => {
      for (let lead = 0; lead < LEADS; lead++) crm.retryDue();
      await bench.settle();
    };
    const runs = () =>
      db.selectFrom("audit_log").select("after").where("action", "=", "process").execute();
    double.fail({ fault: "503 html" });
    for (let lead = 0; lead < LEADS; lead++) {
      await crm.submit(aLead({ email: `b${lead}@build.test` }));
    }
    await bench.settle();
    double.mend();
    await wakeEach();
    assert.ok((await bench.rows()).every(({ attempts }) => attempts === 1), "none is due yet");
    bench.pass(5 * MINUTE);
    await wakeEach();
    assert.ok((await bench.rows()).every(({ status }) => status === "done"));
    assert.equal(double.records.contacts.size, LEADS);
    assert.deepEqual((await runs()).map(({ after }) => after), [
      { processed: LEADS, done: LEADS, failed: 0, abandoned: 0 },
    ]);
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

eachEngine(
  "a lead that is stored while the process stops waits for another process, and is no refused job (§4.4)",
  async (database) => {
    await using bench = await openLeads(database);
    const { crm, background } = bench;
    const { run } = background;
    const asked: string[] = [];
    Object.assign(background, {
      run: (...args: Parameters<typeof run>) => (asked.push(args[0]), run(...args)),
    });
    await background.stop(0);
    assert.equal(await crm.submit(aLead()), "accepted");
    crm.retryDue();
    assert.deepEqual(asked, []);
    const [row] = await bench.rows();
    assert.deepEqual([row?.status, row?.attempts], ["queued", 0]);
  },
);

const CUTS = [
  { route: "findContacts", contactStep: "pending" },
  { route: "addToList", contactStep: "done" },
] as const;

for (const { route, contactStep } of CUTS) {
  anyDatabase(
    `an attempt that the end of the process cuts off in ${route} does not count, and its finished steps stay finished (§3.1)`,
    async (database) => {
      await using bench = await openLeads(database);
      const { crm, background, double } = bench;
      double.records.addList("7");
      await bench.set({ contact_list_id: "7" });
      const asked = Promise.withResolvers<void>();
      double.onRequest = async (request) => {
        if (request.route !== route) return;
        asked.resolve();
        await background.stop(0);
      };
      await crm.submit(aLead());
      await asked.promise;
      await bench.settle();
      const [row] = await bench.rows();
      assert.deepEqual(
        [row?.status, row?.attempts, row?.contact_step, row?.list_step, row?.claimed_until],
        ["queued", 0, contactStep, "pending", null],
      );
      assert.equal(double.asked(route).length, 1);
    },
  );
}
