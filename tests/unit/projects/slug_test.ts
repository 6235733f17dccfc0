/** Links to pages of the marketing site, made from the aliases of projects (spec §2.1). */
import assert from "node:assert/strict";
import fc from "fast-check";
import { canonicalUrlOf, lastPartOf } from "@/lib/projects/slug.ts";

const SITE = "https://site.example/en";

Deno.test("canonicalUrlOf() appends the alias to the site's URL (§2.1)", () => {
  assert.equal(canonicalUrlOf(SITE, "/projects/pier-9"), `${SITE}/projects/pier-9`);
  assert.equal(canonicalUrlOf(SITE, "/caf\u00e9"), `${SITE}/caf%C3%A9`);
  assert.equal(canonicalUrlOf(null, "/projects/pier-9"), null);
});

for (
  const slug of [
    null,
    "",
    "pier-9",
    "projects/pier-9",
    "//evil.example/pier-9",
    "/projects//pier-9",
    "/projects\\pier-9",
    "\\\\evil.example",
    "/projects/../admin",
    "/projects/..",
    "/%2e%2E/admin",
    "/projects/%2e%2e/admin",
    "/\t/evil.example",
    "https://evil.example/pier-9",
    "javascript:alert(1)",
    " /projects/pier-9",
    `/${"a".repeat(600)}`,
    "/\ud800",
  ]
) {
  Deno.test(`canonicalUrlOf() returns null for ${JSON.stringify(slug)?.slice(0, 60)} (§2.1)`, () => {
    assert.equal(canonicalUrlOf(SITE, slug), null);
  });
}

Deno.test("canonicalUrlOf() returns only URLs on the site, for any alias (§2.1)", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    const url = canonicalUrlOf(SITE, `/${text}`);
    assert.ok(url === null || url.startsWith(`${SITE}/`) && URL.parse(url)?.href === url);
  }));
});

Deno.test("lastPartOf() returns the last part of an alias, decoded if possible", () => {
  const cases: readonly [string, string | null][] = [
    ["/projects/pier-9", "pier-9"],
    ["/projects/pier-9/", "pier-9"],
    ["/caf%C3%A9", "café"],
    ["/100%", "100%"],
    ["/", null],
  ];
  for (const [slug, part] of cases) assert.equal(lastPartOf(slug), part, slug);
});
