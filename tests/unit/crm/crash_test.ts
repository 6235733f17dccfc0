import fc from "fast-check";
import assert from "node:assert/strict";
import type { CrmRoute } from "../../doubles/crm_routes.ts";
import type { CrmFaultName } from "../../doubles/crm_wire.ts";
import { eachEngine } from "../../helpers/db.ts";
import { assertWhole, comeToAnEnd, setStage, submitOne } from "../../helpers/lead_crashes.ts";
import { MINUTE, openLeads } from "../../helpers/leads.ts";

/** Random schedules; the full proof has ten thousand. */
const SCHEDULES = Number(Deno.env.get("LEAD_SCHEDULES") ?? "20");

const ROUTES: readonly CrmRoute[] = [
  "findContacts",
  "getContact",
  "createContact",
  "updateContact",
  "addToList",
  "findForms",
  "getForm",
  "postForm",
];

/** What can happen to a request, and whether what it asks for happens nevertheless. */
const FAULTS: readonly { fault: CrmFaultName; applied: boolean; name: string }[] = [
  { fault: "reset", applied: false, name: "reset before" },
  { fault: "reset", applied: true, name: "response lost" },
  { fault: "500", applied: false, name: "500" },
  { fault: "503 html", applied: false, name: "503 page" },
  { fault: "429", applied: false, name: "429" },
  { fault: "401 html", applied: false, name: "401" },
  { fault: "301 login", applied: false, name: "301" },
  { fault: "200 html", applied: false, name: "garbage before" },
  { fault: "200 html", applied: true, name: "garbage after" },
  { fault: "truncated", applied: true, name: "truncated" },
  { fault: "garbage", applied: true, name: "no HTTP" },
  { fault: "slow", applied: true, name: "slow" },
];

eachEngine(
  "every fault at every step leaves one contact, one membership, one association and one form at most (§4.4)",
  async (database) => {
    await using bench = await openLeads(database, { connected: false });
    const stage = await setStage(bench);
    const table: string[] = [];
    let at = 0;
    for (const { fault, applied, name } of FAULTS) {
      const cells: string[] = [];
      for (const route of ROUTES) {
        const lead = await submitOne(bench, `f${at++}`);
        if (route === "getContact" || route === "updateContact") {
          bench.double.records.addContact(lead.email);
        }
        bench.double.fail({ fault, applied, route, times: 1 });
        await stage.run();
        const after = await comeToAnEnd(bench, stage, lead);
        assertWhole(after, `${name} at ${route}`);
        cells.push(`${after.posts}${after.form === "sent" ? "?" : " "}`);
      }
      table.push(`${name.padEnd(15)} ${cells.map((cell) => cell.padStart(13)).join("")}`);
    }
    if (Deno.env.get("LEAD_SCHEDULES")) {
      print([
        "form posts".padEnd(15) + ROUTES.map((route) => route.padStart(13)).join(""),
        ...table,
      ]);
    }
  },
);

eachEngine("the end of the process at every point leaves the same (§4.4)", async (database) => {
  await using bench = await openLeads(database, { connected: false });
  const stage = await setStage(bench);
  const told: string[] = [];
  for (let point = 0;; point++) {
    const lead = await submitOne(bench, `c${point}`);
    stage.crashAfter = point;
    const ended = await stage.run();
    const after = await comeToAnEnd(bench, stage, lead);
    assertWhole(after, `the process ends at ${point}`);
    told.push(`${point}: ${after.posts} posts, form ${after.form}`);
    if (!ended) break;
  }
  assert.ok(told.length > 12, "the points are many");
  if (Deno.env.get("LEAD_SCHEDULES")) print(told);
});

type Event =
  | { kind: "fault"; route: CrmRoute; at: number }
  | { kind: "crash"; point: number }
  | { kind: "pass"; minutes: number };

const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("fault" as const),
      route: fc.constantFrom(...ROUTES),
      at: fc.nat(FAULTS.length - 1),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("crash" as const), point: fc.nat(16) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("pass" as const),
      minutes: fc.constantFrom(1, 5, 30, 120),
    }),
  },
);

eachEngine(
  "any schedule of faults and ends leaves every lead whole (§3.1, §4.4)",
  async (database) => {
    await using bench = await openLeads(database, { connected: false });
    const stage = await setStage(bench);
    let at = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 7 }), fc.boolean(), async (events, known) => {
        const lead = await submitOne(bench, `s${at++}`);
        if (known) bench.double.records.addContact(lead.email);
        let failures = 0;
        for (const one of events) {
          if (one.kind === "pass") bench.pass(one.minutes * MINUTE);
          else if (one.kind === "crash") {
            stage.crashAfter = one.point;
            await stage.run();
            stage.crashAfter = Infinity;
            bench.pass(4 * MINUTE);
          } else if (failures++ < 4) {
            const { fault, applied } = FAULTS[one.at] ?? { fault: "reset" as const, applied: true };
            bench.double.mend();
            bench.double.fail({ fault, applied, route: one.route, times: 1 });
            await stage.run();
            bench.double.mend();
          }
        }
        assertWhole(await comeToAnEnd(bench, stage, lead), JSON.stringify(events));
        // What is behind a lead that has ended is of no interest to the next.
        await bench.db.deleteFrom("crm_sync_queue").execute();
        await bench.db.deleteFrom("crm_recent_leads").execute();
        bench.double.journal.length = 0;
        bench.double.records.contacts.clear();
        stage.form.submissions.length = 0;
      }),
      { numRuns: SCHEDULES },
    );
  },
);

function print(lines: readonly string[]): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`\n${lines.join("\n")}\n`));
}
