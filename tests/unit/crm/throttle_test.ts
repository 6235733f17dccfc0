/** Tests that a CRM with a rate limit uses up no attempts (spec §3.1, external-systems.md §A.1). */
import assert from "node:assert/strict";
import { loadConfig } from "@/lib/config/mod.ts";
import { createCrmClient } from "@/lib/crm/client/rest.ts";
import { listQueue } from "@/lib/crm/queue_view.ts";
import { retryLeads } from "@/lib/crm/jobs.ts";
import { createThrottle } from "@/lib/crm/throttle.ts";
import { startCrm } from "@/tests/doubles/crm.ts";
import { anyDatabase } from "@/tests/helpers/any_database.ts";
import { aLead, MINUTE, openLeads } from "@/tests/helpers/leads.ts";

const BY = { staff: { email: "ed@vendor.test" }, requestId: "r-1" };

anyDatabase(
  "leads that waited for a CRM with a rate limit all land, and few attempts fail (§3.1)",
  async (database) => {
    await using bench = await openLeads(database);
    const { crm, double } = bench;
    double.fail({ fault: "503 html" });
    const LEADS = 20;
    for (let lead = 0; lead < LEADS; lead++) {
      await crm.submit(aLead({ email: `b${lead}@build.test` }));
    }
    await bench.settle();
    double.mend();
    double.limit = { perSecond: 10, retryAfter: () => "1" };
    bench.pass(5 * MINUTE);
    const { done, failed, processed } = await crm.process({ which: "due" });
    assert.equal(processed, LEADS, "the run waits and goes on");
    assert.ok(failed > 0 && failed <= 8, `${failed} attempts hit the limit`);
    double.limit = null;
    bench.pass(30 * MINUTE);
    assert.equal((await crm.process({ which: "due" })).done + done, LEADS);
    assert.equal(double.records.contacts.size, LEADS);
  },
);

anyDatabase(
  "a CRM that asks for a long rest is left alone until staff ask for another attempt (§3.1)",
  async (database) => {
    await using bench = await openLeads(database);
    const { crm, double, db } = bench;
    double.limit = { perSecond: 0, retryAfter: () => "3600" };
    await crm.submit(aLead());
    await bench.settle();
    double.limit = null;
    const [shown] = await listQueue(db, { limit: 1, now: bench.now() });
    assert.equal(shown?.reason, "Contact: the CRM asked for fewer requests (429)");
    bench.pass(1);
    await crm.submit(aLead({ email: "kim@build.test" }));
    await bench.settle();
    bench.pass(5 * MINUTE);
    double.journal.length = 0;
    crm.retryDue();
    await bench.settle();
    assert.equal((await crm.process({ which: "due" })).processed, 0);
    assert.deepEqual(double.journal, []);
    assert.deepEqual((await bench.rows()).map(({ attempts }) => attempts), [1, 0]);
    assert.equal((await retryLeads({ db, crm }, BY, "all")).done, 2);
  },
);

Deno.test("createThrottle() slows down once for requests of one moment, and speeds up again", async () => {
  let now = 0;
  const throttle = createThrottle(() => now);
  const { signal } = new AbortController();
  const isFree = () => throttle.turn(signal, 0);
  assert.ok(await isFree() && await isFree(), "there is no gap at first");
  for (let refused = 0; refused < 8; refused++) throttle.slowDown(0);
  now += 249;
  assert.equal(await isFree(), false);
  now += 1;
  assert.ok(await isFree());
  assert.equal(await isFree(), false, "the next attempt keeps its distance");
  for (let landed = 0; landed < 400; landed++) throttle.speedUp();
  now += 250;
  assert.ok(await isFree() && await isFree(), "the gap is gone");
  throttle.slowDown(24 * 60 * MINUTE);
  now += 15 * MINUTE - 1;
  assert.equal(await isFree(), false);
  now += 1;
  assert.ok(await isFree(), "no pause is longer than 15 minutes");
});

Deno.test("createCrmClient() reads how long the CRM asks to wait, in seconds or until a date", async () => {
  await using double = startCrm();
  const { crm } = loadConfig({ DATA_DIR: "/nowhere", ...double.environment });
  assert.ok(crm);
  const client = createCrmClient(crm);
  const waits = async (retryAfter: (() => string) | null) => {
    double.limit = { perSecond: 0, retryAfter };
    const result = await client.probe();
    return result.ok ? undefined : result.waitMs;
  };
  assert.equal(await waits(() => "120"), 120_000);
  const untilDate = await waits(() => new Date(Date.now() + MINUTE).toUTCString()) ?? 0;
  assert.ok(untilDate > 50_000 && untilDate <= MINUTE, `${untilDate}`);
  for (const useless of ["soon", "-5", ""]) assert.equal(await waits(() => useless), 0, useless);
  assert.equal(await waits(null), 0, "a 429 always asks for fewer requests");
});
