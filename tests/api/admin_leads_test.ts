/** The leads view, which identifies people only by the number of their contact (spec §2.10, §4.9). */
import assert from "node:assert/strict";
import { associate } from "@/lib/crm/mod.ts";
import { emptyPayload, type SessionPayload } from "@/lib/session/mod.ts";
import { aCatalog, aFactor, aSystem } from "../helpers/factories.ts";
import { type StaffBench, startStaff } from "../helpers/staff.ts";

const CATALOG = aCatalog({
  systems: [
    aSystem("glass", { name: "Glass wall", budgetTierId: "high" }),
    aSystem("panel", { name: '=HYPERLINK("x")', budgetTierId: "low" }),
  ],
  tracks: ["home", "work"].map((id, position) => ({
    id,
    name: `Track ${id}`,
    description: "",
    ruleSetId: "main",
    position,
    retired: false,
  })),
  factors: [
    aFactor("second", ["b"], { name: "Second", position: 2 }),
    aFactor("first", ["a"], { name: "First", position: 1 }),
  ],
});

const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 4, 4, 10);

interface Given {
  readonly contactId: string;
  readonly at: number;
  readonly track?: string;
  readonly payload?: Partial<SessionPayload>;
  readonly source?: "form" | "cookie";
}

/** Stores a session, associates it with a contact at a time, and returns its id. */
async function given(bench: StaffBench, lead: Given): Promise<string> {
  const { kv } = bench.app.services;
  const { contactId, at, track = null, payload = {}, source = "form" } = lead;
  const id = crypto.randomUUID().replaceAll("-", "").slice(0, 22);
  const expiresAt = bench.app.services.now().getTime() + DAY_MS;
  await kv.atomic()
    .set(["sessions", id], {
      payload: { ...emptyPayload(), ...payload },
      track,
      consent: { measurement: true, marketing: source === "cookie" },
      createdAt: at,
      updatedAt: at,
      expiresAt,
    })
    .set(["sessions_by_expiry", expiresAt, id], null)
    .commit();
  const outcome = await associate({ kv, now: () => new Date(at) }, {
    sessionId: id,
    source,
    contactId,
  });
  assert.ok(outcome.ok);
  return id;
}

/** Lets a session expire now; a store may have dropped its record already. */
async function expire(bench: StaffBench, id: string, { isDropped = false } = {}): Promise<void> {
  const { kv, now } = bench.app.services;
  const key = ["sessions", id];
  const { value } = await kv.get<{ expiresAt: number }>(key);
  assert.ok(value);
  const expiresAt = now().getTime();
  const expiry = kv.atomic()
    .delete(["sessions_by_expiry", value.expiresAt, id])
    .set(["sessions_by_expiry", expiresAt, id], null);
  if (isDropped) expiry.delete(key);
  else expiry.set(key, { ...value, expiresAt });
  await expiry.commit();
}

/** Returns the contact numbers of a page, in the order of its rows. */
function contactsOf(page: string): string[] {
  return [...page.matchAll(/href="\/admin\/leads\/\d+-(\d+)"/g)].map(([, id]) => id ?? "");
}

Deno.test("the leads view", async (context) => {
  await using bench = await startStaff(CATALOG);
  const { db, kv } = bench.app.services;
  const step = (name: string, run: () => Promise<void>) => context.step(name, run);
  const list = async (query = "") => {
    const { status, text } = await bench.get(`/admin/leads${query}`, "auditor");
    assert.equal(status, 200);
    return text;
  };
  await db.updateTable("crm_settings")
    .set({ hot_lead_enabled: true, hot_lead_min_tier_ordinal: 2 }).execute();

  await step("says that there are no leads, or that none matches", async () => {
    assert.match(await list(), /No leads yet/);
    assert.match(await list("?hot=true"), /No lead matches/);
  });

  const sessions = [
    await given(bench, {
      contactId: "1207",
      at: START,
      track: "home",
      payload: {
        recommendation: "glass",
        alternatives: ["panel"],
        systems_viewed: ["glass"],
        completed_at: "2026-05-04T09:00:00.000Z",
        answers: { second: "b", first: "a" },
      },
    }),
    await given(bench, {
      contactId: "1300",
      at: START + DAY_MS,
      track: "work",
      payload: { recommendation: "panel" },
    }),
    await given(bench, { contactId: "1400", at: START + 2 * DAY_MS }),
  ];
  await given(bench, { contactId: "999", at: START, source: "cookie" });

  await step(
    "lists form associations, the latest first, with the contact's number in each row (§2.10)",
    async () => {
      const text = await list();
      assert.deepEqual(contactsOf(text), ["1400", "1300", "1207"]);
      assert.match(text, /Glass wall/);
      assert.match(text, /High \(2\)/);
      assert.match(text, /First:<\/span> Option a.*Second:<\/span> Option b/s);
      assert.equal(text.match(/>Hot<\/span>/g)?.length, 1);
      assert.deepEqual(contactsOf(await list("?sort=at")), ["1207", "1300", "1400"]);
      assert.match(text, />3 leads</);
    },
  );

  await step(
    "sorts by contact, system and tier; leads without a value come last (ux: tables)",
    async () => {
      for (
        const [sort, contacts] of [
          ["contact", ["1207", "1300", "1400"]],
          ["-contact", ["1400", "1300", "1207"]],
          ["recommendation", ["1300", "1207", "1400"]],
          ["-recommendation", ["1207", "1300", "1400"]],
          ["-tier", ["1207", "1300", "1400"]],
        ] as const
      ) {
        const text = await list(`?sort=${sort}`);
        assert.deepEqual(contactsOf(text), contacts, sort);
        assert.match(text, /aria-sort="(as|des)cending"/);
      }
    },
  );

  await step("filters by track, days and hot, with a GET form (§4.9)", async () => {
    const text = await list();
    for (const name of ["track", "from", "to", "hot"]) {
      assert.match(text, new RegExp(`<form method="get".*name="${name}".*</form>`, "s"));
    }
    const rows: readonly [query: string, contacts: string[]][] = [
      ["?track=work", ["1300"]],
      ["?track=never", []],
      ["?from=2026-05-05", ["1400", "1300"]],
      ["?to=2026-05-05", ["1300", "1207"]],
      ["?from=2026-05-05&to=2026-05-05", ["1300"]],
      ["?from=2026-05-06&to=2026-05-04", []],
      [`?to=2026-05-05&after=${START + 2 * DAY_MS}-1400`, ["1300", "1207"]],
      [`?sort=at&to=2026-05-04&after=${START + 2 * DAY_MS}-1400`, []],
      ["?from=nonsense&to=&track=", ["1400", "1300", "1207"]],
      ["?hot=true", ["1207"]],
      ["?hot=true&track=work", []],
    ];
    for (const [query, contacts] of rows) {
      assert.deepEqual(contactsOf(await list(query)), contacts, query);
    }
    assert.match(await list("?from=nonsense"), /“nonsense” was not used/);
    assert.match(
      await list("?from=2026-05-06&to=2026-05-04"),
      /No lead matches.*The period ends before it begins: its first day is after its last/s,
    );
  });

  await step("shows one lead in ask order, with why it is hot or not (§2.6, §2.10)", async () => {
    const path = `/admin/leads/${START}-1207`;
    const { status, text } = await bench.get(path, "auditor");
    assert.doesNotMatch(text, /simulator/, "an auditor may not simulate");
    assert.match((await bench.get(path, "admin")).text, /simulator\?options=b,a&amp;track=home"/);
    assert.equal(status, 200);
    assert.ok(text.indexOf(">First<") < text.indexOf(">Second<"));
    assert.match(text, /Every condition of the rule is met/);
    assert.match(text, /Step 2 of the budget ladder or above/);
    assert.match(text, /High \(step 2\)/);
    const cold = await bench.get(`/admin/leads/${START + DAY_MS}-1300`, "auditor");
    assert.match(cold.text, /One condition is not met/);
    assert.match(cold.text, /Low \(step 1\)/);
    for (const id of [`${START}-1`, `${START + 1}-1207`, "x", "1-2-3", `${"9".repeat(20)}-1`]) {
      assert.equal((await bench.get(`/admin/leads/${id}`, "auditor")).status, 404, id);
    }
  });

  await step("exports the matching leads as a CSV attachment (§4.9)", async () => {
    assert.match(
      await list("?hot=true"),
      /href="\/admin\/leads\/export\?hot=true"[^>]*>Export CSV/,
    );
    const response = await bench.app.request("/admin/leads/export?track=work", {
      headers: { "cf-access-jwt-assertion": bench.tokenOf("auditor") },
    });
    assert.equal(response.status, 200);
    assert.match(response.headers.get("content-type") ?? "", /^text\/csv/);
    assert.match(
      response.headers.get("content-disposition") ?? "",
      /^attachment; filename="leads-/,
    );
    const [head, row, ...rest] = (await response.text()).trim().split("\r\n");
    assert.match(head ?? "", /contact_id,.*hot_lead,answer:first,answer:second/);
    assert.match(row ?? "", /^1300,2026-05-05T10:00:00\.000Z,Track work/);
    assert.match(row ?? "", /'=HYPERLINK/, "no cell is a formula");
    assert.deepEqual(rest, []);
    const none = await bench.get("/admin/leads/export?from=2026-05-06&to=2026-05-04", "auditor");
    assert.match(none.text, /^\uFEFF?contact_id,[^\r\n]*\r\n$/, "the days are in the wrong order");
  });

  await step("says that the export is sorted by time if the list is not", async () => {
    assert.match(await list("?sort=at"), /export\?sort=at"[^>]*>Export CSV</);
    assert.match(
      await list("?sort=tier&hot=true"),
      /export\?hot=true"[^>]*>Export CSV, the latest first</,
    );
  });

  await step("requires view_audit (§4.9)", async () => {
    for (const path of ["/admin/leads", `/admin/leads/${START}-1207`, "/admin/leads/export"]) {
      assert.equal((await bench.get(path, "editor")).status, 403, path);
      assert.equal((await bench.get(path, "admin")).status, 200, path);
    }
  });

  await step("contains no session id, which would give access to a visit", async () => {
    const pages = [
      await list(),
      (await bench.get(`/admin/leads/${START}-1207`, "auditor")).text,
      (await bench.get("/admin/leads/export", "auditor")).text,
    ].join("");
    for (const id of sessions) assert.ok(!pages.includes(id));
  });

  await step(
    "a lead disappears with its session, even before the purge (§2.8, §2.10)",
    async () => {
      await expire(bench, sessions[2] ?? "", { isDropped: true });
      assert.deepEqual(contactsOf(await list()), ["1300", "1207"]);
      const later = await given(bench, { contactId: "1600", at: START + 3 * DAY_MS });
      assert.deepEqual(contactsOf(await list()), ["1600", "1300", "1207"]);
      await expire(bench, later);
      assert.deepEqual(contactsOf(await list()), ["1300", "1207"]);
    },
  );

  await step("its pages neither skip nor repeat a lead", async () => {
    for (let index = 0; index < 120; index++) {
      // Three leads share each millisecond.
      await given(bench, {
        contactId: `${20_000 + index}`,
        at: START + Math.floor(index / 3) * 1000,
      });
    }
    for (const sort of ["", "&sort=at", "&sort=-contact", "&sort=tier"]) {
      const seen: string[] = [];
      let query: string | undefined = `?from=2026-05-04${sort}`;
      while (query !== undefined) {
        const text: string = await list(query);
        assert.match(text, />122 leads match</);
        seen.push(...contactsOf(text));
        query = /href="([^"]*after=[^"]*)"[^>]*rel="next"/.exec(text)?.[1]?.replaceAll(
          "&amp;",
          "&",
        );
      }
      assert.equal(seen.length, 122);
      assert.equal(new Set(seen).size, 122);
    }
    const csv = (await bench.get("/admin/leads/export", "auditor")).text;
    assert.equal(csv.trim().split("\r\n").length, 123);
  });

  await step("its count reads no more sessions than its first page shows", async () => {
    const { getMany } = kv;
    let read = 0;
    Object.assign(kv, {
      getMany(keys: readonly Deno.KvKey[]) {
        read += keys.length;
        return getMany.call(kv, keys);
      },
    });
    try {
      assert.match(await list(), />122 leads</);
    } finally {
      Object.assign(kv, { getMany });
    }
    assert.ok(read <= 100, `${read} were read`);
  });

  await step("a page that follows a deleted lead continues with the next time", async () => {
    const gone = `after=${START + 20_000}-99999`;
    const firstThree = async (query: string) => contactsOf(await list(query)).slice(0, 3).sort();
    assert.deepEqual(await firstThree(`?${gone}`), ["20057", "20058", "20059"]);
    assert.deepEqual(await firstThree(`?sort=at&${gone}`), ["20063", "20064", "20065"]);
  });

  await step(
    "each row shows everything, also what all rows have in common; the rest of a long list opens (§4.9)",
    async () => {
      const systems_viewed = ["glass", "panel", "old-1", "old-2", "old-3"];
      const payload = { recommendation: "glass", systems_viewed };
      for (const contactId of ["1500", "1501"]) {
        await given(bench, { contactId, at: START + 60 * DAY_MS, track: "home", payload });
      }
      const text = await list("?from=2026-07-01");
      assert.deepEqual(contactsOf(text).sort(), ["1500", "1501"]);
      for (const row of text.split('href="/admin/leads/').slice(-2)) {
        for (const part of ["Track home", "Glass wall", "High (2)", ">Hot</span>"]) {
          assert.ok(row.includes(part), part);
        }
        assert.match(row, /old-1<details><summary[^>]*>2 more<.summary>old-2, old-3<.details>/);
      }
    },
  );

  await step("an inactive rule flags nothing, so its filter reads no lead (§2.6)", async () => {
    await db.updateTable("crm_settings").set({ hot_lead_enabled: false }).execute();
    const { list: listKeys } = kv;
    Object.assign(kv, { list: () => assert.fail("leads were read") });
    assert.match(await list("?hot=true"), /No lead matches/);
    Object.assign(kv, { list: listKeys });
    await db.updateTable("crm_settings").set({ hot_lead_enabled: true }).execute();
  });

  await step("while the store fails, leads answer 503, and the CRM page works (§4.9)", async () => {
    const { list: listKeys, get, getMany } = kv;
    const broken = () => Promise.reject(new Error("database disk image is malformed"));
    Object.assign(kv, {
      get: broken,
      getMany: broken,
      list: (...selection: Parameters<typeof listKeys>) =>
        Object.assign(listKeys.apply(kv, selection), { next: broken }),
    });
    for (
      const path of [
        "/admin/leads",
        "/admin/leads?sort=contact",
        "/admin/leads/export",
        `/admin/leads/${START}-1207`,
      ]
    ) {
      assert.equal((await bench.get(path, "auditor")).status, 503, path);
    }
    const { status, text } = await bench.get("/admin/crm", "editor");
    assert.equal(status, 200);
    assert.match(text, /We cannot look up past leads right now/);
    Object.assign(kv, { list: listKeys, get, getMany });
  });
});

Deno.test("neither the leads view nor the store that it reads contains an address or a name (§2.10)", async () => {
  await using bench = await startStaff(CATALOG);
  const { kv, background } = bench.app.services;
  const person = { email: "pat.doe@build.test", firstName: "Patricia", lastName: "Doeberg" };
  const response = await bench.app.request("/api/lead", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...person, recommendation: "glass", "answer:first": "a" }),
  });
  assert.equal(response.status, 200);
  await background.idle();
  const sessionId = /ns_session=([^;]+)/.exec(response.headers.get("set-cookie") ?? "")?.[1] ?? "";
  await associate(bench.app.services, { sessionId, source: "form", contactId: "1207" });
  const list = await bench.get("/admin/leads", "auditor");
  const href = /href="(\/admin\/leads\/\d+-1207)"/.exec(list.text)?.[1] ?? "";
  const pages = [list.text, (await bench.get(href, "auditor")).text];
  pages.push((await bench.get("/admin/leads/export", "auditor")).text);
  const stored = Deno.inspect(await Array.fromAsync(kv.list({ prefix: [] })), { depth: 9 });
  for (const text of [...pages, stored]) {
    assert.ok(text.includes("1207"));
    for (const part of Object.values(person)) assert.ok(!text.includes(part), part);
    assert.doesNotMatch(text, /build\.test/);
  }
});
