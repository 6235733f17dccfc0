import assert from "node:assert/strict";
import fc from "fast-check";
import { NO_CONSENT, readConsent } from "@/lib/consent/mod.ts";

const CONFIG = { cookieName: "_cmp_cs-77", measurementPurpose: "4", marketingPurpose: "5" };
const BOTH = { measurement: true, marketing: true };
const MEASUREMENT = { measurement: true, marketing: false };
const MARKETING = { measurement: false, marketing: true };

const yes = { purposes: { "4": true, "5": true } };
const encoded = (value: unknown) => encodeURIComponent(JSON.stringify(value));
const cookie = (value: string) => `_cmp_cs-77=${value}`;

/** Builds a value of `length` characters that consents to everything. */
function ofLength(length: number): string {
  return JSON.stringify(yes).replace("}}", `}${" ".repeat(length - 32)}}`);
}

const GRANTED: [what: string, header: string, consent: typeof BOTH][] = [
  ["percent-encoded JSON", cookie(encoded(yes)), BOTH],
  ["plain JSON", cookie(JSON.stringify(yes)), BOTH],
  ["a cookie among others", `a=1; ${cookie(encoded(yes))};b=2`, BOTH],
  ["one purpose of two", cookie(encoded({ purposes: { "4": true, "5": false } })), MEASUREMENT],
  ["a purpose beside absent ones", cookie(encoded({ purposes: { "5": true } })), MARKETING],
  [
    "everything a platform writes beside the purposes",
    cookie(encoded({
      timestamp: "2026-01-05T10:00:00.000Z",
      version: "1.90.0",
      purposes: { "1": true, "2": false, "3": false, "4": true, "5": false },
      id: 12345678,
      cons: { rand: "ab12cd" },
    })),
    MEASUREMENT,
  ],
  ["two cookies that agree", `${cookie(encoded(yes))}; ${cookie(encoded(yes))}`, BOTH],
  [
    "two cookies that agree on one tier",
    `${cookie(encoded(yes))}; ${cookie(encoded({ purposes: { "4": true } }))}`,
    MEASUREMENT,
  ],
  ["a value of exactly 4 KiB", cookie(ofLength(4096)), BOTH],
];

for (const [what, header, consent] of GRANTED) {
  Deno.test(`readConsent() reads the consent of ${what} (§5)`, () => {
    assert.deepEqual(readConsent(header, CONFIG), consent);
  });
}

const REFUSED: [what: string, header: string | null][] = [
  ["no Cookie header", null],
  ["an empty header", ""],
  ["other cookies alone", "a=1; ns_session=abc"],
  ["an empty value", cookie("")],
  ["a name without a value", "_cmp_cs-77"],
  ["`{`", cookie("{")],
  ["`null`", cookie("null")],
  ["`[]`", cookie("[]")],
  ["a JSON text", cookie('"x"')],
  ["a number", cookie("4")],
  ["`true`", cookie("true")],
  ["no purposes", cookie(encoded({ id: 7 }))],
  ["consent without purposes", cookie(encoded({ consent: true }))],
  ["purposes null", cookie(encoded({ purposes: null }))],
  ["purposes in an array", cookie(encoded({ purposes: [true, true, true, true, true, true] }))],
  ["purposes true", cookie(encoded({ purposes: true }))],
  ["purposes that are a text", cookie(encoded({ purposes: "4,5" }))],
  ["a purpose inherited", cookie('{"purposes":{"__proto__":{"4":true,"5":true}}}')],
  ["purposes inherited", cookie('{"__proto__":{"purposes":{"4":true,"5":true}}}')],
  ['a purpose that is "true"', cookie(encoded({ purposes: { "4": "true", "5": "true" } }))],
  ["a purpose that is 1", cookie(encoded({ purposes: { "4": 1, "5": 1 } }))],
  ["a purpose that is an object", cookie(encoded({ purposes: { "4": {}, "5": [true] } }))],
  ["broken percent signs", cookie("%E0%A4%A")],
  ["a doubly encoded value", cookie(encodeURIComponent(encoded(yes)))],
  ["a value over 4 KiB", cookie(ofLength(4097))],
  ["a megabyte", cookie(encoded({ ...yes, filler: "x".repeat(1 << 20) }))],
  ["a megabyte of cookies", `${"a=1;".repeat(1 << 18)} _cmp_cs-7=1`],
  ["the cookie of another site", `_cmp_cs-78=${encoded(yes)}`],
  ["the granular sibling alone", `_cmp_cs-77-granular=${encoded(yes)}`],
  ["a name that ends alike", `x_cmp_cs-77=${encoded(yes)}`],
  ["a name in other letters", `_CMP_CS-77=${encoded(yes)}`],
  ["two cookies that conflict", `${cookie(encoded(yes))}; ${cookie(encoded({ purposes: {} }))}`],
  ["two cookies, one broken", `${cookie("{")}; ${cookie(encoded(yes))}`],
  ["a quoted value", cookie(`"${encoded(yes)}"`)],
  ["quoted JSON", cookie(JSON.stringify(JSON.stringify(yes)))],
  [
    "another platform's categories",
    cookie(encoded({ categories: { "4": true, "5": true }, consent_type: 1 })),
  ],
];

for (const [what, header] of REFUSED) {
  Deno.test(`readConsent() finds no consent in ${what} (§5)`, () => {
    assert.deepEqual(readConsent(header, CONFIG), NO_CONSENT);
  });
}

Deno.test("ofLength() returns values of the given length", () => {
  assert.deepEqual([ofLength(4096).length, ofLength(4097).length], [4096, 4097]);
});

Deno.test("readConsent() grants nothing that is not configured (§5)", () => {
  const header = cookie(encoded(yes));
  assert.deepEqual(readConsent(header, null), NO_CONSENT);
  const noPurposes = { ...CONFIG, measurementPurpose: null, marketingPurpose: null };
  assert.deepEqual(readConsent(header, noPurposes), NO_CONSENT);
  assert.deepEqual(readConsent(header, { ...CONFIG, marketingPurpose: null }), MEASUREMENT);
});

Deno.test("readConsent() never throws, and grants only a purpose that is true, for any header (§5)", () => {
  const value = fc.oneof(
    fc.string(),
    fc.json(),
    fc.json().map(encodeURIComponent),
    fc.record({ purposes: fc.dictionary(fc.constantFrom("4", "5", "6"), fc.jsonValue()) })
      .map(encoded),
  );
  fc.assert(fc.property(value, (text) => {
    const consent = readConsent(cookie(text), CONFIG);
    if (consent.measurement) assert.match(decodeURIComponent(text), /"4":\s*true/);
    if (consent.marketing) assert.match(decodeURIComponent(text), /"5":\s*true/);
  }));
});
