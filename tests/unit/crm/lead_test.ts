import assert from "node:assert/strict";
import { checkLead, leadInputOf } from "@/lib/crm/lead.ts";

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

Deno.test("leadInputOf() reads a form of any number of fields in one pass, so that no form stops the service", () => {
  let passes = 0;
  class Watched extends URLSearchParams {
    override getAll(name: string): string[] {
      passes++;
      return super.getAll(name);
    }
    override [Symbol.iterator]() {
      passes++;
      return super[Symbol.iterator]();
    }
    override keys() {
      passes++;
      return super.keys();
    }
  }
  const names = Array.from({ length: 1000 }, (_, at) => `f${at}=1&f${at}=2`);
  const input = leadInputOf(new Watched(`${names.join("&")}&answer:a=1&answer:a=2&email=a@b.test`));
  assert.deepEqual([input.f999, input["answer:a"], input.email], ["1", ["1", "2"], "a@b.test"]);
  assert.equal(passes, 1);
});
