/** A text that all rows of a list share is shown once (ux: tables). */
import assert from "node:assert/strict";
import { renderToString } from "preact-render-to-string";
import { SameInAll, sameInAll } from "@/components/admin/list/same.tsx";

Deno.test("sameInAll() returns the text that several rows share, or null", () => {
  const rows: readonly [rows: readonly string[], same: string | null][] = [
    [[], null],
    [["a"], null],
    [["a", "a"], "a"],
    [["", "", ""], ""],
    [["a", "a", "b"], null],
    [["a", ""], null],
  ];
  for (const [texts, same] of rows) assert.equal(sameInAll(texts, (text) => text), same);
});

Deno.test("SameInAll lists the shared texts, and renders nothing without any", () => {
  assert.equal(renderToString(<SameInAll parts={[null, false, ""]} />), "");
  assert.match(
    renderToString(<SameInAll parts={["all by <ada>", null, "all hot"]} />),
    />On this page: all by &lt;ada>; all hot\.</,
  );
});
