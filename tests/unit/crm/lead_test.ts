import assert from "node:assert/strict";
import { checkLead } from "@/lib/crm/lead.ts";

function addressOf(email: string): string | null {
  const checked = checkLead({ email });
  return checked.ok ? checked.lead.email : null;
}

Deno.test("checkLead() strips invisible characters around an address, and refuses them inside it (§4.4)", () => {
  const invisible = [
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
  for (const mark of invisible) {
    assert.equal(
      addressOf(`${mark}pat@build.test${mark}${mark}`),
      "pat@build.test",
      JSON.stringify(mark),
    );
    assert.equal(
      addressOf(`pat${mark}@build.test`),
      null,
      "without the character it could be another address",
    );
  }
  assert.equal(addressOf("\u200b \u200b"), null);
});
