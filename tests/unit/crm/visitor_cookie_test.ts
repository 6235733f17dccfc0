import assert from "node:assert/strict";
import fc from "fast-check";
import { readVisitorGuid } from "@/lib/crm/visitor_cookie.ts";

const GUID = "0C1D2E3F4A5B6C7D8E9FA0B1C2D3E4F5";
const OTHER = "1C1D2E3F4A5B6C7D8E9FA0B1C2D3E4F5";
const DASHED = "0c1d2e3f-4a5b-6c7d-8e9f-a0b1c2d3e4f5";

const read = (cookie: string | null, allowSimulated = false) =>
  readVisitorGuid(cookie, { cookieName: "ELOQUA", allowSimulated });

const FOUND: readonly [what: string, cookie: string][] = [
  ["a bag", `ELOQUA=GUID=${GUID}&FPCVISITED=1`],
  ["a bag in another order", `ELOQUA=FPCVISITED=1&GUID=${GUID}`],
  ["a percent-encoded bag", `ELOQUA=GUID%3D${GUID}%26FPCVISITED%3D1`],
  ["an encoded equals sign alone", `ELOQUA=GUID%3d${GUID}`],
  ["lower case", `ELOQUA=GUID=${GUID.toLowerCase()}`],
  ["quotes", `ELOQUA="GUID=${GUID}&FPCVISITED=1"`],
  ["other cookies around", `a=1; ELOQUA=GUID=${GUID}; b=GUID=${OTHER}`],
  ["the same one twice", `ELOQUA=GUID=${GUID}; ELOQUA=GUID=${GUID}&FPCVISITED=1`],
];

for (const [what, cookie] of FOUND) {
  Deno.test(`readVisitorGuid() reads ${what} (§4.11a)`, () => assert.equal(read(cookie), DASHED));
}

const NOT_FOUND: readonly [what: string, cookie: string | null][] = [
  ["no header", null],
  ["no such cookie", `ELOQUAX=GUID=${GUID}`],
  ["an empty bag", "ELOQUA="],
  ["an opted-out visitor", "ELOQUA=FPCVISITED=1"],
  ["31 digits", `ELOQUA=GUID=${GUID.slice(1)}`],
  ["33 digits", `ELOQUA=GUID=${GUID}0`],
  ["dashes", `ELOQUA=GUID=${DASHED}`],
  ["no hexadecimal digits", `ELOQUA=GUID=${"G".repeat(32)}`],
  ["a second equals sign", `ELOQUA=GUID==${GUID}`],
  ["another key", `ELOQUA=XGUID=${GUID}`],
  ["a bag that disagrees with itself", `ELOQUA=GUID=${GUID}&GUID=${OTHER}`],
  ["two cookies that disagree", `ELOQUA=GUID=${GUID}; ELOQUA=GUID=${OTHER}`],
  ["broken escapes", `ELOQUA=GUID%3D${GUID}%E0%A4%A`],
  ["a bag encoded twice", `ELOQUA=GUID%253D${GUID}`],
  ["more than a cookie holds", `ELOQUA=${"a".repeat(5000)}&GUID=${GUID}`],
  ["a simulated visitor while simulation is off", `ns_crm_sim_guid=${GUID}`],
];

for (const [what, cookie] of NOT_FOUND) {
  Deno.test(`readVisitorGuid() finds no visitor in ${what} (§4.11a)`, () =>
    assert.equal(read(cookie), null));
}

Deno.test("readVisitorGuid() reads a simulated visitor if simulation is on, but prefers the real one (§4.11a)", () => {
  assert.equal(read(`ns_crm_sim_guid=${GUID}`, true), DASHED);
  assert.equal(read(`ns_crm_sim_guid=${OTHER}; ELOQUA=GUID=${GUID}`, true), DASHED);
  assert.equal(read(`ns_crm_sim_guid=GUID=${GUID}`, true), null);
});

Deno.test("readVisitorGuid() returns a dashed GUID or null for any cookie (§4.11a)", () => {
  const numRuns = Number(Deno.env.get("FUZZ_RUNS") ?? 300);
  const piece = fc.constantFrom("GUID", "=", "&", "%3D", "%26", GUID, "%", ";", " ", '"', "ELOQUA");
  const bag = fc.array(fc.oneof(piece, fc.string()), { maxLength: 12 }).map((all) => all.join(""));
  fc.assert(
    fc.property(bag, fc.boolean(), (text, simulated) => {
      const guid = read(`ELOQUA=${text}; ns_crm_sim_guid=${text}`, simulated);
      if (guid !== null) assert.match(guid, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    }),
    { numRuns },
  );
});
