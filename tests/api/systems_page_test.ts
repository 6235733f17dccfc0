/** The list of systems with many systems: its size, its pages and its tray (issue 18, part 4). */
import assert from "node:assert/strict";
import { seedCatalog } from "@/lib/catalog/mod.ts";
import { startApp, type TestApp } from "../helpers/app.ts";
import { aCatalog, anAttribute, aSystem, values } from "../helpers/factories.ts";

const MOST_BYTES = 150_000;
const NAMES = ["operation-type", "material", "interior-exterior", "use-cases"];

/** Returns a catalog of systems with everything that a card and a filter show. */
function manySystems(count: number) {
  return aCatalog({
    attributes: NAMES.map((id, position) => anAttribute(id, { position })),
    systems: Array.from({ length: count }, (_, place) =>
      aSystem(`system-${place}`, {
        name: `Movable wall number ${place}`,
        tagline: "A wall that moves, in a sentence of the usual length for a card",
        position: place,
        values: values(Object.fromEntries(NAMES.map((id, index) => [id, {
          type: "enum" as const,
          labels: [`${id} of kind ${place % (7 + index)}`],
        }]))),
      })),
  });
}

async function pageOf(app: TestApp, query: string): Promise<string> {
  const response = await app.request(`/systems${query}`);
  assert.equal(response.status, 200);
  return await response.text();
}

Deno.test("each page of 300 systems is small, and every system is on a page", async (t) => {
  await using app = await startApp({ environment: { SEED: "none" } });
  await seedCatalog(app.services.database, manySystems(300));
  await app.services.catalog.refresh();

  await t.step("each page is below 150 kB, with a full tray too", async () => {
    const found = new Set<string>();
    for (let page = 1; page <= 13; page++) {
      const html = await pageOf(app, `?page=${page}&compare=system-1,system-2,system-3,system-4`);
      const bytes = new TextEncoder().encode(html).length;
      assert.ok(bytes < MOST_BYTES, `page ${page} has ${bytes} bytes`);
      for (const [, id = ""] of html.matchAll(/id="system-(system-\d+)"/g)) found.add(id);
    }
    assert.equal(found.size, 300);
  });

  await t.step("the tray names its systems, and has a link that removes one", async () => {
    const html = await pageOf(app, "?q=number+1&compare=system-1,system-2");
    assert.match(html, /2 of 4:/);
    assert.match(html, /href="\?q=number%201&amp;compare=system-2"/);
    assert.match(html, /href="\/compare\?systems=system-1,system-2"/);
    assert.doesNotMatch(html, /role="alert"/);
  });

  await t.step("in print, a page ends with its address and the day (ux: print)", async () => {
    const html = await pageOf(app, "?page=2");
    assert.match(html, /print:block">[^<]*\/systems\?page=2 · [A-Z][a-z]+ \d{1,2}, \d{4}<\/p>/);
  });

  await t.step("clearing the filters keeps the tray and the order", async () => {
    const kept = "sort=name&compare=system-1,system-2";
    for (const query of [`use=use-cases-of-kind-1&${kept}`, `q=nothing-like-it&${kept}`]) {
      const html = await pageOf(app, `?${query}`);
      const [, href] = /href="([^"]*)"[^>]*>(?:<[^>]*>)*Clear all filters/.exec(html) ?? [];
      assert.equal(href, `?${kept.replace("&", "&amp;")}`, query);
    }
  });

  await t.step("an alert names a fifth system, which does not fit the tray", async () => {
    const html = await pageOf(app, "?compare=system-1,system-2,system-3,system-4,system-5");
    assert.match(html, /4 of 4:/);
    assert.match(html, /<p role="alert"[^>]*autofocus[^>]*>[^<]*Movable wall number 5/);
  });
});

Deno.test("pages of a catalog with one system use the singular (design §10)", async () => {
  await using app = await startApp({ environment: { SEED: "none" } });
  await seedCatalog(app.services.database, manySystems(1));
  await app.services.catalog.refresh();
  for (const path of ["/", "/systems", "/systems?q=number", "/systems?q=none"]) {
    const html = await (await app.request(path)).text();
    assert.match(html, /Movable wall number 0|0 of 1 system/, path);
    assert.doesNotMatch(html, /\b1 (?:[a-z]+ )*systems/, path);
  }
});
