import fc from "fast-check";
import assert from "node:assert/strict";
import {
  changedFields,
  diffRecords,
  type FieldDiff,
} from "@/routes/admin/(_sections)/audit/diff.ts";
import {
  actionLabel,
  deedOf,
  hrefOfRequest,
  recordOfEntry,
  typeLabel,
} from "@/routes/admin/(_sections)/audit/labels.ts";
import type { LoggedEntry } from "@/lib/records/mod.ts";
import { CRM_SETTINGS_COLUMNS } from "@/lib/crm/settings.ts";
import { smallCatalog } from "@/tests/helpers/small_catalog.ts";
import { capabilitiesOf } from "@/lib/staff/mod.ts";

function anEntry(parts: Partial<LoggedEntry>): LoggedEntry {
  return {
    seq: 1,
    at: new Date("2026-11-05T12:00:00Z"),
    actor: "ada@example.com",
    action: "update",
    entityType: "rule",
    entityId: "quiet",
    before: null,
    after: null,
    requestId: null,
    gone: false,
    ...parts,
  };
}

Deno.test("deedOf() describes entries with known and unknown actions and types", () => {
  const cases: readonly [Partial<LoggedEntry>, string][] = [
    [
      { action: "disable", after: { name: "Quiet rooms" } },
      "switched off | the rule | Quiet rooms",
    ],
    [
      { action: "update", entityType: "tier", before: { label: "Old" }, after: { label: "New" } },
      "changed | the budget tier | New",
    ],
    [
      { action: "delete", entityType: "rule-set", before: { name: "Home" } },
      "deleted | the rule set | Home",
    ],
    [
      { action: "create", entityType: "user", entityId: "bob@example.com" },
      "created | the user | bob@example.com",
    ],
    [
      { action: "purge", entityType: "session", entityId: null, after: { name: "not this" } },
      "removed | visitor sessions | null",
    ],
    [{ action: "retire", entityType: "factor", entityId: null }, "retired | factors | null"],
    [
      { action: "supersede", entityType: "corpus-item", after: { title: "Quiet walls" } },
      "superseded | the document | Quiet walls",
    ],
    [{ entityType: "page", entityId: "home" }, "changed | the page | Start page"],
    [{ entityType: "page", entityId: "toString" }, "changed | the page | toString"],
    [{ entityType: "system-gallery", entityId: "finch" }, "changed | the gallery | Finch"],
    [
      { entityType: "attribute-value", entityId: "finch/stc", after: { type: "empty" } },
      "changed | the attribute value | Sound rating of Finch",
    ],
    [
      { entityType: "attribute-value", entityId: "finch/gone" },
      "changed | the attribute value | finch/gone",
    ],
    [{ entityType: "crm", entityId: "default" }, "changed | the | CRM settings"],
    [
      { action: "delete", entityType: "crm", entityId: "hot_lead" },
      "deleted | the CRM mapping | Hot lead",
    ],
    [
      { action: "process", entityType: "crm", entityId: "sync_queue", after: { processed: 3 } },
      "processed | the | CRM retry queue",
    ],
    [
      { action: "purge", entityType: "crm", entityId: "sync_queue", after: { done: 3 } },
      "removed ended leads from | the | CRM retry queue",
    ],
    [
      { action: "accept", entityType: "scenario", after: { name: "A quiet room" } },
      "accepted the pick of | the scenario | A quiet room",
    ],
    [{ entityType: "privacy", entityId: "privacy" }, "changed | the | privacy settings"],
    [{ action: "import", entityType: "corpus", entityId: null }, "imported | documents | null"],
    [
      { action: "create", entityType: "corpus-gap", entityId: "7", after: { topic: "wind" } },
      "created | the gap in the documents | wind",
    ],
    [
      { action: "re-link", entityType: "crm_fieldMapping", entityId: "7", after: [{ name: "x" }] },
      "did “re link” to | the crm field mapping | 7",
    ],
    [
      { action: "toString", entityType: "constructor", after: { name: 7, label: " " } },
      "did “to string” to | the constructor | quiet",
    ],
  ];
  for (const [parts, expected] of cases) {
    const { verb, noun, name } = deedOf(anEntry(parts), smallCatalog());
    assert.equal(`${verb} | ${noun} | ${name}`, expected);
  }
  assert.deepEqual(
    ["enable", "sync_run", "update"].map(actionLabel),
    ["Switched on", "Sync run", "Changed"],
  );
  assert.deepEqual(
    ["tier", "cms-mapping", "user"].map(typeLabel),
    ["Budget tier", "CMS mapping", "User"],
  );
});

Deno.test("recordOfEntry() links to a record only if it exists and the reader may open its page (§5)", () => {
  const [admin, editor, auditor] = [
    capabilitiesOf("admin"),
    capabilitiesOf("editor"),
    capabilitiesOf("auditor"),
  ];
  assert.equal(recordOfEntry(anEntry({}), admin), "/admin/rules/quiet");
  assert.equal(recordOfEntry(anEntry({}), editor), "/admin/rules/quiet");
  assert.equal(recordOfEntry(anEntry({}), auditor), null);
  assert.equal(recordOfEntry(anEntry({ gone: true }), admin), null);
  assert.equal(recordOfEntry(anEntry({ entityId: null }), admin), null);
  const option = anEntry({ entityType: "option", entityId: "hum", after: { factorId: "noise" } });
  assert.equal(recordOfEntry(option, editor), "/admin/factors/noise/options/hum");
  assert.equal(recordOfEntry(option, auditor), null);
  assert.equal(recordOfEntry({ ...option, after: null }, admin), null, "its factor is unknown");
  assert.equal(recordOfEntry(anEntry({ entityType: "no such thing" }), admin), null);
  assert.equal(
    recordOfEntry(anEntry({ entityType: "attribute-value", entityId: "glide/stc" }), editor),
    "/admin/systems/glide/values/stc",
  );
  const mapping = anEntry({
    entityType: "cms-mapping",
    entityId: "glide",
    before: null,
    after: { systemId: "glide", termName: "Glide", termId: null, termUuid: null },
  });
  assert.equal(recordOfEntry(mapping, editor), "/admin/cms/systems/glide");
  assert.equal(recordOfEntry(mapping, auditor), null);
  const field = { attributeId: "stc", field: "field_stc", vocabulary: null };
  assert.equal(
    recordOfEntry({ ...mapping, entityId: "stc", after: field }, editor),
    "/admin/cms/attributes/stc",
  );
  const user = anEntry({ entityType: "user", entityId: "a/b@example.com" });
  assert.equal(recordOfEntry(user, admin), "/admin/users/a%2Fb%40example.com");
  assert.equal(recordOfEntry(user, editor), null);
});

const lines = (diffs: readonly FieldDiff[]) =>
  diffs.map(({ path, before, after, change }) =>
    `${path.join("/")}: ${JSON.stringify(before)} ${JSON.stringify(after)} ${change}`
  );

Deno.test("diffRecords() compares field by field, and matches list items by their id or position", () => {
  const before = {
    id: "quiet",
    name: "Quiet",
    enabled: true,
    ruleSetId: "home",
    outcomes: [{ systemId: "a", rank: 1 }, { systemId: "b", rank: 2 }],
    optionIds: ["x", "y"],
    steps: [{ n: 1 }, { n: 2 }],
    empty: {},
    note: null,
  };
  const after = {
    id: "quiet",
    name: "Quiet rooms",
    enabled: true,
    outcomes: [{ systemId: "b", rank: 1 }],
    optionIds: ["x"],
    steps: [{ n: 1 }, { n: 3 }],
    empty: {},
    note: "",
    "odd-key": 1,
  };
  assert.deepEqual(lines(diffRecords(before, after)), [
    'Id: "quiet" "quiet" same',
    'Name: "Quiet" "Quiet rooms" changed',
    "Empty: {} {} same",
    "Enabled: true true same",
    'Note: null "" changed',
    "odd-key: undefined 1 added",
    'Option ids: ["x","y"] ["x"] changed',
    "Outcomes/a/Rank: 1 undefined removed",
    'Outcomes/a/System id: "a" undefined removed',
    "Outcomes/b/Rank: 2 1 changed",
    'Outcomes/b/System id: "b" "b" same',
    'Rule set id: "home" undefined removed',
    "Steps/1/N: 1 1 same",
    "Steps/2/N: 2 3 changed",
  ]);
  assert.deepEqual(changedFields(diffRecords(before, after)), [
    "name",
    "note",
    "odd-key",
    "option ids",
    "outcomes",
    "rule set id",
    "steps",
  ]);
});

Deno.test("diffRecords() shows a tag among others as one tag, and not as a change of those after it (§2.12)", () => {
  const tag = (type: string, ref: string) => ({ type, ref, state: "live" });
  const before = { tags: [tag("geography", "mild"), tag("system", "finch")] };
  const after = { tags: [tag("geography", "coast"), ...before.tags] };
  const changed = diffRecords(before, after).filter(({ change }) => change !== "same");
  assert.deepEqual(lines(changed), [
    'Tags/geography coast/Ref: undefined "coast" added',
    'Tags/geography coast/State: undefined "live" added',
    'Tags/geography coast/Type: undefined "geography" added',
  ]);
});

Deno.test("diffRecords() names each of two conditions about one factor, and not all conditions by position (§2.2)", () => {
  const asks = (factorId: string, operator: string) => ({ factorId, operator });
  const before = { conditions: [asks("noise", "any"), asks("use", "any"), asks("noise", "none")] };
  const after = { conditions: [asks("noise", "any"), asks("noise", "all")] };
  const changed = diffRecords(before, after).filter(({ change }) => change !== "same");
  assert.deepEqual(lines(changed), [
    'Conditions/noise (2)/Operator: "none" "all" changed',
    'Conditions/use/Factor id: "use" undefined removed',
    'Conditions/use/Operator: "any" undefined removed',
  ]);
});

Deno.test("hrefOfRequest() names one day, and both at midnight, which a request may pass (§6.2)", () => {
  const days = (at: string) => {
    const { searchParams } = new URL(hrefOfRequest("r", new Date(at)), "http://admin.test");
    return [searchParams.get("from"), searchParams.get("to")];
  };
  assert.deepEqual(days("2026-11-05T12:00:00Z"), ["2026-11-05", "2026-11-05"]);
  assert.deepEqual(days("2026-11-04T23:59:59.9Z"), ["2026-11-04", "2026-11-05"]);
  assert.deepEqual(days("2026-11-05T00:00:00Z"), ["2026-11-04", "2026-11-05"]);
});

Deno.test("diffRecords() names the CRM settings as their form does (§2.6)", () => {
  const settings = Object.fromEntries(CRM_SETTINGS_COLUMNS.map((column) => [column, null]));
  const labels = diffRecords(null, settings).map(({ path }) => path.join());
  assert.ok(labels.includes("Hot leads: Every question is answered"), labels.join("; "));
  assert.deepEqual(labels.filter((label) => !label.includes(": ")), []);
});

Deno.test("diffRecords() accepts any two values, and finds no difference between equal ones", () => {
  fc.assert(fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
    const isSame = (diffs: readonly FieldDiff[]) => diffs.every(({ change }) => change === "same");
    const copy: unknown = JSON.parse(JSON.stringify(one));
    assert.ok(isSame(diffRecords(one, copy)));
    for (const { change } of diffRecords(null, one)) assert.equal(change, "added");
    diffRecords(one, other);
  }));
  let deep: unknown = "end";
  for (let depth = 0; depth < 2_000; depth++) deep = { deep };
  assert.equal(diffRecords(deep, { deep: 1 }).length, 2);
});
