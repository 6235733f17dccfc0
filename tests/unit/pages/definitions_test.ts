/** The definitions of the pages that staff can edit (design §7). */
import assert from "node:assert/strict";
import { findPage, PAGE_LIST, PAGES } from "@/lib/pages/mod.ts";

Deno.test("every page is listed once, with standard texts within their limits", () => {
  assert.deepEqual(PAGE_LIST.map(([id]) => id).sort(), Object.keys(PAGES).sort());
  for (const [id, page] of PAGE_LIST) {
    assert.equal(findPage(id), page);
    for (const [field, { standard, maxLength, paragraph }] of Object.entries(page.fields)) {
      assert.ok(standard.length > 0 && standard.length <= maxLength, `${id} ${field}`);
      assert.ok(paragraph || !standard.includes("\n"), `${id} ${field} is a single line`);
      assert.equal(standard, standard.trim().replaceAll(/\s+/g, " "), `${id} ${field}`);
    }
  }
  assert.equal(findPage("__proto__"), undefined);
  assert.equal(findPage("toString"), undefined);
});
