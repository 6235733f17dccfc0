import assert from "node:assert/strict";
import { checkLead } from "../../../lib/crm/lead.ts";

function addressOf(email: string): string | null {
  const checked = checkLead({ email });
  return checked.ok ? checked.lead.email : null;
}

Deno.test("checkLead() takes an address without what is copied along unseen (§4.4)", () => {
  const unseen = [
    "\u200b",
    "\ufeff",
    "\u2060",
    "\u00ad",
    "\u200e",
    "\u202a",
    "\u00a0",
    "\n",
    " \t",
  ];
  for (const mark of unseen) {
    assert.equal(
      addressOf(`${mark}pat@build.test${mark}${mark}`),
      "pat@build.test",
      JSON.stringify(mark),
    );
    assert.equal(addressOf(`pat${mark}@build.test`), null, "inside it may be another address");
  }
  assert.equal(addressOf("\u200b \u200b"), null);
});
