/** The frame of the admin area, its overview and its search, for each role. */
import assert from "node:assert/strict";
import { recordAudit } from "@/lib/records/mod.ts";
import type { Role } from "@/lib/staff/mod.ts";
import { countFindings } from "@/lib/analysis/mod.ts";
import { storeItem } from "../helpers/corpus.ts";
import { storeAssets } from "../helpers/media.ts";
import { storeProjects } from "../helpers/projects.ts";
import { startPerimeter } from "../doubles/perimeter.ts";
import { startApp, type TestApp } from "../helpers/app.ts";

const PEOPLE = {
  admin: "ann@example.com",
  editor: "ed@example.com",
  auditor: "audrey@example.com",
} as const satisfies Record<Role, string>;

/** Starts the app behind a perimeter, with a member of staff for each role. */
async function startStaffed() {
  const opening = new AsyncDisposableStack();
  const perimeter = opening.use(await startPerimeter());
  const app = opening.use(
    await startApp({ environment: { ...perimeter.environment, ADMIN_EMAILS: PEOPLE.admin } }),
  );
  const roles = [
    { email: PEOPLE.editor, role: "editor" },
    { email: PEOPLE.auditor, role: "auditor" },
  ] as const;
  await app.services.db.insertInto("admin_users").values([...roles]).execute();
  return {
    app,
    async get(role: Role, path: string): Promise<string> {
      const token = await perimeter.mint({ email: PEOPLE[role] });
      const response = await app.request(path, {
        headers: { "cf-access-jwt-assertion": token },
      });
      assert.equal(response.status, 200, path);
      return await response.text();
    },
    [Symbol.asyncDispose]: () => opening.disposeAsync(),
  };
}

function open(environment: Record<string, string> = {}): Promise<TestApp> {
  return startApp({ environment: { ADMIN_DEV_BYPASS: "true", ...environment } });
}

function hrefs(page: string, landmark: RegExp): string[] {
  const part = landmark.exec(page)?.[0] ?? "";
  return [...part.matchAll(/href="([^"]+)"/g)].map(([, href = ""]) => href);
}

const NAVIGATION = /<nav aria-label="Administration".*?<\/nav>/s;
const MAIN = /<main.*<\/main>/s;

Deno.test("the admin area shows each role its own sections, and who is signed in (§5)", async (t) => {
  await using staffed = await startStaffed();
  const catalog = ["systems", "attributes", "tiers", "factors"];
  const content = ["media", "media/review", "categories", "pages", "projects", "corpus", "cms"];
  const data = [...catalog, ...content];
  const rules = ["rules", "rule-sets", "tracks", "simulator", "scenarios", "report"];
  const places: Record<Role, string[]> = {
    admin: [
      ...data,
      ...rules,
      "analytics",
      "leads",
      "crm",
      "privacy",
      "audit",
      "assistant",
      "status",
      "users",
    ],
    editor: [...data, ...rules, "crm", "privacy"],
    auditor: ["analytics", "leads", "audit", "assistant", "status"],
  };
  const titles: Record<Role, string> = {
    admin: "Administrator",
    editor: "Editor",
    auditor: "Auditor",
  };
  for (const role of ["admin", "editor", "auditor"] as const) {
    await t.step(role, async () => {
      const page = await staffed.get(role, "/admin");
      assert.deepEqual(
        hrefs(page, NAVIGATION),
        ["/admin", ...places[role].map((place) => `/admin/${place}`)],
      );
      assert.ok(page.includes(PEOPLE[role]));
      assert.ok(page.includes(titles[role]));
      assert.doesNotMatch(page, /ADMIN_DEV_BYPASS|Nobody signs in/);
    });
  }

  await t.step("the overview shows the findings about data to editors only", async () => {
    assert.doesNotMatch(await staffed.get("auditor", "/admin"), /Pictures without tags/);
    assert.match(await staffed.get("editor", "/admin"), /Pictures without tags/);
  });

  await t.step("the search finds only records that its reader may open", async () => {
    const { systems } = staffed.app.services.catalog.current();
    const [system] = systems;
    assert.ok(system);
    const path = `/admin/search?q=${system.id}`;
    assert.ok((await staffed.get("editor", path)).includes(`href="/admin/systems/${system.id}"`));
    const page = await staffed.get("auditor", path);
    assert.deepEqual(hrefs(page, MAIN), []);
    assert.match(page, /No match/);
    const privacy = /href="\/admin\/privacy"[^>]*>Privacy</;
    assert.match(
      MAIN.exec(await staffed.get("editor", "/admin/search?q=priv"))?.[0] ?? "",
      privacy,
    );
    assert.doesNotMatch(await staffed.get("auditor", "/admin/search?q=priv"), privacy);
    assert.match(
      await staffed.get("editor", "/admin/search?q=wheelchair"),
      /Scenarios <span[^>]*>\(1\)/,
    );
    const documents = await staffed.get("editor", "/admin/search?q=acoustic+summary");
    assert.match(documents, /Documents <span[^>]*>\(\d+\)/);
    assert.ok(
      hrefs(documents, MAIN).some((href) => href.startsWith("/admin/corpus/")),
    );
    assert.deepEqual(
      hrefs(await staffed.get("auditor", "/admin/search?q=acoustic+summary"), MAIN),
      [],
    );
  });
});

Deno.test("admin pages have their own metadata and script, and are not indexed (§5)", async () => {
  await using app = await open();
  const page = await (await app.request("/admin")).text();
  assert.match(page, /<meta name="robots" content="noindex, nofollow"\/>/);
  const titles = [
    ["/admin", "Overview"],
    ["/admin/systems/heron-lite", "Heron Lite: Systems"],
    ["/admin/cms/systems/new", "New mapping: Mapped systems"],
    ["/admin/cms/attributes/new", "New mapping: Mapped attributes"],
    ["/admin/nowhere", "There is no page here"],
  ] as const;
  for (const [path, title] of titles) {
    const html = await (await app.request(path)).text();
    assert.deepEqual(
      html.match(/(?<=<title>).*?(?=<\/title>)/g),
      [`${title} · Movable Walls administration`],
    );
  }
  assert.doesNotMatch(page, /rel="canonical"|name="description"/);
  assert.match(page, /<script src="\/admin\.js[^"]*" defer/);
  const buyer = await (await app.request("/")).text();
  assert.match(buyer, /rel="canonical"/);
  assert.match(buyer, /name="description"/);
  assert.doesNotMatch(buyer, /admin\.js|noindex/);
});

Deno.test("the frame warns that nobody signs in, and names the environment and the database (§5)", async () => {
  await using app = await startApp({
    engine: "embedded",
    environment: { ADMIN_DEV_BYPASS: "true", DENO_ENV: "test" },
  });
  const page = await (await app.request("/admin")).text();
  assert.match(page, /Nobody signs in here/);
  assert.match(page, />Test<\/span>/);
  assert.match(page, /embedded database/);
});

Deno.test("the overview lists broken references and values that override the CMS (§2.2, §2.3)", async () => {
  await using app = await open();
  const { db, catalog } = app.services;
  const overview = async () => await (await app.request("/admin")).text();
  assert.doesNotMatch(await overview(), /lead nowhere|overrides? the CMS/);

  const outcome = catalog.current().rules.flatMap(({ outcomes }) => outcomes)[0];
  assert.ok(outcome);
  await db.updateTable("systems").set({ retired_at: new Date() })
    .where("id", "=", outcome.systemId).execute();
  const other = catalog.current().systems.find(({ id, values }) =>
    id !== outcome.systemId && values.length > 0
  );
  assert.ok(other);
  await db.updateTable("attribute_values").set({ cms_raw: JSON.stringify("42") })
    .where("system_id", "=", other.id).where(
      "attribute_id",
      "=",
      other.values[0]?.attributeId ?? "",
    )
    .execute();
  await catalog.refresh();

  const page = await overview();
  assert.match(page, /References? that leads? nowhere/);
  assert.match(page, /recommends “[^”]+”, which is retired/);
  assert.match(page, /Value that overrides the CMS/);
  assert.ok(page.includes(`href="/admin/systems/${other.id}"`));
});

Deno.test("the overview shows the findings of the rule reports once they are made (§4.1)", async () => {
  await using app = await open();
  const overview = async () => await (await app.request("/admin")).text();
  assert.match(await overview(), /We are making the <a [^>]*href="\/admin\/report"/);
  const snapshot = app.services.catalog.current();
  for (const { id } of snapshot.tracks) await app.services.analyst.report(snapshot, id);
  const page = await overview();
  assert.doesNotMatch(page, /We are making/);
  for (const { id, name } of snapshot.tracks) {
    const { total } = countFindings(await app.services.analyst.report(snapshot, id));
    const row = page.includes(`href="/admin/report?track=${id}"`) && page.includes(`“${name}”`);
    assert.equal(row, total > 0, id);
  }
});

Deno.test("the overview lists scenarios that break or cannot run (§4.1)", async () => {
  await using app = await open();
  const { db, catalog } = app.services;
  const option = catalog.current().factors[0]?.options[0]?.id;
  await db.deleteFrom("scenarios").execute();
  await db.insertInto("scenarios").values([
    {
      id: "broken",
      name: "A broken one",
      track_id: null,
      option_ids: JSON.stringify([option]),
      expected_system_id: catalog.current().systems.at(-1)?.id ?? null,
    },
    {
      id: "stuck",
      name: "A stuck one",
      track_id: null,
      option_ids: JSON.stringify(["gone"]),
      expected_system_id: null,
    },
  ]).execute();
  const page = await (await app.request("/admin")).text();
  assert.match(page, /Scenario that breaks.*href="\/admin\/scenarios\/broken"[^>]*>A broken one/s);
  assert.match(page, /Scenario that cannot run.*href="\/admin\/scenarios\/stuck"/s);
});

Deno.test("the overview shows the latest changes only to readers of the audit log (§6.2)", async () => {
  await using staffed = await startStaffed();
  const { db } = staffed.app.services;
  assert.match(await staffed.get("auditor", "/admin"), /Nothing has been changed yet/);
  await db.transaction().execute(async (trx) => {
    for (let n = 1; n <= 9; n++) {
      const after = { label: `Tier <b>${n}</b>` };
      const entry = { actor: PEOPLE.editor, action: "create", entityType: "tier", after };
      await recordAudit(trx, { ...entry, entityId: `tier-${n}` });
    }
  });
  const page = await staffed.get("auditor", "/admin");
  assert.match(page, /created the budget tier.*Tier &lt;b>9&lt;\/b>/s);
  assert.equal(page.match(/href="\/admin\/audit\/\d+"/g)?.length, 8);
  assert.doesNotMatch(page, /href="\/admin\/tiers/);
  assert.doesNotMatch(await staffed.get("editor", "/admin"), /Latest changes/);
});

Deno.test("the search takes any text literally, and escapes it (§5)", async (t) => {
  await using app = await open();
  const texts = ["%", "__", "*", "\\", "'; drop table systems; --", `<script>alert("x")</script>`];
  for (const text of [...texts, "\u0000", "x".repeat(1000), "  ", ""]) {
    await t.step(JSON.stringify(text.slice(0, 30)), async () => {
      const response = await app.request(`/admin/search?${new URLSearchParams({ q: text })}`);
      assert.equal(response.status, 200);
      const page = await response.text();
      assert.doesNotMatch(page, /<script>alert/);
      assert.match(page, /No match|What are you looking for/);
    });
  }
  await t.step("repeated and missing", async () => {
    for (const query of ["", "?", "?q", "?q=a&q=b", "?Q=a"]) {
      assert.equal((await app.request(`/admin/search${query}`)).status, 200, query);
    }
  });
});

Deno.test("the search finds pictures by name, and the overview counts those without alt text or tags (§4.8)", async () => {
  await using app = await open({ SEED: "none" });
  const { db } = app.services;
  const read = async (path: string) => await (await app.request(path)).text();
  assert.doesNotMatch(await read("/admin"), /without alt text|without tags/);
  await storeAssets(db, [{ id: "one", title: "Quokka wall" }, { id: "two", alt_text: "A wall" }]);
  const found = await read("/admin/search?q=quokka");
  assert.match(found, /href="\/admin\/media\?asset=one"[^>]*>Quokka wall</);
  assert.match(found, /<title>Results for “quokka”/, "the same words as the heading");
  assert.match(found, /<h1[^>]*>Results for “quokka”/);
  const isCut = /Only the first 200 characters were searched for/;
  assert.doesNotMatch(found, isCut);
  assert.match(await read(`/admin/search?q=${"x".repeat(201)}`), isCut);
  const overview = await read("/admin");
  assert.match(overview, /href="\/admin\/media\?coverage=no-alt"[^>]*>Picture without alt text</);
  const undescribed = await read("/admin/media?coverage=no-alt");
  assert.match(undescribed, /1 match/);
  assert.match(undescribed, /Quokka wall/);
  assert.match(overview, /href="\/admin\/media\?coverage=untagged"[^>]*>Pictures without tags</);
});

Deno.test("the search finds projects by name and place, and links to the list of all matches (§4.8)", async () => {
  await using app = await open({ SEED: "none" });
  const read = async (path: string) => await (await app.request(path)).text();
  await storeProjects(app.services.db, [
    { uuid: "00000000-0000-4000-8000-000000000001", name: "Quokka House", published: false },
    ...Array.from({ length: 11 }, (_, index) => ({
      uuid: `00000000-0000-4000-8000-0000000001${10 + index}`,
      name: `Villa ${index}`,
      city: "Quokkaville",
    })),
  ]);
  const [main = ""] = MAIN.exec(await read("/admin/search?q=quokka")) ?? [];
  assert.match(main, /Projects <span[^>]*>\(12\)/);
  assert.equal(main.match(/href="\/admin\/projects\//g)?.length, 10);
  assert.match(main, /href="\/admin\/projects\?q=quokka"[^>]*>See all 12</);
  assert.match(await read("/admin/projects?q=quokka"), /12 projects/);
  for (const words of ["quokka+house", "House++quokka"]) {
    assert.match(await read(`/admin/search?q=${words}`), /Quokka House<.*not published/s);
  }
  assert.match(await read("/admin/projects?q=quokkaville+villa"), /11 projects/);
});

Deno.test("the search finds documents in any state, and links to the list of all matches (§4.1)", async () => {
  await using app = await open({ SEED: "none" });
  const { db } = app.services;
  const read = async (path: string) => await (await app.request(path)).text();
  for (let index = 0; index < 12; index++) {
    await storeItem(db, `quokka-${index}`, { row: { state: index < 4 ? "retired" : "active" } });
  }
  const [main = ""] = MAIN.exec(await read("/admin/search?q=quokka")) ?? [];
  assert.match(main, /Documents <span[^>]*>\(12\)/);
  const href = /href="([^"]*)"[^>]*>See all 12</.exec(main)?.[1]?.replaceAll("&amp;", "&") ?? "";
  assert.match(await read(href), /12 documents/);
});

/** Returns forged flash cookies, as another host of the domain could set, in each encoding that flashes ever had. */
function planted(flash: unknown): string[] {
  const text = JSON.stringify(flash);
  const base64 = btoa(text);
  const url = base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return [base64, url, encodeURIComponent(text), "%", "x".repeat(22), "x".repeat(5000)];
}

Deno.test("a planted flash cookie shows nothing and offers no Undo (§5)", async () => {
  await using app = await open();
  const undo = { action: "/admin/users", fields: { email: "eve@evil.example", role: "admin" } };
  for (const cookie of planted({ tone: "info", text: "Saved by evil", undo })) {
    const response = await app.request("/admin", { headers: { cookie: `gss_flash=${cookie}` } });
    assert.equal(response.status, 200);
    assert.doesNotMatch(await response.text(), /data-flash|evil/);
  }
});

Deno.test("a flash is escaped, shown once, and has its Undo as a form of the admin area (§5)", async () => {
  await using app = await open();
  const flash = {
    tone: "positive",
    text: "<b>Quiet</b> was retired.",
    undo: { action: "/admin/rules/quiet", fields: { intent: "restore" } },
  };
  const id = "a".repeat(22);
  const expiresAt = app.services.now().getTime() + 60_000;
  const kept = { email: "developer@localhost", expiresAt, flash };
  await app.services.kv.set(["admin_flashes", id], kept);
  const response = await app.request("/admin", { headers: { cookie: `gss_flash=${id}` } });
  const page = await response.text();
  assert.match(page, /role="status"/);
  assert.match(page, /&lt;b>Quiet&lt;\/b> was retired\./);
  assert.match(page, /<form method="post" action="\/admin\/rules\/quiet"/);
  assert.match(page, /name="intent" value="restore"/);
  assert.match(response.headers.get("set-cookie") ?? "", /^gss_flash=; .*Max-Age=0/);
  assert.match(response.headers.get("cache-control") ?? "", /no-store/);
});
