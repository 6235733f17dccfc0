/** What all rows of a list say alike is said once (ux: tables). */
import assert from "node:assert/strict";
import { renderToString } from "preact-render-to-string";
import { SameInAll, sameInAll } from "../../../components/admin/list/same.tsx";

Deno.test("rows are alike where every one shows the same text", () => {
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

Deno.test("a note says what left the rows, and is not there where nothing did", () => {
  assert.equal(renderToString(<SameInAll parts={[null, false, ""]} />), "");
  assert.match(
    renderToString(<SameInAll parts={["all by <ada>", null, "all hot"]} />),
    />On this page: all by &lt;ada>; all hot\.</,
  );
});
