/** The page of the CRM as staff use it (spec §2.6–2.9, §4.9, §4.10, §6.2). */
import assert from "node:assert/strict";
import { startCrm } from "../doubles/crm.ts";
import { anyEngine, DEFAULT_ENGINE } from "../helpers/db.ts";
import { aCatalog, aFactor, aSystem } from "../helpers/factories.ts";
import { type Fields, type StaffBench, startStaff } from "../helpers/staff.ts";

const CATALOG = aCatalog({
  systems: [aSystem("glass", { name: "Glass", budgetTierId: "high" })],
  factors: [aFactor("room", ["home", "office"], { name: "Room" })],
});

const PAGE = "/admin/crm";
const PERSON = "pat.doe@build.test";

/** The settings as an editor fills them in. */
const SETTINGS: Fields = {
  form_name: "Selector lead",
  contact_list_id: "7",
  tracking_enabled: "true",
  tracking_site_id: "1234567",
  hot_lead_enabled: "true",
  hot_lead_require_completed: "true",
  hot_lead_min_tier_ordinal: "2",
  resources_url: "https://walls.example/{system}/files",
  configure_url: "https://walls.example/price?wall={name}",
  repfinder_url: "https://walls.example/dealers",
};

async function lead(bench: StaffBench, email: string): Promise<void> {
  const response = await bench.app.request("/api/lead", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, recommendation: "glass", "answer:room": "office" }),
  });
  assert.equal(response.status, 200);
  await response.body?.cancel();
  await bench.app.services.background.idle();
}

const REFUSED: readonly [field: string, value: string, says: RegExp][] = [
  ["contact_list_id", "seven", /Enter the number of the list: digits alone/],
  ["tracking_site_id", "12a", /Enter the number of the site: digits alone/],
  ["hot_lead_min_tier_ordinal", "high", /Choose a step of the budget ladder/],
  ["hot_lead_min_tier_ordinal", "99", /The steps are: [^<]*\(step \d\)/],
  ["form_name", "x".repeat(201), /at most 200 characters/],
  ["resources_url", "https://{system}.example/", /behind the name of the host/],
  ["configure_url", "javascript:alert(1)", /begins with https/],
  ["repfinder_url", "https://walls.example/{system}", /same for everyone/],
];

const REFUSED_MAPPINGS: readonly [fields: Fields, control: string][] = [
  [{ session_field: "email", crm_field_id: "100201" }, "session_field"],
  [{ session_field: "answer:not an id", crm_field_id: "100201" }, "session_field"],
  [{ session_field: "hot_lead", crm_field_id: "abc" }, "crm_field_id"],
  [{ session_field: "hot_lead", crm_field_id: "" }, "crm_field_id"],
  [{ session_field: "hot_lead", crm_field_id: "-1" }, "crm_field_id"],
];

/** Returns whether a control of that name is marked as invalid. */
function isMarked(page: string, name: string): boolean {
  const control = new RegExp(`<(?:input|select)[^>]*\\bname="${name}"[^>]*>`, "g");
  return [...page.matchAll(control)].some(([tag]) => tag.includes('aria-invalid="true"'));
}

anyEngine("the CRM page", async (engine, context) => {
  await using double = startCrm();
  double.records.addField("100201", { name: "Recommended wall" });
  double.records.addField("100202", { name: "Room" });
  double.records.addList("7", "Wall buyers");
  double.records.addForm("55", "Selector lead", [
    { id: "901", name: "E-mail", htmlName: "emailAddress", required: true },
    { id: "902", name: "Company", htmlName: "company", required: true },
    { id: "903", name: "System", htmlName: "recommendation" },
  ]);
  await using bench = await startStaff(CATALOG, engine, double.environment);
  const { db, background } = bench.app.services;
  const step = (name: string, run: () => Promise<void>) => context.step(name, run);

  await step(
    "saves the settings of §2.6, with one audit entry of type crm",
    async () => {
      const saved = await bench.save(PAGE, SETTINGS);
      assert.equal(saved.status, 303);
      const row = await db.selectFrom("crm_settings").selectAll().executeTakeFirstOrThrow();
      assert.equal(row.form_name, "Selector lead");
      assert.equal(row.hot_lead_min_tier_ordinal, 2);
      assert.equal(row.hot_lead_require_premium, false);
      const [entry, ...others] = await bench.entries();
      assert.deepEqual([entry?.type, entry?.id, entry?.action, others.length], [
        "crm",
        "default",
        "update",
        0,
      ]);
      assert.match((await bench.get(PAGE)).text, /value="Selector lead"/);
    },
  );

  await step(
    "marks a refused setting, says why, and saves nothing",
    async () => {
      const before = await bench.traces();
      for (const [field, value, says] of REFUSED) {
        const answer = await bench.save(PAGE, { ...SETTINGS, [field]: value });
        assert.equal(answer.status, 400, field);
        assert.ok(isMarked(answer.text, field), field);
        assert.match(answer.text, says);
      }
      assert.equal(await bench.traces(), before);
    },
  );

  await step("refuses the second of two editors with a conflict (§4.9)", async () => {
    const { version } = await bench.get(PAGE);
    await bench.save(PAGE, { ...SETTINGS, contact_list_id: "8" });
    const late = await bench.post(PAGE, { ...SETTINGS, contact_list_id: "9", version });
    assert.equal(late.status, 409);
    assert.match(late.text, /<title>Error: CRM/);
    assert.match(late.text, /Someone saved this while you were editing/);
    await bench.save(PAGE, SETTINGS);
  });

  await step(
    "shows the fields of the bound form and which of them a lead fills (§4.4)",
    async () => {
      const { text } = await bench.get(PAGE);
      assert.match(text, /emailAddress<\/code><\/td><td[^>]*>The e-mail address/);
      assert.match(text, /company<\/code><\/td><td[^>]*>.{0,200}Nothing, though it is required/s);
      assert.match(text, /7 is “Wall buyers”/);
    },
  );

  await step(
    "maps a session field, changes its CRM field and removes it, each audited as crm (§2.7)",
    async () => {
      const count = (await bench.entries()).length;
      const mapping = { intent: "map", session_field: "recommendation", crm_field_id: "100202" };
      const mapped = await bench.post(PAGE, mapping);
      assert.equal(mapped.status, 303);
      assert.equal(mapped.location, `${PAGE}#mapping-recommendation`, "its row");
      const replaced = await bench.post(PAGE, { ...mapping, crm_field_id: "100201" });
      assert.match(replaced.flash?.text ?? "", /in place of 100202/);
      assert.ok(replaced.flash?.undo);
      const stored = await db.selectFrom("crm_field_mappings")
        .select(["session_field", "crm_field_id"]).execute();
      assert.deepEqual(stored, [{ session_field: "recommendation", crm_field_id: "100201" }]);
      assert.match(
        (await bench.get(PAGE)).text,
        /Recommended wall/,
        "the name that the CRM has for the field",
      );
      const twin = { ...mapping, session_field: "alternatives", crm_field_id: "100201" };
      const refused = await bench.post(PAGE, twin);
      assert.equal(refused.status, 400);
      assert.match(refused.text, /Another value goes into this field already/);
      await bench.post(PAGE, { intent: "map", session_field: "hot_lead", crm_field_id: "100209" });
      await bench.post(PAGE, { intent: "unmap", session_field: "hot_lead" });
      const acts = (await bench.entries()).slice(count).map((
        { type, action, id },
      ) => [type, action, id]);
      assert.deepEqual(acts, [
        ["crm", "create", "recommendation"],
        ["crm", "update", "recommendation"],
        ["crm", "create", "hot_lead"],
        ["crm", "delete", "hot_lead"],
      ]);
    },
  );

  await step(
    "a changed mapping says what it replaces, can be undone, and can be sent several times at once",
    async () => {
      const mappings = () =>
        db.selectFrom("crm_field_mappings").select(["session_field", "crm_field_id"])
          .orderBy("session_field").execute();
      const send = (fields: Record<string, string>) => bench.post(PAGE, fields);
      const map = { intent: "map", session_field: "recommendation" };
      const before = await mappings();
      for (
        const [fields, says] of [
          [
            { ...map, crm_field_id: "100207" },
            /^“Recommended system” now .*100207, in place of 100201\.$/,
          ],
          [{ ...map, intent: "unmap" }, /^“Recommended system” is no longer sent\.$/],
          [
            { ...map, session_field: "hot_lead", crm_field_id: "1" },
            /^“Hot lead” now .* field 1\.$/,
          ],
        ] as const
      ) {
        const changed = await bench.act(PAGE, fields);
        assert.match(changed.text, says);
        assert.notDeepEqual(await mappings(), before);
        assert.equal((await bench.undo(changed)).status, 303);
        assert.deepEqual(await mappings(), before);
      }
      const unmapped = await bench.act(PAGE, { ...map, intent: "unmap" });
      await send({ ...map, crm_field_id: "100209" });
      const others = await mappings();
      assert.equal((await bench.undo(unmapped)).status, 400);
      assert.deepEqual(await mappings(), others, "an undo does not overwrite a later mapping");
      await send({ ...map, crm_field_id: "100201" });
      assert.deepEqual(await mappings(), before);
      const twice = { ...map, session_field: "hot_lead", crm_field_id: "1" };
      const sent = await Promise.all([send(twice), send(twice), send(twice)]);
      assert.deepEqual(sent.map(({ status }) => status), [303, 303, 303]);
      await bench.post(PAGE, { ...twice, intent: "unmap" });
    },
  );

  await step(
    "refuses a session field outside §2.7 and a CRM field id that is not a number",
    async () => {
      const before = await bench.traces();
      for (const [fields, control] of REFUSED_MAPPINGS) {
        const answer = await bench.post(PAGE, { intent: "map", ...fields });
        assert.equal(answer.status, 400);
        assert.ok(isMarked(answer.text, control), control);
        assert.match(answer.text, /<title>Error: CRM/, control);
        assert.match(answer.text, new RegExp(`data-error-summary.*href="#${control}"`, "s"));
        assert.match(answer.text, /action="\/admin\/crm#errors"/, "where the browser goes then");
      }
      assert.equal(await bench.traces(), before);
    },
  );

  await step(
    "accepts a mapping to a factor that is not in the catalog, and marks it (§2.7)",
    async () => {
      await bench.post(PAGE, {
        intent: "map",
        session_field: "answer:room",
        crm_field_id: "100202",
      });
      assert.doesNotMatch((await bench.get(PAGE)).text, /No live factor/);
      const early = { intent: "map", session_field: "answer:to-come", crm_field_id: "100203" };
      assert.equal((await bench.post(PAGE, early)).status, 303);
      assert.match((await bench.get(PAGE)).text, /answer:to-come<\/code>.{0,200}No live factor/s);
      await bench.post(PAGE, { intent: "unmap", session_field: "answer:to-come" });
    },
  );

  await step("shows example values from the latest session (§2.7)", async () => {
    assert.match((await bench.get(PAGE)).text, /Examples appear once/);
    await lead(bench, PERSON);
    const { text } = await bench.get(PAGE);
    assert.match(text, /examples are from the latest session/);
    assert.match(text, /answer:room<\/code>.{0,400}>office<\/span>/s);
    assert.match(
      text,
      /recommendation_resources<\/code>.{0,200}https:\/\/walls\.example\/glass\/files/s,
    );
  });

  await step(
    "says how many recent leads the hot-lead rule flags, saved or unsaved (§2.6)",
    async () => {
      assert.match((await bench.get(PAGE)).text, /would have flagged 0 of the last 1 lead/);
      const before = await bench.traces();
      const { hot_lead_require_completed: _, ...rule } = SETTINGS;
      const tried = await bench.save(PAGE, { ...rule, intent: "try-rule" });
      assert.equal(tried.status, 200);
      assert.match(tried.text, /The unsaved rule would have flagged 1 of the last 1 lead/);
      assert.match(tried.text, /<p id="hot-lead-trial"[^>]* autofocus/);
      const refused = await bench.save(PAGE, {
        ...rule,
        intent: "try-rule",
        contact_list_id: "seven",
      });
      assert.equal(refused.status, 400);
      assert.match(refused.text, /id="contact_list_id-error"/);
      assert.doesNotMatch(refused.text, /The unsaved rule/);
      assert.equal(await bench.traces(), before);
    },
  );

  await step("tests the connection with result and time, and writes nothing (§4.10)", async () => {
    const before = await bench.traces();
    const works = await bench.act(PAGE, { intent: "test" });
    assert.equal(works.tone, "positive");
    assert.match(works.text, /^The CRM answered within \d+ ms and accepts our credentials\.$/);
    assert.equal(double.asked("findContacts").length > 0, true);
    double.fail({ fault: "401 html" });
    const fails = await bench.act(PAGE, { intent: "test" });
    assert.equal(fails.tone, "warning");
    assert.match(fails.text, /^The CRM did not pass the test: .*401.*, after \d+ ms\.$/);
    double.mend();
    assert.equal(await bench.traces(), before);
  });

  await step(
    "shows the queue with masked addresses while a lead waits, and retries on request (§2.9)",
    async () => {
      assert.doesNotMatch((await bench.get(PAGE)).text, /Process retry queue now/);
      double.fail({ fault: "503 html" });
      await lead(bench, "vera.lost@field.test");
      const { text } = await bench.get(PAGE);
      assert.match(text, /v•••@f•••\.test/);
      assert.match(text, /1 of 5/);
      assert.match(text, /Contact: the CRM answered with an error \(503\)/);
      assert.match(text, /Process retry queue now/);
      assert.doesNotMatch(text, /vera\.lost|field\.test/);
      const id = crypto.randomUUID();
      for (const time of ["2026-01-01T00:00:00.000Z", "0000-01-01", "-200000-01-01", "9e15", ""]) {
        for (const row of [id, "-".repeat(36), id.slice(1)]) {
          if (time.startsWith("2026") && row === id) continue;
          const from = await bench.get(`${PAGE}?after=${encodeURIComponent(`${time}_${row}`)}`);
          assert.equal(from.status, 200, `${time}_${row}`);
          assert.match(from.text, /v•••@f•••\.test/, "an invalid cursor starts at the first row");
        }
      }
      const [row] = await db.selectFrom("crm_sync_queue").select("id")
        .where("status", "=", "queued").execute();
      const again = await bench.post(PAGE, { intent: "retry", id: row?.id ?? "" });
      assert.equal(again.status, 303);
      const between = (await bench.get(PAGE)).text;
      assert.match(between, /2 of 5/);
      assert.match(between, />Waiting</);
      assert.doesNotMatch(between, />Being tried</);
      const claimed = { claim_token: id, claimed_until: new Date(Date.now() + 60_000) };
      await db.updateTable("crm_sync_queue").set(claimed).where("status", "=", "queued").execute();
      const during = (await bench.get(PAGE)).text;
      assert.match(during, />Being tried</);
      assert.doesNotMatch(during, />Waiting</);
      assert.match(during, /Why the last try failed.*error \(503\)/s, "that of the try before");
      const busy = await bench.post(PAGE, { intent: "retry", id: row?.id ?? "" });
      assert.match(
        busy.flash?.text ?? "",
        /^Nothing was tried\. 1 lead still waits\. 1 lead was left out, because another run .* Load/,
      );
      await db.updateTable("crm_sync_queue").set({ claim_token: null, claimed_until: null })
        .execute();
      double.mend();
      const count = (await bench.entries()).length;
      const retried = await bench.post(PAGE, { intent: "retry-all" });
      assert.deepEqual([retried.status, retried.flash?.tone], [303, "positive"]);
      await background.idle();
      assert.equal((await bench.entries()).length, count + 1, "the action is audited (§6.2)");
      const after = await bench.get(PAGE);
      assert.doesNotMatch(after.text, /Process retry queue now|v•••@f•••/);
      assert.equal(double.records.contactsOf("vera.lost@field.test").length, 1);
      const late = await bench.post(PAGE, { intent: "retry", id: row?.id ?? "" });
      assert.match(late.flash?.text ?? "", /have landed or were deleted in the meantime/);
    },
  );

  await step("offers one more try for each abandoned lead (§3.1, §4.9)", async () => {
    double.fail({ fault: "503 html", times: 1 });
    await lead(bench, "nora.late@field.test");
    await db.updateTable("crm_sync_queue")
      .set({ status: "abandoned", attempts: 5, next_attempt_at: null, finished_at: new Date() })
      .where("status", "=", "queued").execute();
    const { text } = await bench.get(PAGE);
    assert.match(text, /1 lead was given up after 5 tries, and will be deleted 30 days/);
    assert.doesNotMatch(text, /0 leads wait/);
    const overview = (await bench.get("/admin")).text;
    assert.match(overview, /href="\/admin\/crm\?queue=abandoned"[^>]*>Lead that was given up</);
    const [, id] = /name="intent" value="retry".{0,100}name="id" value="([^"]+)"/s.exec(text) ?? [];
    await bench.post(PAGE, { intent: "retry", id: id ?? "" });
    assert.doesNotMatch((await bench.get(PAGE)).text, /given up/);
    assert.equal(double.records.contactsOf("nora.late@field.test").length, 1);

    double.fail({ fault: "503 html" });
    for (let nth = 1; nth <= 12; nth++) await lead(bench, `late-${nth}@field.test`);
    await db.updateTable("crm_sync_queue")
      .set({ status: "abandoned", attempts: 5, next_attempt_at: null, finished_at: new Date() })
      .where("status", "=", "queued").execute();
    double.mend();
    assert.match((await bench.get(PAGE)).text, /Retry the 10 shown.*Retry all 12 given up/s);
    const retried = await bench.post(PAGE, { intent: "retry-abandoned" });
    assert.deepEqual([retried.status, retried.flash?.tone], [303, "positive"]);
    await background.idle();
    assert.doesNotMatch((await bench.get(PAGE)).text, /given up/);
    assert.equal(double.records.contactsOf("late-12@field.test").length, 1);
  });

  await step("lists the settings that the CRM refuses (§4.4)", async () => {
    // The form requires a company, which no value fills.
    const { text } = await bench.get(PAGE);
    assert.match(text, /Settings that the CRM refuses/);
    assert.match(text, /Form <span[^>]*>Selector lead<\/span>/);
    assert.match(text, /: it refused this form \(status 400\)\./);
  });

  await step("says that the CRM has no such list (§4.4)", async () => {
    const { contact_list_id } = await db.selectFrom("crm_settings").select("contact_list_id")
      .executeTakeFirstOrThrow();
    await db.updateTable("crm_settings").set({ contact_list_id: "404" }).execute();
    await lead(bench, "lisa.list@field.test");
    const { text } = await bench.get(PAGE);
    assert.match(text, /Once, the last time on .*: it has no such list \(status 404\)\./);
    await db.updateTable("crm_settings").set({ contact_list_id }).execute();
  });

  await step("says that the form may have no field that we can fill (§4.4)", async () => {
    const { form_name } = await db.selectFrom("crm_settings").select("form_name")
      .executeTakeFirstOrThrow();
    double.records.addForm("56", "Colours", [{ id: "904", name: "Colour", htmlName: "colour" }]);
    await db.updateTable("crm_settings").set({ form_name: "Colours" }).execute();
    await lead(bench, "cora.colour@field.test");
    const { text } = await bench.get(PAGE);
    assert.match(text, /Colours \(number 56\)/, "there is one form of that name");
    assert.match(
      text,
      /Once, the last time on .*: it has no .* or one without a field that we can/,
    );
    await db.updateTable("crm_settings").set({ form_name }).execute();
  });

  await step("says that a form was taken with errors (§4.4)", async () => {
    const taken = double.records.addForm("57", "Errors", [
      { id: "905", name: "E-mail", htmlName: "emailAddress" },
    ]);
    taken.reports = { validationErrors: [{ value: "eve.error@field.test" }] };
    const { form_name } = await db.selectFrom("crm_settings").select("form_name")
      .executeTakeFirstOrThrow();
    await db.updateTable("crm_settings").set({ form_name: "Errors" }).execute();
    await lead(bench, "eve.error@field.test");
    const { text } = await bench.get(PAGE);
    assert.match(text, /Once, the last time on .*: it took the form, but reported errors/);
    assert.doesNotMatch(text, /eve\.error/);
    await db.updateTable("crm_settings").set({ form_name }).execute();
  });

  await step("suggests the CRM's forms and lists also after an error or a trial", async () => {
    const forms: readonly Fields[] = [
      { ...SETTINGS, contact_list_id: "seven" },
      { ...SETTINGS, intent: "try-rule" },
      { intent: "map", session_field: "hot_lead", crm_field_id: "abc" },
      { intent: "unmap", session_field: "recommendation", version: "old" },
    ];
    for (const fields of forms) {
      const { text } = await bench.save(PAGE, fields);
      assert.match(text, /<option\s+value="Selector lead"/, `${fields.intent}`);
      assert.match(text, /7 is “Wall buyers”/);
    }
  });

  await step(
    "names the records of the CRM by their numbers, and those that it does not have",
    async () => {
      const { contact_list_id } = await db.selectFrom("crm_settings").select("contact_list_id")
        .executeTakeFirstOrThrow();
      const mapped = await db.selectFrom("crm_field_mappings").selectAll().execute();
      const { text } = await bench.get(PAGE);
      assert.match(
        text,
        /<datalist id="contact_list_id-list"><option value="7" label="Wall buyers"/,
      );
      assert.match(text, /<datalist id="crm_field_id-list">.*<option value="100202" label="Room"/);
      assert.match(text, /<option value="hot_lead" label="Hot lead"/);
      assert.doesNotMatch(text, /Not in the CRM|The CRM has no list/);

      for (const id of ["91", "92", "93", "94", "95"]) double.records.addList(id, `List ${id}`);
      await db.updateTable("crm_settings").set({ contact_list_id: "95" }).execute();
      assert.match(
        (await bench.get(PAGE)).text,
        /join none\. 95 is “List 95”, 7 is “Wall buyers”, .*, and 1 more\./,
      );
      await db.updateTable("crm_settings").set({ contact_list_id: "96" }).execute();
      await db.insertInto("crm_field_mappings")
        .values({ session_field: "answer:gone", crm_field_id: "100999" }).execute();
      const stale = (await bench.get(PAGE)).text;
      assert.match(stale, /join none\. The CRM has no list 96\. 7 is “Wall buyers”/);
      assert.equal(stale.match(/Not in the CRM/g)?.length, 1);
      assert.match(
        stale,
        /aria-describedby="crm_field_id-answer:gone-hint".*id="crm_field_id-answer:gone-hint"[^>]*><span[^>]*>Not in the CRM</s,
      );

      double.fail({ fault: "500" });
      const down = (await bench.get(PAGE)).text;
      double.mend();
      assert.doesNotMatch(down, /Not in the CRM|The CRM has no list/, "that cannot be told now");
      for (let id = 1_000; id < 1_994; id++) double.records.addList(`${id}`);
      const cut = (await bench.get(PAGE)).text;
      assert.match(cut, /join none\. 7 is “Wall buyers”/);
      assert.doesNotMatch(cut, /The CRM has no list/, "it lists at most 1,000");
      await db.updateTable("crm_settings").set({ contact_list_id }).execute();
      await db.deleteFrom("crm_field_mappings").where("session_field", "=", "answer:gone")
        .execute();
      assert.deepEqual(await db.selectFrom("crm_field_mappings").selectAll().execute(), mapped);
    },
  );

  await step("refuses a retry that names no lead", async () => {
    const before = await bench.traces();
    for (const id of ["", ",", "not-a-lead"]) {
      assert.equal((await bench.post(PAGE, { intent: "retry", id })).status, 400, id);
    }
    assert.equal((await bench.post(PAGE, { intent: "retry" })).status, 400);
    assert.equal(await bench.traces(), before);
  });

  await step("requires edit_data (§4.9)", async () => {
    assert.equal((await bench.get(PAGE, "auditor")).status, 403);
    for (
      const intent of [
        "save",
        "test",
        "map",
        "unmap",
        "retry",
        "retry-all",
        "retry-abandoned",
        "try-rule",
      ]
    ) {
      assert.equal((await bench.post(PAGE, { intent }, "auditor")).status, 403, intent);
    }
  });

  await step(
    "keeps addresses, names and secrets off the page and out of the audit log",
    async () => {
      const { text } = await bench.get(PAGE);
      const log = JSON.stringify(await db.selectFrom("audit_log").selectAll().execute());
      for (const secret of [PERSON, "vera", ...Object.values(double.environment)]) {
        assert.ok(!text.includes(secret), secret);
        assert.ok(!log.includes(secret), secret);
      }
    },
  );
});

Deno.test("the CRM page names the secrets that are missing, and works without a CRM (§4.10)", async () => {
  await using bench = await startStaff(CATALOG, DEFAULT_ENGINE, { CRM_SITE_ID: "Some-Site" });
  await lead(bench, PERSON);
  const { text } = await bench.get(PAGE);
  for (const name of ["CRM_BASE_URL", "CRM_USERNAME", "CRM_PASSWORD"]) {
    assert.match(text, new RegExp(`>${name}</code>`));
  }
  assert.doesNotMatch(text, />CRM_SITE_ID<|Some-Site/);
  assert.match(text, /p•••@b•••\.test/, "the lead waits");
  assert.match(text, /0 of 5/);
  assert.match(text, /no lead to try it on: none that has landed/, "though one waits");
  const untried = await bench.post(PAGE, { intent: "retry-all" });
  assert.match(untried.flash?.text ?? "", /^Nothing was tried, because the CRM is not configured/);
  assert.match(
    (await bench.get(PAGE)).text,
    /0 of 5/,
    "a lead that waits for settings uses no attempt",
  );
  assert.match((await bench.act(PAGE, { intent: "test" })).text, /We did not contact the CRM/);
});
