import assert from "node:assert/strict";
import fc from "fast-check";
import { compileSnapshot } from "@/lib/catalog/mod.ts";
import { deepLink, deepLinkFault } from "@/lib/crm/deep_link.ts";
import {
  answerField,
  type FieldSource,
  isSessionField,
  isStaleField,
  NAMED_SESSION_FIELDS,
  sessionFieldValue,
} from "@/lib/crm/session_fields.ts";
import { contactValues } from "@/lib/crm/values.ts";
import { emptyPayload, type SessionPayload } from "@/lib/session/mod.ts";
import { aCatalog, aFactor, aSystem } from "@/tests/helpers/factories.ts";

const SNAPSHOT = compileSnapshot(aCatalog({
  systems: [aSystem("glass", { name: "Glass & Co", budgetTierId: "high" })],
  factors: [
    aFactor("room", ["home", "office"], { multiple: true }),
    aFactor("gone", ["old"], { retired: true }),
  ],
}));

const PAYLOAD: SessionPayload = {
  recommendation: "glass",
  alternatives: ["cheap", "cheaper"],
  systems_viewed: ["glass", "cheap"],
  completed_at: "2026-05-04T09:00:00.500Z",
  answers: { room: ["home", "office"], gone: "old", never: "asked" },
};

const SOURCE: FieldSource = {
  catalog: SNAPSHOT,
  track: null,
  payload: PAYLOAD,
  settings: {
    resources_url: "https://example.com/{system}/files",
    configure_url: "https://example.com/price?wall={name}",
    repfinder_url: "https://example.com/dealers",
    hot_lead_enabled: true,
    hot_lead_require_completed: true,
    hot_lead_min_tier_ordinal: 2,
    hot_lead_require_premium: false,
  },
};

const NOTHING = { ...SOURCE, payload: emptyPayload() };

Deno.test("isSessionField() allows the keys of §2.7 and no others", () => {
  for (const field of NAMED_SESSION_FIELDS) assert.ok(isSessionField(field), field);
  for (const field of ["answer:room", "answer:a-factor_that-is-to-be"]) {
    assert.ok(isSessionField(field), field);
  }
  for (
    const field of [
      "",
      "email",
      "answer:",
      "answer:a b",
      "answer:-a",
      `answer:${"a".repeat(101)}`,
      "Recommendation",
      "recommendation ",
      "toString",
      "__proto__",
    ]
  ) assert.ok(!isSessionField(field), field);
});

const RESOLVED: readonly [field: string, value: string][] = [
  ["recommendation", "glass"],
  ["alternatives", "cheap;cheaper"],
  ["systems_viewed", "glass;cheap"],
  ["recommendation_resources", "https://example.com/glass/files"],
  ["recommendation_configure", "https://example.com/price?wall=Glass%20%26%20Co"],
  ["recommendation_repfinder", "https://example.com/dealers"],
  ["hot_lead", "true"],
  ["answer:room", "home;office"],
];

Deno.test("sessionFieldValue() returns systems and options by id, joined by “;” (§2.7)", () => {
  for (const [field, value] of RESOLVED) {
    assert.equal(sessionFieldValue(field, SOURCE), value, field);
  }
});

Deno.test("sessionFieldValue() returns the time of completion as a Date, because its format depends on the CRM field", () => {
  const value = sessionFieldValue("completed_at", SOURCE);
  assert.deepEqual(value, new Date("2026-05-04T09:00:00.500Z"));
});

Deno.test("contactValues() formats the time of completion as Unix seconds for a date field, else as ISO 8601 (§2.7)", () => {
  const mappings = ["1", "2", "3"].map((id) => ({
    session_field: id === "3" ? "hot_lead" : "completed_at",
    crm_field_id: id,
  }));
  const types: Readonly<Record<string, string>> = { "1": "date", "2": "text", "3": "text" };
  const values = contactValues(mappings, SOURCE, (id) => types[id] ?? null);
  assert.deepEqual([...values], [
    ["1", "1777885200"],
    ["2", "2026-05-04T09:00:00.500Z"],
    ["3", "true"],
  ]);
  const [[, unknown] = []] = contactValues(mappings.slice(0, 1), SOURCE, () => null);
  assert.equal(unknown, "2026-05-04T09:00:00.500Z", "an unknown type is not treated as a date");
});

Deno.test("sessionFieldValue() returns only computed values for an empty session (§2.7)", () => {
  const left = RESOLVED.map(([field]) => [field, sessionFieldValue(field, NOTHING)] as const)
    .filter(([_, value]) => value !== null);
  assert.deepEqual(left, [
    ["recommendation_repfinder", "https://example.com/dealers"],
    ["hot_lead", "false"],
  ]);
});

Deno.test("sessionFieldValue() returns null for a factor that is retired or does not exist yet (§2.7)", () => {
  for (const field of ["answer:gone", "answer:never", "answer:toString", "no such key"]) {
    assert.equal(sessionFieldValue(field, SOURCE), null, field);
  }
  assert.ok(isStaleField(SNAPSHOT, "answer:gone"));
  assert.ok(isStaleField(SNAPSHOT, "answer:never"));
  assert.ok(!isStaleField(SNAPSHOT, answerField("room")));
  assert.ok(!isStaleField(SNAPSHOT, "hot_lead"));
});

Deno.test("sessionFieldValue() returns no link without a template (§2.7)", () => {
  const unset = { resources_url: null, configure_url: null, repfinder_url: null };
  const source = { ...SOURCE, settings: { ...SOURCE.settings, ...unset } };
  for (const link of ["resources", "configure", "repfinder"]) {
    assert.equal(sessionFieldValue(`recommendation_${link}`, source), null);
  }
});

const FAULTS: readonly [template: string, fault: RegExp][] = [
  ["ftp://example.com/{system}", /web address/],
  ["javascript:alert({system})", /web address/],
  ["https://", /web address/],
  ["https://{system}.example.com/", /behind the name of the host/],
  ["https://example.com{system}/", /behind the name of the host/],
  ["https://a:b@example.com/{system}", /password/],
  ["https://example.com/{email}", /\{email\} stands for nothing/],
  ["https://example.com/{system", /braces/],
  ["https://example.com/a b", /blanks/],
  [`https://example.com/${"a".repeat(500)}`, /at most 500/],
];

Deno.test("deepLinkFault() refuses invalid web addresses, and placeholders that could choose a host", () => {
  for (const [template, fault] of FAULTS) {
    assert.match(deepLinkFault(template) ?? "", fault, template);
    assert.equal(deepLink(template, { system: "a", name: "b" }), null, template);
  }
  assert.equal(deepLinkFault("https://example.com/{system}?n={name}#{system}"), null);
  assert.match(
    deepLinkFault("https://example.com/{system}", { placeholders: false }) ?? "",
    /same for everyone/,
  );
});

Deno.test("deepLink() keeps the template's host for any name of a system", () => {
  fc.assert(fc.property(fc.string(), fc.string(), (name, system) => {
    const href = deepLink("https://example.com/go/{name}?s={system}", { system, name });
    if (href === null) return;
    assert.equal(new URL(href).host, "example.com");
    assert.ok(href.length <= 500);
  }));
});
