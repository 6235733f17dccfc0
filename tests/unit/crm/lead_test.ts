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

Deno.test("checkLead() composes accents, so that the CRM finds the contact whatever keyboard typed them (§4.4)", () => {
  assert.equal(addressOf("jose\u0301@bu\u0308ro.test"), "jos\u00e9@b\u00fcro.test");
});

Deno.test("checkLead() refuses a domain that cannot exist, whichever of its labels is wrong (§4.4)", () => {
  assert.equal(addressOf("pat@xn--bcher-kva.xn--p1ai"), "pat@xn--bcher-kva.xn--p1ai");
  for (const domain of ["build.test-", "build.-test", "build-.test", "build.t", "build.12"]) {
    assert.equal(addressOf(`pat@${domain}`), null, domain);
  }
});

Deno.test("checkLead() returns a name only if it can be seen, and without direction controls (§4.4)", () => {
  const named: readonly [given: string, name: string | null][] = [
    [" Pat\u00a0\tDoe\n", "Pat Doe"],
    ["\ufeffZoë\u200b", "Zoë"],
    ["\u202eeod", "eod"],
    ["\u2067רון\u2069", "רון"],
    ["علی\u200cرضا", "علی\u200cرضا"],
    ["", null],
    [" \t", null],
    ["\u200b", null],
    ["\u202e\u202c", null],
    ["\u3164\u2800", null],
    ["😀".repeat(100), "😀".repeat(100)],
  ];
  for (const [given, name] of named) {
    const checked = checkLead({ email: "pat@build.test", firstName: given, lastName: given });
    assert.ok(checked.ok, JSON.stringify(given));
    const { firstName, lastName } = checked.lead;
    assert.deepEqual([firstName, lastName], [name, name], JSON.stringify(given));
  }
});
