/** Tests each step of a lead: faults that are retried, final refusals, and the refusals that staff see (spec §4.4). */
import assert from "node:assert/strict";
import { findAssociations } from "@/lib/crm/association.ts";
import { failure } from "@/lib/crm/client/result.ts";
import { listRefusals } from "@/lib/crm/refusals.ts";
import { emptyPayload } from "@/lib/session/mod.ts";
import type { CrmFaultName } from "@/tests/doubles/crm_wire.ts";
import { anyDatabase } from "@/tests/helpers/any_database.ts";
import { eachEngine } from "@/tests/helpers/db.ts";
import { aLead, MINUTE, openLeads } from "@/tests/helpers/leads.ts";

const SESSION = "AAAAAAAAAAAAAAAAAAAAAA";
const STEPS = [
  { step: "list", column: "list_step", route: "addToList" },
  { step: "form", column: "form_step", route: "postForm" },
] as const;

/** Faults that are retried, and faults that are final refusals. */
const RETRIED: readonly CrmFaultName[] = ["408", "500", "502 html", "503 html", "401 html"];
const FINAL: readonly CrmFaultName[] = ["400", "404", "409"];
/** Each fault at each step; a 429, which slows all later attempts down, comes last. */
const CASES = [...RETRIED, ...FINAL, "429" as const].flatMap((fault) =>
  STEPS.map((step) => ({ ...step, fault }))
);

anyDatabase(
  "a list or form step is retried after a temporary fault, and ends when the CRM refuses it (§4.4)",
  async (database) => {
    await using bench = await openLeads(database);
    const { crm, double: { records }, double, db } = bench;
    const list = records.addList("7");
    const form = records.addForm("55", "Selector lead", [
      { id: "901", name: "E-mail", htmlName: "emailAddress", required: true },
    ]);
    await bench.set({ form_name: "55", contact_list_id: "7" });
    await bench.session(SESSION, {}, 30);
    for (const [at, { step, column, route, fault }] of CASES.entries()) {
      const other = step === "list" ? "form_step" : "list_step";
      const about = `${fault} at the ${step}`;
      const email = `b${at}@build.test`;
      double.fail({ fault, route, times: 1 });
      await crm.submit(aLead({ email, sessionId: SESSION }));
      await bench.settle();
      double.mend();
      const newest = () =>
        db.selectFrom("crm_sync_queue").selectAll().orderBy("created_at", "desc").orderBy("id")
          .executeTakeFirstOrThrow();
      const tried = await newest();
      assert.deepEqual([tried.contact_step, tried[other], tried.association_step], [
        "done",
        "done",
        "done",
      ], about);
      if (FINAL.includes(fault)) {
        assert.deepEqual([tried.status, tried[column]], ["done", "refused"], about);
        const refusals = await listRefusals(db);
        assert.deepEqual(refusals.map(({ kind, status }) => [kind, status]), [
          [step, Number(fault)],
        ], about);
      } else {
        assert.deepEqual(
          [tried.status, tried[column], tried.last_step, tried.attempts],
          ["queued", "pending", step, 1],
          about,
        );
        bench.pass(5 * MINUTE);
        const before = double.journal.length;
        await crm.process({ which: "due" });
        const asked = double.journal.slice(before).map((request) => request.route)
          .filter((each) => each !== "getForm");
        assert.deepEqual(asked, [route], `${about}: the steps that are done are not repeated`);
        const again = await newest();
        assert.deepEqual(
          [again.status, again[column], again.attempts],
          ["done", "done", 2],
          about,
        );
        assert.deepEqual(await listRefusals(db), [], "an accepted value clears its refusal");
      }
      const [contact, ...others] = records.contactsOf(email);
      assert.deepEqual(others, [], about);
      const landed = !FINAL.includes(fault);
      if (step === "list") {
        assert.equal(list.members.has(contact?.id ?? ""), landed, about);
      } else {
        const posts = form.submissions.filter(({ emailAddress }) => emailAddress === email);
        assert.equal(posts.length, landed ? 1 : 0, about);
      }
      bench.pass(MINUTE);
    }
  },
);

eachEngine(
  "a new lead waits once for a session that another process has still to store (§3.2, §4.4)",
  async (database) => {
    await using bench = await openLeads(database);
    const { crm, kv } = bench;
    const ends = async () => {
      const row = (await bench.rows()).at(-1);
      return [row?.status, row?.association_step, row?.last_reason];
    };
    await crm.submit(aLead({ sessionId: SESSION }));
    await bench.settle();
    assert.deepEqual(await ends(), ["queued", "pending", "session"]);
    await bench.session(SESSION);
    bench.pass(5 * MINUTE);
    await crm.process({ which: "due" });
    assert.deepEqual(await ends(), ["done", "done", null]);
    assert.equal((await findAssociations(kv, SESSION)).length, 1);

    await crm.submit(aLead({ email: "kim@build.test", sessionId: "B".repeat(22) }));
    await bench.settle();
    assert.deepEqual(await ends(), ["queued", "pending", "session"]);
    // The clock of the accepting process may have been wrong, so the time alone would not end it.
    await crm.process({ which: "all" });
    assert.deepEqual(await ends(), ["done", "refused", null], "a session that never comes");

    const { get } = kv;
    kv.get = () => Promise.reject(new TypeError("the store is gone"));
    bench.pass(MINUTE);
    await crm.submit(aLead({ email: "lee@build.test", sessionId: SESSION }));
    await bench.settle();
    for (let tried = 0; tried < 6; tried++) {
      bench.pass(5 * MINUTE);
      assert.equal((await crm.process({ which: "due" })).failed, 1);
    }
    assert.deepEqual(await ends(), ["queued", "pending", "store"]);
    kv.get = get;
    bench.pass(5 * MINUTE);
    await crm.process({ which: "due" });
    assert.deepEqual(await ends(), ["done", "done", null], "no outage of the store gives it up");
  },
);

eachEngine(
  "a form whose 201 reports errors is listed for staff, and posted once (§4.4, external-systems §A.7)",
  async (database) => {
    await using bench = await openLeads(database);
    const { crm, double: { records }, db } = bench;
    const form = records.addForm("55", "Selector lead", [
      { id: "901", name: "E-mail", htmlName: "emailAddress", required: true },
    ]);
    await bench.set({ form_name: "55" });
    const error = { type: "ObjectValidationError", value: "pat@build.test" };
    const reports: readonly [Record<string, unknown>, refused: boolean][] = [
      [{ validationErrors: [error] }, true],
      [{ processingStepErrors: [error], validationErrors: [] }, true],
      [{ validationErrors: error }, true],
      [{ validationErrors: null, processingStepErrors: [] }, false],
    ];
    for (const [at, [report, refused]] of reports.entries()) {
      const about = JSON.stringify(report);
      form.reports = report;
      // The rows are read in the order of their time.
      bench.pass(1);
      await crm.submit(aLead({ email: `b${at}@build.test` }));
      await bench.settle();
      await crm.process({ which: "all" });
      const [row] = (await bench.rows()).slice(-1);
      assert.deepEqual(
        [row?.status, row?.form_step],
        ["done", refused ? "refused" : "done"],
        about,
      );
      assert.deepEqual(
        (await listRefusals(db)).map(({ kind, subject, status }) => [kind, subject, status]),
        refused ? [["form", "55", 201]] : [],
        about,
      );
      assert.equal(form.submissions.length, at + 1, about);
    }
  },
);

eachEngine(
  "a field that a 400 names is left out, and listed for staff until the CRM accepts it (§4.4)",
  async (database) => {
    await using bench = await openLeads(database);
    const { crm, double: { records }, db } = bench;
    await bench.map("recommendation", "100201");
    await bench.map("systems_viewed", "100202");
    // The id of a system is not a date.
    records.addField("100201", { dataType: "date" });
    const payload = { ...emptyPayload(), recommendation: "sys-a", systems_viewed: ["sys-b"] };
    const valuesOf = (email: string) =>
      Object.fromEntries(records.contactsOf(email)[0]?.values ?? []);
    const known = records.addContact("kim@build.test", { firstName: "Kim" });
    for (const email of ["pat@build.test", "kim@build.test"]) {
      await crm.submit(aLead({ email, payload }));
      await bench.settle();
      assert.deepEqual(valuesOf(email), { "100202": "sys-b" }, email);
      assert.deepEqual(
        (await listRefusals(db)).map(({ kind, subject, status }) => [kind, subject, status]),
        [["field", "100201", 400]],
      );
    }
    assert.equal(known.root.get("firstName"), "Kim");
    assert.ok((await bench.rows()).every(({ status }) => status === "done"));
    records.addField("100201", { dataType: "text" });
    await crm.submit(aLead({ email: "lee@build.test", payload }));
    await bench.settle();
    assert.deepEqual(valuesOf("lee@build.test"), { "100201": "sys-a", "100202": "sys-b" });
    assert.deepEqual(await listRefusals(db), []);
  },
);

eachEngine(
  "a lead whose name the CRM refuses is synced without the refused part (§4.4)",
  async (database) => {
    await using bench = await openLeads(database);
    const { crm, double: { records }, double, db } = bench;
    await bench.map("recommendation", "100201");
    const payload = { ...emptyPayload(), recommendation: "sys-a" };
    const contactOf = (email: string) => records.contactsOf(email)[0];
    await crm.submit(
      aLead({ email: "pat@build.test", firstName: "Pat <3", lastName: "Oh", payload }),
    );
    await bench.settle();
    const pat = contactOf("pat@build.test");
    assert.deepEqual([pat?.root.get("firstName"), pat?.root.get("lastName")], [undefined, "Oh"]);
    assert.deepEqual(Object.fromEntries(pat?.values ?? []), { "100201": "sys-a" });
    assert.deepEqual((await listRefusals(db)).map(({ subject }) => subject), ["firstName"]);

    // A refusal that names no field.
    double.fail({ fault: "400", route: "createContact", times: 2 });
    await crm.submit(aLead({ email: "kim@build.test", firstName: "Kim", payload }));
    await bench.settle();
    const kim = contactOf("kim@build.test");
    assert.deepEqual([kim?.root.get("firstName"), kim?.values.size], [undefined, 0]);
    assert.deepEqual((await bench.rows()).map(({ status }) => status), ["done", "done"]);

    await crm.submit(aLead({ email: "lee@build.test", firstName: "Lee", payload }));
    await bench.settle();
    assert.deepEqual(await listRefusals(db), []);
  },
);

eachEngine(
  "a contact whose address changes while the CRM finds it is left alone, and the lead gets its own (§4.4)",
  async (database) => {
    await using bench = await openLeads(database);
    const { crm, double: { records }, double } = bench;
    await bench.map("recommendation", "100201");
    const found = records.addContact("pat@build.test");
    double.onRequest = ({ route }) => {
      if (route === "getContact") found.root.set("emailAddress", "kim@build.test");
    };
    const payload = { ...emptyPayload(), recommendation: "sys-a" };
    await crm.submit(aLead({ email: "pat@build.test", payload }));
    await bench.settle();
    assert.equal(found.values.size, 0);
    const own = records.contactsOf("pat@build.test");
    assert.deepEqual(own.map(({ values }) => [...values]), [[["100201", "sys-a"]]]);
  },
);

eachEngine(
  "listRefusals() leaves out settings that staff have replaced (§4.9)",
  async (database) => {
    await using bench = await openLeads(database);
    const { crm, db } = bench;
    await bench.set({ form_name: "Gone", contact_list_id: "7" });
    await crm.submit(aLead());
    await bench.settle();
    const refused = async () => (await listRefusals(db)).map(({ kind }) => kind).sort();
    assert.deepEqual(await refused(), ["form", "list"]);
    await bench.set({ form_name: "Another" });
    assert.deepEqual(await refused(), ["list"]);
    await bench.set({ contact_list_id: null });
    assert.deepEqual(await refused(), []);
  },
);

anyDatabase(
  "an attempt ends before another process may claim its lead, however slow the CRM is (§3.1)",
  async (database) => {
    await using bench = await openLeads(database, { attemptMs: 300 });
    const { crm, double } = bench;
    double.delayMs = 200;
    await crm.submit(aLead());
    await bench.settle();
    const [row] = await bench.rows();
    assert.deepEqual(
      [row?.status, row?.attempts, row?.last_step, row?.last_reason, row?.claimed_until],
      ["queued", 1, "contact", "network", null],
    );
  },
);

anyDatabase(
  "a form that did not reach the CRM is posted again, and one whose answer cannot be read is not (§4.4)",
  async (database) => {
    await using bench = await openLeads(database);
    const { crm, crm: { client }, double } = bench;
    assert.ok(client);
    const form = double.records.addForm("55", "Selector lead", [
      { id: "901", name: "E-mail", htmlName: "emailAddress", required: true },
    ]);
    await bench.set({ form_name: "55" });
    const { postForm } = client;
    const refused = failure("network", "The CRM refused the connection", { mayHaveLanded: false });
    Object.assign(client, { postForm: () => Promise.resolve(refused) });
    await crm.submit(aLead());
    await bench.settle();
    const ends = async () => (await bench.rows()).map((row) => [row.status, row.form_step]);
    assert.deepEqual(await ends(), [["queued", "pending"]]);

    Object.assign(client, { postForm });
    double.fail({ fault: "not json", route: "postForm", applied: true });
    bench.pass(5 * MINUTE);
    await crm.process({ which: "due" });
    assert.deepEqual(await ends(), [["done", "sent"]]);
    assert.equal(form.submissions.length, 1);
  },
);
