import fc from "fast-check";
import assert from "node:assert/strict";
import type { CrmRoute } from "@/tests/doubles/crm_routes.ts";
import { anyDatabase } from "@/tests/helpers/any_database.ts";
import {
  type Aftermath,
  assertWhole,
  comeToAnEnd,
  setStage,
  submitOne,
  type Trouble,
} from "@/tests/helpers/lead_crashes.ts";
import { MINUTE, openLeads } from "@/tests/helpers/leads.ts";

/** Number of random schedules. The full proof runs ten thousand. */
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

const FAULTS: readonly (Trouble & { readonly name: string })[] = [
  { fault: "refused", applied: false, name: "refused" },
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
  { fault: "stall", applied: false, name: "silent before" },
  { fault: "stall", applied: true, name: "silent after" },
];

anyDatabase(
  "any fault at any step leaves one contact, membership and association, and at most one form post (§4.4)",
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
        stage.break(route, { fault, applied });
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

anyDatabase(
  "a crash at any point leaves one contact, membership and association, and at most one form post (§4.4)",
  async (database) => {
    await using bench = await openLeads(database, { connected: false });
    const stage = await setStage(bench);
    const outcomes: string[] = [];
    for (let point = 0;; point++) {
      const lead = await submitOne(bench, `c${point}`);
      stage.crashAfter = point;
      const crashed = await stage.run();
      const after = await comeToAnEnd(bench, stage, lead);
      assertWhole(after, `the process crashes at ${point}`);
      outcomes.push(`${point}: ${after.posts} posts, form ${after.form}`);
      if (!crashed) break;
    }
    assert.ok(outcomes.length > 12, `only ${outcomes.length} crash points`);
    if (Deno.env.get("LEAD_SCHEDULES")) print(outcomes);
  },
);

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

anyDatabase(
  "any schedule of faults and crashes leaves every lead complete (§3.1, §4.4)",
  async (database) => {
    await using bench = await openLeads(database, { connected: false });
    const stage = await setStage(bench);
    bench.double.slowMs = 20;
    const tally = newTally();
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
            stage.break(one.route, FAULTS[one.at] ?? { fault: "reset", applied: true });
            await stage.run();
            stage.mend();
          }
        }
        const after = await comeToAnEnd(bench, stage, lead);
        assertWhole(after, JSON.stringify(events));
        count(tally, events, after);
        // Every schedule starts without the records of the last.
        await bench.db.deleteFrom("crm_sync_queue").execute();
        await bench.db.deleteFrom("crm_recent_leads").execute();
        bench.double.journal.length = 0;
        bench.double.records.contacts.clear();
        stage.form.submissions.length = 0;
      }),
      { numRuns: SCHEDULES },
    );
    if (Deno.env.get("LEAD_SCHEDULES")) print(formatTally(tally));
  },
);

/** Counts the events of all schedules, and the most records that any of them left. */
function newTally() {
  const events = { fault: 0, crash: 0, pass: 0 };
  const most = { contacts: 0, members: 0, posts: 0, associations: 0 };
  return { schedules: 0, events, most, certain: 0, doubtful: 0, lost: 0 };
}

type Tally = ReturnType<typeof newTally>;

function count(tally: Tally, events: readonly Event[], after: Aftermath): void {
  const { most } = tally;
  tally.schedules++;
  for (const { kind } of events) tally.events[kind]++;
  most.contacts = Math.max(most.contacts, after.contacts);
  most.members = Math.max(most.members, after.members);
  most.posts = Math.max(most.posts, after.posts);
  most.associations = Math.max(most.associations, after.associations);
  if (after.form === "done") tally.certain++;
  else tally.doubtful++;
  if (after.status === "lost") tally.lost++;
}

function formatTally({ schedules, events, most, certain, doubtful, lost }: Tally): string[] {
  return [
    `schedules                        ${schedules}`,
    `faults, crashes, pauses in them  ${events.fault}, ${events.crash}, ${events.pass}`,
    `most contacts of an address      ${most.contacts}`,
    `most memberships of the list     ${most.members}`,
    `most posts of the form           ${most.posts}`,
    `most associations of a source    ${most.associations}`,
    `forms sent, and perhaps sent     ${certain}, ${doubtful}`,
    `leads lost                       ${lost}`,
  ];
}

function print(lines: readonly string[]): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`\n${lines.join("\n")}\n`));
}
