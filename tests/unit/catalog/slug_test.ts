import fc from "fast-check";
import assert from "node:assert/strict";
import { Id, slugOf } from "@/lib/catalog/mod.ts";

for (
  const [name, slug] of [
    ["Heron 45", "heron-45"],
    ["  Größe & Wärme ", "grosse-warme"],
    ["Kid's room", "kids-room"],
    ["Café—bar", "cafe-bar"],
    ["日本", ""],
    ["---", ""],
    ["a".repeat(200), "a".repeat(60)],
  ] as const
) {
  Deno.test(`slugOf() turns “${name.slice(0, 20)}” into “${slug.slice(0, 20)}” (§2.5)`, () => {
    assert.equal(slugOf(name), slug);
  });
}

Deno.test("slugOf() returns a valid id or an empty string, and keeps a slug unchanged (§2.5)", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (name) => {
    const slug = slugOf(name);
    assert.ok(slug === "" || Id.safeParse(slug).success, slug);
    assert.equal(slugOf(slug), slug);
  }));
});
