/** The demo's projects: their number, their variety, and their references to systems and pictures (spec §2.13). */
import assert from "node:assert/strict";
import { demoCatalog } from "@/migrations/seed/demo/mod.ts";
import { readManifest } from "@/migrations/seed/demo/pictures/manifest.ts";
import { demoProductTerms } from "@/migrations/seed/demo/product_terms.ts";
import { readDemoProjects } from "@/migrations/seed/demo/projects.ts";

const projects = await readDemoProjects();
const pictures = new Map((await readManifest()).map((picture) => [picture.id, picture]));
const systems = new Set(demoCatalog.systems.map(({ id }) => id));
const shown = projects.filter(({ published, slug }) => published && slug !== null);

Deno.test("the demo has 60 projects, each with an id, a name and a path of its own (§2.13)", () => {
  assert.equal(projects.length, 60);
  for (const field of ["uuid", "tid", "id", "name"] as const) {
    assert.equal(new Set(projects.map((project) => project[field])).size, 60, field);
  }
  const slugs = projects.flatMap(({ slug }) => slug ?? []);
  for (const slug of slugs) assert.match(slug, /^\/projects\/[a-z-]+$/);
  assert.equal(new Set(slugs).size, slugs.length);
});

Deno.test("buyers see at least three projects of every system of the demo (§4.1)", () => {
  for (const id of systems) {
    const count = shown.filter((project) => project.systems.includes(id)).length;
    assert.ok(count >= 3, `${id} has ${count}`);
  }
});

Deno.test("a project of the demo has pictures of its own systems, and no picture shows two projects", () => {
  const seen = new Set<string>();
  for (const project of projects) {
    for (const id of project.systems) assert.ok(systems.has(id), `${project.id}: ${id}`);
    for (const id of project.pictures) {
      const picture = pictures.get(id);
      assert.ok(picture, `${project.id}: ${id}`);
      assert.ok(!seen.has(id), `${id} shows two projects`);
      seen.add(id);
      const system = picture.gallery?.system;
      assert.ok(system === undefined || project.systems.includes(system), `${project.id}: ${id}`);
    }
  }
});

Deno.test("the demo has projects in every state, such as unpublished or without a city (§2.13)", () => {
  const has = (is: (project: typeof projects[number]) => boolean) =>
    assert.ok(projects.some(is), String(is));
  for (const flag of [true, false, null]) has(({ featured }) => featured === flag);
  has(({ published }) => !published);
  has(({ slug }) => slug === null);
  has(({ city }) => city === null);
  has(({ order }) => order === null);
  has(({ pictures }) => pictures.length === 0);
  has(({ city, state }) => city === "Springfield" && state === "IL");
  has(({ city, state }) => city === "Springfield" && state === "MA");
});

Deno.test("the demo's product vocabulary has a term with the name of each system (§2.4)", () => {
  assert.equal(demoProductTerms.length, 23);
  assert.deepEqual(
    demoProductTerms.map(({ systemId, name }) => [systemId, name]),
    demoCatalog.systems.map(({ id, name }) => [id, name]),
  );
  for (const field of ["uuid", "tid", "name"] as const) {
    assert.equal(new Set(demoProductTerms.map((term) => term[field])).size, 23, field);
  }
});
