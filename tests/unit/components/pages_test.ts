import assert from "node:assert/strict";
import { startApp } from "@/tests/helpers/app.ts";

/** Systems of the demo that have no figure in common. */
const DIFFERENT = ["heron-lite", "estuary-lite", "vane-pivot", "ascent-bay"];

Deno.test("the catalog pages work without JavaScript (design §10)", async (t) => {
  await using app = await startApp();
  const systems = app.services.catalog.current().systems;
  const [a = "", b = "", c = "", d = "", e = ""] = systems.map(({ id }) => id);

  async function get(path: string, status = 200): Promise<string> {
    const response = await app.request(path);
    assert.equal(response.status, status, path);
    assert.match(response.headers.get("content-type") ?? "", /^text\/html/);
    return await response.text();
  }

  const pages: [path: string, title: string, status?: number][] = [
    ["/", "Movable Walls: guided selection"],
    ["/systems", "All systems · Movable Walls"],
    [`/systems/${a}`, `${systems[0]?.name} · Movable Walls`],
    ["/compare", "Compare systems · Movable Walls"],
    [`/systems/no-such-system`, "There is no page here · Movable Walls", 404],
    ["/no-such-page", "There is no page here · Movable Walls", 404],
  ];
  for (const [path, title, status] of pages) {
    await t.step(`${path} has its title, one main, one h1 and needs no script`, async () => {
      const html = await get(path, status);
      assert.equal(/<title>([^<]*)/.exec(html)?.[1], title);
      assert.equal(html.match(/<main /g)?.length, 1);
      assert.equal(html.match(/<h1/g)?.length, 1);
      // Only the chat and print buttons, the tray of the list and the note that there is no network have a script.
      assert.doesNotMatch(
        html,
        /<script(?! src="\/(?:chat|offline|result|tray)\.js| type="application\/ld\+json")/,
      );
    });
  }

  await t.step("/ links to every track", async () => {
    const html = await get("/");
    for (const { id } of app.services.catalog.current().tracks) {
      assert.ok(html.includes(`href="/select?track=${id}"`), id);
    }
  });

  await t.step("/systems lists every system, and fewer with a filter", async () => {
    const listed = (html: string) => html.match(/<h\d[^>]*><a href="\/systems\//g)?.length ?? 0;
    assert.equal(listed(await get("/systems")), systems.length);
    const tier = app.services.catalog.current().catalog.tiers[0]?.label.toLowerCase() ?? "";
    const filtered = listed(await get(`/systems?tier=${tier}`));
    assert.ok(filtered > 0 && filtered < systems.length, String(filtered));
  });

  await t.step("/systems marks no filter as the current page", async () => {
    const html = await get("/systems");
    const marked = [...html.matchAll(/<a href="([^"]*)"[^>]*aria-current="page"/g)];
    assert.deepEqual(marked.map(([, href]) => href), ["/systems"]);
  });

  await t.step("a system and a project lead back to their lists, with an arrow", async () => {
    const project = /href="(\/projects\/[^"?]+)"/.exec(await get("/projects"))?.[1] ?? "";
    const backs = [[`/systems/${a}`, "/systems", "All systems"], [
      project,
      "/projects",
      "Projects",
    ]] as const;
    for (const [path, href, label] of backs) {
      const html = await get(path);
      assert.match(html, new RegExp(`<a href="${href}"[^>]*><svg[^>]*>.*?</svg>${label}</a>`));
    }
  });

  await t.step("a system has its key facts under the names of its data sheet", async () => {
    const found = (await get(`/systems/${a}`)).matchAll(/<dt[^>]*>(?:<span>)?([^<]+)/g);
    const terms = Array.from(found, ([, term = ""]) => term);
    const sheet = terms.slice(4);
    for (const fact of terms.slice(0, 4)) assert.ok(sheet.includes(fact), fact);
  });

  await t.step(
    "a system leads to a person, and to print only with a script (design §10)",
    async () => {
      const html = await get(`/systems/${a}`);
      assert.match(html, /<button[^>]* data-print[^>]* hidden/);
      const [, href = ""] = /<a href="([^"]*)"[^>]*>Talk to a person/.exec(html) ?? [];
      const [path = "", fragment] = href.replaceAll("&amp;", "&").split("#");
      const advisor = await get(path);
      assert.ok(advisor.includes(`id="${fragment}"`));
      assert.match(advisor, /<h2 id="assistant-title"[^>]*>Ask about [A-Z]/);
    },
  );

  await t.step("a result says once what “Not weighed” means (§2.1)", async () => {
    const answers = "between-rooms,look-warm,use-staff,people-guests,priority-open";
    const html = await get(`/results?track=home&options=${answers}`);
    assert.ok((html.match(/Not weighed/g)?.length ?? 0) > 1);
    assert.equal(html.match(/took this answer into account/g)?.length, 1);
  });

  await t.step("a result gives a reason for every answer (§2.1)", async () => {
    const html = await get(
      "/results?track=home&options=between-rooms,look-warm,use-staff,people-children,priority-open",
    );
    const rows = html.match(/<li[^>]* data-answer=.*?<\/li>/gs) ?? [];
    assert.equal(rows.length, 5);
    for (const row of rows) assert.match(row, /<p\s+class="mt-0\.5 text-muted">[^<]/);
  });

  await t.step("a result tells nobody to stop who has stopped (design §10)", async () => {
    const html = await get("/results?track=home&options=between-rooms,counter-window,use-button");
    assert.match(html, /You need not answer more/);
    assert.doesNotMatch(html, /You may stop here/);
  });

  await t.step("a form that is too long is refused in plain words (§7)", async () => {
    const response = await app.request("/select", {
      method: "POST",
      headers: { accept: "text/html", "content-type": "application/x-www-form-urlencoded" },
      body: "x".repeat(100_000),
    });
    assert.equal(response.status, 413);
    assert.match(await response.text(), /What you sent is longer than this page accepts/);
  });

  const compared: [query: string, columns: string[], says: RegExp][] = [
    [`systems=${a},${b}`, [a, b], /figures differ/],
    [`systems=${b}&systems=${a}`, [b, a], /figures differ/],
    [`systems=${a},${b}&only=differences`, [a, b], /Show every figure/],
    [
      `systems=${DIFFERENT.join()}`,
      DIFFERENT,
      /All \d+ figures differ(?!.*(the rest are hidden|Show only the differences))/s,
    ],
    [`systems=${a},${b},${c},${d},${e}`, [a, b, c, d], /No more than 4 systems/],
    [`systems=${a},${b},zebra`, [a, b], /One of the systems in the address/],
    [`systems=${a},zebra,yak`, [], /2 of the systems in the address/],
    [`systems=${a}`, [], /Choose one more system/],
    ["", [], /Nothing is chosen yet/],
  ];
  for (const [query, columns, says] of compared) {
    await t.step(`/compare?${query} shows ${columns.length} columns`, async () => {
      const html = await get(`/compare?${query}`);
      const heads = [...html.matchAll(/<th[^>]*scope="col"[^>]*><a href="\/systems\/([^"?]+)/g)];
      assert.deepEqual(heads.map(([, id]) => id), columns);
      assert.match(html.replace(/<[^>]+>/g, ""), says);
    });
  }

  await t.step("a query is never printed as markup", async () => {
    const html = await get("/compare?systems=%3Cscript%3Ealert(1)%3C/script%3E");
    assert.doesNotMatch(html, /<script>alert/);
  });
});

Deno.test("every page says that the catalog is empty (design §10)", async (t) => {
  await using app = await startApp({ environment: { SEED: "none" } });
  const pages: [path: string, says: RegExp][] = [
    ["/", /The questions are still being prepared/],
    ["/select", /There is nothing to ask yet/],
    ["/select?step=check", /There is nothing to ask yet/],
    ["/systems", /No system is listed yet/],
    ["/systems?tier=select", /No system is listed yet/],
    ["/compare", /There are no two systems to compare yet/],
    ["/results", /There is nothing to ask yet/],
  ];
  for (const [path, says] of pages) {
    await t.step(path, async () => {
      const response = await app.request(path);
      assert.equal(response.status, 200);
      const text = (await response.text()).replace(/<[^>]+>/g, "");
      assert.match(text, says);
      assert.doesNotMatch(text, /\b0 (of 0|systems|questions)\b|filter/);
    });
  }
});
