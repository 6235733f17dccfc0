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
