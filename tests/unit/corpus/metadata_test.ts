import assert from "node:assert/strict";
import { resolveMetadata } from "@/lib/corpus/import/metadata.ts";

Deno.test("resolveMetadata() truncates titles and paths without splitting a character (§6)", () => {
  const resolve = (path: string, title?: string) =>
    resolveMetadata(
      { declared: {}, found: title === undefined ? {} : { title } },
      { path, now: new Date(0), defaults: { type: "blog" } },
    );
  assert.equal(resolve("a.md", `${"a".repeat(299)}😀`).title, "a".repeat(299));
  assert.equal(resolve(`${"a".repeat(299)}😀.md`).title, "a".repeat(299));
  assert.equal(resolve(`${"a".repeat(499)}😀.md`).sourceKey, "a".repeat(499));
});

Deno.test("resolveMetadata() refuses values that a database cannot store, so that they end no import (§2.1)", () => {
  const resolve = (declared: Record<string, unknown>) =>
    resolveMetadata(
      { declared: { type: "pdp", ...declared }, found: {} },
      { path: "page.md", now: new Date(0) },
    );
  for (
    const [key, value] of [
      ["pdp_path", "/products/\0heron"],
      ["pdp_path", "/products/\u001bheron"],
      ["fetched_at", "0000-06-01"],
      ["fetched_at", "9999-12-31T23:59:59-12:00"],
    ] as const
  ) {
    assert.throws(() => resolve({ [key]: value }), new RegExp(`wrong value for "${key}"`), value);
  }
  const { pdpPath, fetchedAt } = resolve({ pdp_path: "/übersicht", fetched_at: "9999-12-31" });
  assert.equal(pdpPath, "/übersicht");
  assert.equal(fetchedAt.getUTCFullYear(), 9_999);
});

Deno.test("resolveMetadata() takes no address with a password, because the id would show it (§2.1)", () => {
  const address = "https://user:secret@walls.example/page";
  const resolve = (declared: Record<string, unknown>, found = {}) =>
    resolveMetadata({ declared: { type: "blog", ...declared }, found }, {
      path: "page.html",
      now: new Date(0),
    });
  assert.throws(() => resolve({ url: address }), /wrong value for "url".*without a password/);
  const { sourceKey, sourceUrl } = resolve({}, { url: address });
  assert.deepEqual({ sourceKey, sourceUrl }, { sourceKey: "page.html", sourceUrl: null });
});
