import assert from "node:assert/strict";
import { storeLead } from "@/lib/crm/accept.ts";
import { findAssociations } from "@/lib/crm/mod.ts";
import { openDatabase, type OpenOptions } from "@/lib/db/mod.ts";
import { openKv } from "@/lib/kv/mod.ts";
import { emptyPayload } from "@/lib/session/mod.ts";
import { type CrmDouble, startCrm } from "@/tests/doubles/crm.ts";
import { anyEngine, migratedLocation, onServerOnly } from "@/tests/helpers/db.ts";
import { aLead } from "@/tests/helpers/leads.ts";
import { TextLineStream } from "@/tests/helpers/lines.ts";

/** Number of kills. The full proof kills repeatedly at each request, before and after the CRM carries it out. */
const ROUNDS = Number(Deno.env.get("LEAD_KILLS") ?? "3");
/** Number of leads to drain. The full proof drains five thousand. */
const DRAINED = Number(Deno.env.get("LEAD_ROWS") ?? "120");
const LEASE_MS = 2_000;
/** For two processes: on a busy machine, neither may claim a row that the other is still processing. */
const LONG_LEASE_MS = 15_000;
const ROOT = new URL("../../../", import.meta.url);

interface Child {
  readonly process: Deno.ChildProcess;
  readonly reports: { processed: number; done: number; waiting: number }[];
  readonly ended: Promise<Deno.CommandStatus>;
}

function start(
  location: OpenOptions,
  kvPath: string,
  crm: CrmDouble,
  leaseMs = LEASE_MS,
): Child {
  const place = { location, kvPath, environment: crm.environment, leaseMs };
  const process = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "tests/helpers/lead_child.ts", JSON.stringify(place)],
    cwd: ROOT,
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const reports: Child["reports"] = [];
  const reading = (async () => {
    const lines = process.stdout.pipeThrough(new TextDecoderStream())
      .pipeThrough(new TextLineStream());
    for await (const line of lines) {
      const report = JSON.parse(line);
      if ("processed" in report) reports.push(report);
    }
  })();
  return { process, reports, ended: reading.then(() => process.status) };
}

async function prepare(location: OpenOptions, leads: number) {
  await using database = await openDatabase(location);
  await database.db.updateTable("crm_settings").set({ form_name: "55", contact_list_id: "7" })
    .execute();
  for (let at = 0; at < leads; at++) {
    const sessionId = `${at}`.padEnd(22, "A");
    const payload = emptyPayload();
    await storeLead(
      database.db,
      aLead({ email: `pat-${at}@build.test`, sessionId, payload }),
      new Date(),
    );
  }
}

async function readRows(location: OpenOptions) {
  await using database = await openDatabase(location);
  return await database.db.selectFrom("crm_sync_queue").selectAll().execute();
}

function aCrm(): CrmDouble {
  const crm = startCrm();
  crm.records.addList("7");
  crm.records.addForm("55", "Lead", [{ id: "901", name: "E-mail", htmlName: "emailAddress" }]);
  return crm;
}

anyEngine(
  "a kill at any request leaves one contact, membership and association, and at most one form post (§3.1, §4.4)",
  async (engine) => {
    const requests = 5; // look-up, contact, list, form's fields, form
    for (let round = 0; round < ROUNDS; round++) {
      await using crm = aCrm();
      await using location = await migratedLocation(engine);
      const kvPath = `${location.dataDir}/kv.sqlite3`;
      await prepare(location, 1);
      const kv = await openKv(kvPath);
      const time = Date.now();
      await kv.set(["sessions", "0".padEnd(22, "A")], {
        payload: emptyPayload(),
        track: null,
        consent: { measurement: false, marketing: false },
        createdAt: time,
        updatedAt: time,
        expiresAt: time + 3_600_000,
      });
      kv.close();
      // Starts with the last request, because the last ones matter most.
      const target = requests - 1 - (Math.floor(round / 2) % requests);
      const applied = round % 2 === 0;
      const first = start(location, kvPath, crm);
      const kill = () => {
        first.process.kill("SIGKILL");
      };
      crm.onRequest = async () => {
        if (crm.journal.length !== target + 1) return;
        if (!applied) {
          kill();
          // The process reads no response, and the CRM does not carry the request out.
          throw new Error("The client was killed");
        }
        // The CRM carries the request out, but no process reads its response.
        setTimeout(kill, 0);
        await Promise.resolve();
      };
      await first.ended;
      crm.onRequest = null;
      const second = start(location, kvPath, crm);
      assert.ok((await second.ended).success);
      const story = `round ${round}: request ${target}, ${applied ? "applied" : "not applied"}`;
      const [row] = await readRows(location);
      assert.deepEqual([row?.status, row?.email], ["done", null], story);
      assert.equal(crm.records.contactsOf("pat-0@build.test").length, 1, story);
      assert.equal(crm.records.lists.get("7")?.members.size, 1, story);
      const posts = crm.records.forms.get("55")?.submissions.length ?? 0;
      assert.ok(posts <= 1 && (posts === 1 || row?.form_step === "sent"), story);
      const store = await openKv(kvPath);
      assert.equal((await findAssociations(store, "0".padEnd(22, "A"))).length, 1, story);
      store.close();
    }
  },
);

onServerOnly(
  "two processes drain the queue without sharing a row, even if one is killed half way (§3.1)",
  async () => {
    await using crm = aCrm();
    crm.delayMs = 5;
    await using location = await migratedLocation("server");
    await prepare(location, DRAINED);
    const [one, two] = ["one", "two"].map((name) =>
      start(location, `${location.dataDir}/${name}.sqlite3`, crm, LONG_LEASE_MS)
    );
    assert.ok(one && two);
    let killed = false;
    crm.onRequest = () => {
      if (killed || crm.records.contacts.size < DRAINED / 2) return;
      killed = true;
      one.process.kill("SIGKILL");
    };
    await one.ended;
    assert.ok((await two.ended).success);
    assert.ok(killed);
    const rows = await readRows(location);
    assert.deepEqual(new Set(rows.map(({ status }) => status)), new Set(["done"]));
    assert.equal(crm.records.contacts.size, DRAINED, "one contact per lead");
    const posts = crm.records.forms.get("55")?.submissions ?? [];
    const addresses = new Set(posts.map(({ emailAddress }) => emailAddress));
    assert.equal(addresses.size, posts.length, "no form is posted twice");
    const unsure = rows.filter(({ form_step }) => form_step === "sent").length;
    assert.ok(
      DRAINED - posts.length <= unsure && unsure <= 4,
      `${unsure} forms of the dead process`,
    );
    // Only the leads that the dead process had claimed may be looked up twice.
    const lookups = crm.asked("findContacts").length;
    assert.ok(lookups <= DRAINED + 4, `${lookups} look-ups for ${DRAINED} leads`);
  },
);
