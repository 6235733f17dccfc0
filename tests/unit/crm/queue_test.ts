import assert from "node:assert/strict";
import { delayAfter } from "@/lib/crm/queue.ts";
import {
  countQueue,
  findAssociations,
  listAssociations,
  listQueue,
  maskAddress,
} from "@/lib/crm/mod.ts";
import { purgeQueue, retryLeads, runLeadJobs } from "@/lib/crm/jobs.ts";
import { emptyPayload } from "@/lib/session/mod.ts";
import { eachEngine } from "@/tests/helpers/db.ts";
import { aLead, MINUTE, openLeads } from "@/tests/helpers/leads.ts";

const SESSION = "AAAAAAAAAAAAAAAAAAAAAA";

Deno.test("delayAfter() grows from five minutes to twelve hours, and ends after the fifth attempt (§3.1)", () => {
  assert.deepEqual([1, 2, 3, 4, 5, 6].map(delayAfter), [
    5 * MINUTE,
    30 * MINUTE,
    120 * MINUTE,
    720 * MINUTE,
    null,
    null,
  ]);
});

Deno.test("maskAddress() keeps the first letters of both parts and the last label (design §7)", () => {
  assert.equal(maskAddress("pat@build.test"), "p•••@b•••.test");
});

eachEngine(
  "a lead becomes a contact with its values, a list member, a form post and an association (§4.4)",
  async (database) => {
    await using bench = await openLeads(database);
    const { crm, double: { records }, kv } = bench;
    records.addList("7");
    const form = records.addForm("55", "Selector lead", [
      { id: "901", name: "E-mail", htmlName: "emailAddress", required: true },
      { id: "902", name: "First", htmlName: "firstName" },
      { id: "904", name: "System", htmlName: "recommendation" },
      { id: "905", name: "Other", htmlName: "alternatives" },
    ]);
    await bench.set({ form_name: "Selector lead", contact_list_id: "7" });
    await bench.map("recommendation", "100201");
    await bench.map("systems_viewed", "100202");
    await bench.map("completed_at", "100203");
    await bench.map("answer:gone", "100204");
    records.addField("100203", { dataType: "date" });
    await bench.session(SESSION);
    const payload = {
      ...emptyPayload(),
      recommendation: "sys-a",
      alternatives: ["sys-b"],
      systems_viewed: ["sys-a", "sys-b"],
      completed_at: "2026-05-04T09:00:00.000Z",
      answers: { gone: "x" },
    };
    assert.equal(await crm.submit(aLead({ sessionId: SESSION, payload })), "accepted");
    await bench.settle();

    const [contact, ...others] = records.contacts.values();
    assert.ok(contact && others.length === 0);
    assert.equal(contact.root.get("firstName"), "Patrícia");
    assert.deepEqual(Object.fromEntries(contact.values), {
      "100201": "sys-a",
      "100202": "sys-a;sys-b",
      "100203": "1777885200",
    });
    assert.deepEqual([...records.lists.get("7")?.members ?? []], [contact.id]);
    assert.deepEqual(form.submissions, [{
      emailAddress: "pat.o+neil@build.test",
      firstName: "Patrícia",
      recommendation: "sys-a",
    }]);
    const [association] = await findAssociations(kv, SESSION);
    assert.deepEqual(association, {
      source: "form",
      contactId: contact.id,
      associatedAt: bench.now(),
    });
    const [row] = await bench.rows();
    assert.ok(row);
    assert.equal(row.status, "done");
    assert.deepEqual([row.email, row.first_name, row.last_name, row.payload], [
      null,
      null,
      null,
      null,
    ]);
    assert.equal(row.contact_id, contact.id);

    bench.pass(2 * MINUTE);
    bench.double.fail({ fault: "503 html", route: "listFields" });
    await crm.submit(aLead({ email: "kim@build.test", payload }));
    await bench.settle();
    const value = records.contactsOf("kim@build.test")[0]?.values.get("100203");
    assert.equal(value, "1777885200", "the last known type of a field counts");
  },
);

eachEngine(
  "a repeated submission within ten minutes is the same lead, in any case of its address (§4.4)",
  async (database) => {
    await using bench = await openLeads(database, { connected: false });
    const { crm } = bench;
    const lead = aLead({ sessionId: SESSION });
    const both = await Promise.all([crm.submit(lead), crm.submit(lead)]);
    assert.deepEqual(both.sort(), ["accepted", "repeated"]);
    assert.equal(await crm.submit({ ...lead, email: lead.email.toUpperCase() }), "repeated");
    assert.equal(await crm.submit(aLead({ cameWith: "BBBBBBBBBBBBBBBBBBBBBB" })), "accepted");
    assert.equal(
      await crm.submit(aLead({ sessionId: SESSION, email: "kim@build.test" })),
      "accepted",
    );
    assert.equal(await crm.submit({ ...lead, firstName: "Robin" }), "accepted", "a correction");
    bench.pass(10 * MINUTE - 1);
    assert.equal(await crm.submit(lead), "repeated");
    bench.pass(1);
    assert.equal(await crm.submit(lead), "accepted");
    assert.equal((await bench.rows()).length, 5);
  },
);

eachEngine(
  "without a session only an identical submission is the same lead, whenever it was completed (decision 42)",
  async (database) => {
    await using bench = await openLeads(database, { connected: false });
    const payload = { ...emptyPayload(), recommendation: "sys-a", answers: { use: "office" } };
    const lead = aLead({ sessionId: SESSION, cameWith: null, payload, track: "home" });
    assert.equal(await bench.crm.submit(lead), "accepted");
    const again = { ...lead, sessionId: "B".repeat(22) };
    const later = { ...payload, completed_at: "2026-05-04T10:00:01.000Z" };
    assert.equal(await bench.crm.submit({ ...again, payload: later }), "repeated");
    for (
      const other of [
        { track: null },
        { lastName: "Poe" },
        { payload: { ...payload, recommendation: "sys-b" } },
        { payload: { ...payload, answers: { use: "school" } } },
      ]
    ) {
      const outcome = await bench.crm.submit({ ...again, ...other });
      assert.equal(outcome, "accepted", `an address proves nothing: ${JSON.stringify(other)}`);
    }
  },
);

eachEngine(
  "two submissions without a cookie are one lead, and each session is associated (§3.2, §4.4)",
  async (database) => {
    await using bench = await openLeads(database);
    const { crm, kv } = bench;
    const [first, second, late] = ["A", "B", "C"].map((letter) => letter.repeat(22));
    assert.ok(first && second && late);
    const click = (sessionId: string) =>
      crm.submit(aLead({ sessionId, cameWith: null }), () => bench.session(sessionId));
    assert.deepEqual((await Promise.all([click(first), click(second)])).sort(), [
      "accepted",
      "repeated",
    ]);
    await bench.settle();
    assert.equal(await click(late), "repeated", "the lead is already synced");
    await bench.settle();
    assert.equal((await bench.rows()).length, 1);
    const [contact] = bench.double.records.contacts.values();
    for (const sessionId of [first, second, late]) {
      const [association] = await findAssociations(kv, sessionId);
      assert.deepEqual([association?.source, association?.contactId], ["form", contact?.id]);
      const own = aLead({ sessionId, cameWith: sessionId });
      assert.equal(
        await crm.submit(own),
        "repeated",
        "reloading any response submits no other lead",
      );
    }
    assert.equal((await Array.fromAsync(listAssociations(kv, { source: "form" }))).length, 1);
    const waiting = await bench.db.selectFrom("crm_joined_sessions").selectAll().execute();
    assert.deepEqual(waiting, []);
  },
);

eachEngine(
  "leads wait while the CRM is unconfigured, and no attempt counts (§3.1)",
  async (database) => {
    await using bench = await openLeads(database, { connected: false });
    await bench.crm.submit(aLead());
    await bench.settle();
    const report = await bench.crm.process({ which: "all" });
    assert.deepEqual(report, { processed: 0, done: 0, failed: 0, abandoned: 0, waiting: 1 });
    const [row] = await bench.rows();
    assert.deepEqual([row?.status, row?.attempts], ["queued", 0]);
  },
);

eachEngine(
  "a lead that always fails is abandoned after five attempts, and later purged (§3.1)",
  async (database) => {
    await using bench = await openLeads(database);
    const { crm, double } = bench;
    double.fail({ fault: "500" });
    await crm.submit(aLead());
    await bench.settle();
    const dueAfter: number[] = [];
    for (let attempt = 1; attempt < 5; attempt++) {
      const [row] = await bench.rows();
      assert.deepEqual([row?.status, row?.attempts, row?.last_status], ["queued", attempt, 500]);
      const waitMs = (row?.next_attempt_at?.getTime() ?? 0) - bench.now().getTime();
      dueAfter.push(waitMs / MINUTE);
      const { queued, oldest } = await countQueue(bench.db);
      assert.deepEqual([queued, oldest], [1, row?.created_at]);
      bench.pass(waitMs - 1);
      assert.equal((await crm.process({ which: "due" })).processed, 0, "not before it is due");
      bench.pass(1);
      assert.equal((await crm.process({ which: "due" })).processed, 1);
    }
    assert.deepEqual(dueAfter, [5, 30, 120, 720]);
    const abandoned = { queued: 0, done: 0, abandoned: 1, oldest: null };
    assert.deepEqual(await countQueue(bench.db), abandoned);
    const [item] = await listQueue(bench.db, { limit: 10, now: bench.now() });
    assert.equal(item?.reason, "Contact: the CRM answered with an error (500)");
    assert.equal(item?.reached, "Nothing has landed yet");
    assert.equal(item?.maskedEmail, "p•••@b•••.test");
    assert.equal(
      (await crm.process({ which: "all" })).processed,
      0,
      "an abandoned lead is not retried",
    );

    const services = { ...bench, config: { syncQueue: { retentionDays: 30 } } };
    bench.pass(29 * 24 * 60 * MINUTE);
    await purgeQueue(services);
    assert.equal((await bench.rows()).length, 1);
    bench.pass(2 * 24 * 60 * MINUTE);
    assert.deepEqual(await purgeQueue(services), { done: 0, abandoned: 1 });
    assert.equal((await bench.rows()).length, 0);
    const audit = await bench.db.selectFrom("audit_log").selectAll().execute();
    assert.deepEqual(audit.map(({ action, entity_type }) => [action, entity_type]), [[
      "purge",
      "crm",
    ]]);
  },
);

eachEngine(
  "listQueue() says in a sentence which steps landed, and which the CRM refused (§4.4)",
  async (database) => {
    await using bench = await openLeads(database);
    const { crm, double, db } = bench;
    double.fail({ fault: "500" });
    await crm.submit(aLead());
    await bench.settle();
    for (
      const [steps, says] of [
        [{ contact_step: "done" }, "The contact landed"],
        [
          { list_step: "done", form_step: "sent" },
          "The contact and the list landed; the form may have been sent",
        ],
        [
          { list_step: "refused", form_step: "refused" },
          "The contact landed; the CRM refused the list and the form",
        ],
      ] as const
    ) {
      await db.updateTable("crm_sync_queue").set(steps).execute();
      assert.equal((await listQueue(db, { limit: 1, now: bench.now() }))[0]?.reached, says);
    }
  },
);

eachEngine(
  "retryLeads() attempts queued leads, due or not, and audits it without personal data (§6.2)",
  async (database) => {
    await using bench = await openLeads(database);
    const { crm, double, db } = bench;
    double.fail({ fault: "reset" });
    await crm.submit(aLead());
    await crm.submit(aLead({ email: "kim@build.test" }));
    await bench.settle();
    double.mend();
    const by = { staff: { email: "ed@vendor.test" }, requestId: "r-1" };
    const rows = await bench.rows();
    // As a row that another program stored, without parts of the payload.
    await bench.map("alternatives", "100201");
    await db.updateTable("crm_sync_queue").set({ payload: {} })
      .where("id", "=", rows[0]?.id ?? "").execute();
    const one = await retryLeads({ db, crm }, by, { ids: [rows[0]?.id ?? "", "no id"] });
    assert.deepEqual(one, { processed: 1, done: 1, failed: 0, abandoned: 0, waiting: 1 });
    const rest = await retryLeads({ db, crm }, by, "all");
    assert.deepEqual(rest, { processed: 1, done: 1, failed: 0, abandoned: 0, waiting: 0 });
    const audit = await db.selectFrom("audit_log").selectAll().orderBy("seq").execute();
    assert.deepEqual(audit.map(({ actor, action, after }) => [actor, action, after]), [
      ["ed@vendor.test", "process", { processed: 1, done: 1, failed: 0, abandoned: 0 }],
      ["ed@vendor.test", "process", { processed: 1, done: 1, failed: 0, abandoned: 0 }],
    ]);
    assert.ok(!JSON.stringify(audit).includes("build.test"));
  },
);

eachEngine(
  "runLeadJobs() purges, attempts due leads, and audits only a run with an attempt (§3.1, §6.2)",
  async (database) => {
    await using bench = await openLeads(database);
    const services = { ...bench, config: { syncQueue: { retentionDays: 30 } } };
    bench.double.fail({ fault: "503 html", times: 1 });
    await bench.crm.submit(aLead());
    await bench.settle();
    const signal = new AbortController().signal;
    assert.equal((await runLeadJobs(services, signal)).processed, 0);
    bench.pass(5 * MINUTE);
    assert.equal((await runLeadJobs(services, signal)).done, 1);
    const audit = await bench.db.selectFrom("audit_log").selectAll().execute();
    assert.equal(audit.length, 1);

    bench.pass(31 * 24 * 60 * MINUTE);
    const crm = {
      ...bench.crm,
      process: async () => {
        assert.deepEqual(
          await bench.rows(),
          [],
          "an attempt may hang, so the purge comes before it",
        );
        return { processed: 0, done: 0, failed: 0, abandoned: 0, waiting: 0 };
      },
    };
    await runLeadJobs({ ...services, crm }, signal);
  },
);

eachEngine(
  "concurrent leads are each stored once, and one that cannot be stored fails alone (§4.4)",
  async (database) => {
    await using bench = await openLeads(database, { connected: false });
    const { crm } = bench;
    const many = Array.from({ length: 30 }, (_, n) => aLead({ email: `buyer-${n}@build.test` }));
    const again = many.slice(0, 10).map(({ email, ...lead }) => ({
      ...lead,
      email: email.toUpperCase(),
    }));
    // No check lets this pass, and the database refuses it.
    const bad = aLead({ email: "odd@build.test", track: "a\0b" });
    const outcomes = await Promise.allSettled(
      [...many, bad, ...again].map((lead) => crm.submit(lead)),
    );
    const results = outcomes.map((one) => one.status === "fulfilled" ? one.value : "refused");
    // Of two equal leads, either may come first and be accepted.
    const byAddress = Map.groupBy(
      [...many, bad, ...again].map(({ email }, n) => ({
        email: email.toLowerCase(),
        result: results[n],
      })),
      ({ email }) => email,
    );
    assert.deepEqual(
      [...byAddress].map(([email, own]) => [email, own.map(({ result }) => result).sort()]),
      [
        ...many.map(({ email }, n) => [email, n < 10 ? ["accepted", "repeated"] : ["accepted"]]),
        [bad.email, ["refused"]],
      ],
    );
    const stored = (await bench.rows()).map(({ email }) => email?.toLowerCase()).sort();
    assert.deepEqual(stored, many.map(({ email }) => email).sort());
  },
);
