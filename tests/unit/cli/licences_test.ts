import assert from "node:assert/strict";
import { licencesPage } from "@/lib/cli/licences.ts";
import { readPackages } from "@/lib/cli/packages.ts";
import { toBom } from "@/lib/cli/sbom.ts";

const packages = await readPackages();

/** Accepted licences of packages. Adding one here is a decision. */
const ACCEPTED = [
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "LGPL-3.0-or-later",
  "MIT",
  "MPL-2.0",
  "Python-2.0",
  "Unlicense",
];

Deno.test("docs/licences.md lists the packages of the lock file", async () => {
  const written = await Deno.readTextFile(new URL("../../../docs/licences.md", import.meta.url));
  assert.equal(written, licencesPage(packages), "run `deno task licences`");
});

Deno.test("every package has an accepted licence", () => {
  const others = packages.filter(({ licence }) =>
    licence === null ||
    !licence.replaceAll(/[()]/g, "").split(/ (?:AND|OR) /).every((one) => ACCEPTED.includes(one))
  );
  assert.deepEqual(others.map(({ key, licence }) => `${key}: ${licence}`), []);
});

Deno.test("the bill of materials lists every package once, with its hash and its dependencies", () => {
  const at = new Date("2026-05-04T10:00:00Z");
  const bom = toBom(packages, { at, serial: "0c1d2e3f-4a5b-4c7d-8e9f-a0b1c2d3e4f5" });
  const refs = new Set(bom.components.map((component) => component["bom-ref"]));
  assert.equal(refs.size, packages.length);
  assert.equal(bom.components.length, packages.length);
  assert.ok(refs.has("pkg:npm/%40electric-sql/pglite@0.5.17"));
  for (const { hashes: [hash], purl } of bom.components) {
    assert.match(hash?.content ?? "", /^[0-9a-f]{128}$/, purl);
  }
  for (const { ref, dependsOn } of bom.dependencies) {
    for (const need of dependsOn) assert.ok(refs.has(need), `${ref} needs ${need}`);
  }
  const sharp = bom.dependencies.find(({ ref }) => ref.includes("/sharp@"));
  assert.ok(sharp && sharp.dependsOn.length > 0);
});
