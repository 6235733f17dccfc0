/**
 * Runs every action of every section from one table (§6.2). Each record that changes must have exactly one audit entry,
 * with its exact state before and after. An action that is refused, stale or without effect must change nothing and add
 * no entry.
 */
import assert from "node:assert/strict";
import { verifyAuditChain } from "@/lib/records/mod.ts";
import { loadCatalog } from "@/lib/catalog/store.ts";
import { valueId, valuesOfSystem } from "@/lib/catalog/mod.ts";
import { categoryEntity } from "@/lib/media/mod.ts";
import { listScenarios } from "@/lib/analysis/mod.ts";
import { SECTIONS } from "@/routes/admin/(_sections)/mod.ts";
import { smallCatalog } from "../helpers/small_catalog.ts";
import { type Fields, type StaffBench, startStaff } from "../helpers/staff.ts";

/** 303: done, perhaps without effect. 200: only the form changed. 400: refused. 404: no such record. 409: stale. */
type Status = 303 | 200 | 400 | 404 | 409;

interface Row {
  readonly section: string;
  readonly path: string;
  readonly form: Fields;
  readonly status: Status;
  /** The entries that the action adds: `<action> <type> <id>`. */
  readonly leaves: readonly string[];
  /** Whether the form carries the current version of its page. */
  readonly seen: boolean;
}

const ROWS: Row[] = [];

/** Adds the actions of a section to the table, in the order in which they run. */
function walk(
  section: string,
  acts: readonly (readonly [
    path: string,
    form: Fields,
    status: Status,
    leaves?: string | readonly string[],
  ])[],
): void {
  for (const [path, { "~": seen, ...form }, status, leaves = []] of acts) {
    ROWS.push({
      section,
      path: `/admin/${path}`,
      form,
      status,
      leaves: typeof leaves === "string" ? [leaves] : leaves,
      seen: seen !== undefined,
    });
  }
}

/** Marks a form that is sent with the current version of its page. */
const SEEN = { "~": "" };

const tier = { label: "Middle", description: "Between", ordinal: "7" };
walk("tiers", [
  ["tiers/new", tier, 303, "create tier middle"],
  ["tiers/new", tier, 303],
  ["tiers/new", { ...tier, description: "Another" }, 400],
  ["tiers/new", { ...tier, label: "Other", description: "" }, 400],
  ["tiers/middle", { ...SEEN, ...tier, label: "Mid" }, 303, "update tier middle"],
  ["tiers/middle", { ...SEEN, ...tier, label: "Mid" }, 303],
  ["tiers/middle", { ...tier, version: "stale" }, 409],
  ["tiers/middle", { ...SEEN, ...tier, ordinal: "1" }, 400],
  ["tiers/middle", { ...SEEN, ...tier, intent: "retire" }, 400],
  ["tiers", { id: "middle", move: "up" }, 303, ["move tier high", "move tier middle"]],
  ["tiers", { id: "low", move: "up" }, 303],
  ["tiers", { id: "none", move: "up" }, 404],
  ["tiers/low", { ...SEEN, intent: "delete" }, 400],
  ["tiers/middle", { intent: "delete" }, 409],
  ["tiers/middle", { ...SEEN, intent: "delete" }, 303, "delete tier middle"],
  ["tiers/middle", { intent: "delete" }, 404],
]);

const system = { name: "Kite", budgetTierId: "low", position: "9" };
const value = { known: "value", label: "Oak" };
walk("systems", [
  ["systems/new", system, 303, "create system kite"],
  ["systems/new", system, 303],
  ["systems/new", { ...system, name: "Other", budgetTierId: "none" }, 400],
  ["systems/kite", { ...SEEN, ...system, tagline: "It glides" }, 303, "update system kite"],
  ["systems/kite", { ...SEEN, ...system, tagline: "It glides" }, 303],
  ["systems/kite", { ...system, version: "stale" }, 409],
  ["systems/kite", system, 409],
  ["systems/kite", { ...SEEN, ...system, name: "" }, 400],
  ["systems", { id: "kite", move: "up" }, 303, ["move system heron", "move system kite"]],
  ["systems", { id: "finch", move: "up" }, 303],
  ["systems", { id: "finch", move: "sideways" }, 400],
  ["systems/kite", { intent: "retire" }, 303, "retire system kite"],
  ["systems/kite", { intent: "retire" }, 303],
  ["systems/kite", { intent: "restore" }, 303, "restore system kite"],
  ["systems/kite", { intent: "delete" }, 400],
  ["systems/none", { intent: "retire" }, 404],
  ["systems/kite/values/material", { ...SEEN, ...value }, 303, [
    "create attribute-value kite/material",
  ]],
  ["systems/kite/values/material", { ...SEEN, ...value }, 303],
  ["systems/kite/values/material", { ...SEEN, ...value, "other-0": "Elm" }, 303, [
    "update attribute-value kite/material",
  ]],
  ["systems/kite/values/material", { ...value, version: "none" }, 409],
  ["systems/kite/values/material", { ...value, version: "stale" }, 409],
  ["systems/kite/values/material", { ...SEEN, known: "value" }, 400],
  ["systems/kite/values/stc", { ...SEEN, known: "value", min: "9", max: "1" }, 400],
  ["systems/kite/values/old", { ...value, version: "none" }, 404],
  ["systems/kite/values/material", { intent: "clear", version: "stale" }, 409],
  ["systems/kite/values/material", { ...SEEN, intent: "clear" }, 303, [
    "clear attribute-value kite/material",
  ]],
  ["systems/kite/values/material", { ...SEEN, intent: "clear" }, 303],
]);

const attribute = { name: "Colour", group: "Overview", valueType: "enum", position: "9" };
walk("attributes", [
  ["attributes/new", attribute, 303, "create attribute colour"],
  ["attributes/new", attribute, 303],
  ["attributes/new", { ...attribute, name: "" }, 400],
  ["attributes/colour", { ...SEEN, ...attribute, unit: "RAL" }, 303, "update attribute colour"],
  ["attributes/colour", { ...SEEN, ...attribute, unit: "RAL" }, 303],
  ["attributes/colour", { ...attribute, version: "stale" }, 409],
  ["attributes/stc", { ...SEEN, ...attribute, valueType: "enum" }, 400],
  ["attributes", { id: "colour", enabled: "off" }, 303, "disable attribute colour"],
  ["attributes", { id: "colour", enabled: "off" }, 303],
  ["attributes", { id: "colour", enabled: "on" }, 303, "enable attribute colour"],
  ["attributes", { id: "colour", enabled: "maybe" }, 400],
  ["attributes", { id: "colour" }, 400],
  ["attributes", { id: "colour", move: "up" }, 303, [
    "move attribute lead-time",
    "move attribute colour",
  ]],
  ["attributes/colour", { intent: "retire" }, 303, "retire attribute colour"],
  ["attributes", { id: "colour", move: "up" }, 303],
  ["attributes/colour", { intent: "restore" }, 303, "restore attribute colour"],
]);

const factor = { name: "Light", question: "How light is it?" };
const option = { label: "Bright" };
const asks = { "requirements.0.attributeId": "stc", "requirements.0.kind": "covers" };
walk("factors", [
  ["factors/new", factor, 303, "create factor light"],
  ["factors/new", factor, 303],
  ["factors/new", { ...factor, trackIds: "none" }, 400],
  ["factors/light", { ...SEEN, ...factor, multiple: "on" }, 303, "update factor light"],
  ["factors/light", { ...SEEN, ...factor, multiple: "on" }, 303],
  ["factors/light", { ...factor, version: "stale" }, 409],
  ["factors/light", { ...SEEN, ...factor, question: "" }, 400],
  ["factors", { id: "light", move: "up" }, 303, ["move factor light", "move factor noise"]],
  ["factors", { id: "light", move: "up" }, 303],
  ["factors/light/options/new", option, 303, "create option bright"],
  ["factors/light/options/new", { label: "Dark" }, 303, "create option dark"],
  ["factors/light/options/new", { ...option, id: "loud" }, 400],
  ["factors/light/options/new", { ...option, intent: "add-requirement" }, 400],
  [
    "factors/light/options/bright",
    { ...SEEN, ...option, ...asks, "requirements.0.value": "40" },
    303,
    [
      "update option bright",
    ],
  ],
  ["factors/light/options/bright", { ...SEEN, ...option, ...asks }, 400],
  ["factors/light/options/bright", { ...option, version: "stale" }, 409],
  ["factors/noise/options/bright", { ...option, version: "stale" }, 404],
  ["factors/light/options", { id: "dark", move: "up" }, 303, [
    "move option bright",
    "move option dark",
  ]],
  ["factors/light/options", { id: "dark", move: "up" }, 303],
  ["factors/noise/options", { id: "dark", move: "up" }, 404],
  ["factors/light/options/dark", { intent: "retire" }, 303, "retire option dark"],
  ["factors/light/options/dark", { intent: "restore" }, 303, "restore option dark"],
  ["factors/light/options/dark", { intent: "restore" }, 303],
  ["factors/light", { intent: "retire" }, 303, "retire factor light"],
  ["factors/light", { intent: "restore" }, 303, "restore factor light"],
]);

walk("rule-sets", [
  ["rule-sets/new", { name: "Spare" }, 303, "create rule-set spare"],
  ["rule-sets/new", { name: "Spare" }, 303],
  ["rule-sets/new", { name: "SPARE" }, 400],
  ["rule-sets/spare", { ...SEEN, name: "Other" }, 303, "update rule-set spare"],
  ["rule-sets/spare", { ...SEEN, name: "Other" }, 303],
  ["rule-sets/spare", { name: "Third", version: "stale" }, 409],
  ["rule-sets", { default: "spare" }, 303, [
    "make-default rule-set main",
    "make-default rule-set spare",
  ]],
  ["rule-sets", { default: "spare" }, 303],
  ["rule-sets", { default: "none" }, 404],
  ["rule-sets/spare", { intent: "retire" }, 400],
  ["rule-sets", { default: "main" }, 303, [
    "make-default rule-set main",
    "make-default rule-set spare",
  ]],
  ["rule-sets/spare", { intent: "retire" }, 303, "retire rule-set spare"],
  ["rule-sets", { default: "spare" }, 303],
  ["rule-sets/spare", { intent: "restore" }, 303, "restore rule-set spare"],
]);

const track = { name: "A boat", description: "On water", ruleSetId: "main" };
walk("tracks", [
  ["tracks/new", track, 303, "create track a-boat"],
  ["tracks/new", { ...track, name: "A ship" }, 303, "create track a-ship"],
  ["tracks/new", track, 303],
  ["tracks/a-boat", { ...SEEN, ...track, ruleSetId: "spare" }, 303, "update track a-boat"],
  ["tracks/a-boat", { ...SEEN, ...track, ruleSetId: "spare" }, 303],
  ["tracks/a-boat", { ...SEEN, ...track, ruleSetId: "none" }, 400],
  ["tracks/a-boat", { ...track, version: "stale" }, 409],
  ["tracks", { id: "a-ship", move: "up" }, 303, ["move track a-boat", "move track a-ship"]],
  ["tracks/a-boat", { intent: "retire" }, 303, "retire track a-boat"],
  ["tracks/a-boat", { intent: "restore" }, 303, "restore track a-boat"],
]);

const rule = {
  name: "Silence",
  ruleSetId: "main",
  priority: "40",
  enabled: "on",
  "conditions.0.factorId": "noise",
  "conditions.0.operator": "any",
  "conditions.0.optionIds": ["quiet", "loud"],
  "outcomes.0.systemId": "heron",
  "outcomes.0.role": "preferred",
  "outcomes.0.rationale": "Quiet",
};
walk("rules", [
  ["rules/new", rule, 303, "create rule silence"],
  ["rules/new", rule, 303],
  ["rules/new", { ...rule, "outcomes.0.systemId": "none" }, 400],
  ["rules/new", { name: "Empty", ruleSetId: "main", priority: "50" }, 303, "create rule empty"],
  ["rules/silence", { ...SEEN, ...rule, "outcomes.0.rationale": "Calm" }, 303, [
    "update rule silence",
  ]],
  ["rules/silence", { ...SEEN, ...rule, "outcomes.0.rationale": "Calm" }, 303],
  ["rules/silence", { ...rule, version: "stale" }, 409],
  ["rules", { id: "silence", enabled: "off" }, 303, "disable rule silence"],
  ["rules", { id: "silence", enabled: "off" }, 303],
  ["rules", { id: "silence", enabled: "on" }, 303, "enable rule silence"],
  ["rules", { id: "empty", enabled: "on" }, 303],
  ["rules", { id: "empty", move: "up" }, 303, ["move rule empty", "move rule silence"]],
  ["rules", { id: "any", move: "up" }, 303],
  ["rules", { id: "none", move: "up" }, 404],
  ["rules/silence", { intent: "retire" }, 303, "retire rule silence"],
  ["rules/silence", { intent: "restore" }, 303, "restore rule silence"],
]);

const scenario = { name: "Calm", expected: "heron", track: "", options: "quiet" };
walk("scenarios", [
  ["scenarios/new", scenario, 303, "create scenario calm"],
  ["scenarios/new", { ...scenario, name: "Loud", options: "loud" }, 303, "create scenario loud"],
  ["scenarios/new", { ...scenario, id: "calm", name: "Still" }, 400],
  ["scenarios/new", { ...scenario, options: "none" }, 400],
  ["scenarios", { accept: "loud", lead: "gull" }, 303],
  ["scenarios", { accept: "loud", lead: "finch" }, 303, "accept scenario loud"],
  ["scenarios", { accept: "loud", lead: "finch" }, 303],
  ["scenarios/calm", { ...SEEN, ...scenario, name: "Calmer" }, 303, "update scenario calm"],
  ["scenarios/calm", { ...scenario, version: "stale" }, 409],
  ["scenarios/calm", { intent: "delete", version: "stale" }, 409],
  ["scenarios/calm", { ...SEEN, intent: "delete" }, 303, "delete scenario calm"],
]);

const category = { axis: "application", name: "Clinic", words: "ward", position: "1" };
walk("categories", [
  ["categories/new", category, 303, "create media-category clinic"],
  ["categories/new", category, 303],
  ["categories/new", { ...category, name: "Other", axis: "planet" }, 400],
  ["categories/new", { ...category, id: "care", name: "clinic" }, 400],
  [
    "categories/clinic",
    { ...SEEN, ...category, name: "Care", optionIds: ["quiet"] },
    303,
    "update media-category clinic",
  ],
  ["categories/clinic", { ...SEEN, ...category, name: "Care", optionIds: ["quiet"] }, 303],
  ["categories/clinic", { ...category, version: "stale" }, 409],
  ["categories/clinic", { ...SEEN, ...category, optionIds: ["none"] }, 400],
  ["categories/clinic", { ...SEEN, intent: "delete" }, 400],
  ["categories/clinic", { intent: "retire" }, 303, "retire media-category clinic"],
  ["categories/clinic", { intent: "retire" }, 303],
  ["categories/clinic", { intent: "restore" }, 303, "restore media-category clinic"],
  ["categories/none", { intent: "retire" }, 404],
]);

const user = "users/eve%40example.com";
walk("users", [
  ["users/new", { email: "Eve@example.com", role: "editor" }, 303, "create user eve@example.com"],
  ["users/new", { email: "eve@example.com", role: "admin" }, 400],
  ["users/new", { email: "eve", role: "admin" }, 400],
  [user, { ...SEEN, role: "auditor" }, 303, "update user eve@example.com"],
  [user, { ...SEEN, role: "auditor" }, 303],
  [user, { role: "admin", version: "stale" }, 409],
  [user, { ...SEEN, role: "owner" }, 400],
  [user, { intent: "retire" }, 303, "retire user eve@example.com"],
  [user, { intent: "retire" }, 303],
  [user, { intent: "restore" }, 303, "restore user eve@example.com"],
  ["users/admin%40example.com", { intent: "retire" }, 400],
  ["users/none%40example.com", { intent: "retire" }, 404],
]);

type Records = ReadonlyMap<string, object>;

/** Returns every record that staff edit, as stored, by `<type> <id>`. */
async function records({ app: { services: { db } } }: StaffBench): Promise<Records> {
  const catalog = await loadCatalog(db);
  const values = await Promise.all(catalog.systems.map(({ id }) => valuesOfSystem(db, id)));
  const users = await db.selectFrom("admin_users").select(["email", "role", "retired_at"])
    .execute();
  const categories = await db.selectFrom("media_categories").select("id").execute();
  const vocabulary = await Promise.all(
    categories.map(({ id }) => categoryEntity.read(db, id, { lock: false })),
  );
  const all: Record<string, { readonly id: string; readonly record: object }[]> = {
    tier: catalog.tiers.map((record) => ({ id: record.id, record })),
    attribute: catalog.attributes.map((record) => ({ id: record.id, record })),
    system: catalog.systems.map(({ values: _, ...record }) => ({ id: record.id, record })),
    "attribute-value": values.flatMap((cells) =>
      [...cells.values()].map((record) => ({ id: valueId(record), record }))
    ),
    factor: catalog.factors.map(({ options: _, ...record }) => ({ id: record.id, record })),
    option: catalog.factors.flatMap(({ id: factorId, options }) =>
      options.map((option) => ({ id: option.id, record: { ...option, factorId } }))
    ),
    "rule-set": catalog.ruleSets.map((record) => ({ id: record.id, record })),
    track: catalog.tracks.map((record) => ({ id: record.id, record })),
    rule: catalog.rules.map(({ conditions, ...rule }) => ({
      id: rule.id,
      record: {
        ...rule,
        conditions: conditions.map(({ optionIds, ...condition }) => ({
          ...condition,
          optionIds: optionIds.toSorted(),
        })),
      },
    })),
    scenario: (await listScenarios(db)).map((record) => ({ id: record.id, record })),
    "media-category": vocabulary.filter((record) => record !== null)
      .map((record) => ({ id: record.id, record })),
    user: users.map(({ email, role, retired_at }) => ({
      id: email,
      record: { email, role, retired: retired_at !== null },
    })),
  };
  return new Map(
    Object.entries(all).flatMap(([type, records]) =>
      records.map(({ id, record }) => [`${type} ${id}`, record] as const)
    ),
  );
}

/** Returns the records that differ between two states, each with its value before and after. */
function changes(before: Records, after: Records): Record<string, [object | null, object | null]> {
  const keys = [...new Set([...before.keys(), ...after.keys()])];
  return Object.fromEntries(
    keys.map((key) => [key, [before.get(key) ?? null, after.get(key) ?? null]] as const)
      .filter(([, [was, is]]) => JSON.stringify(was) !== JSON.stringify(is))
      .map(([key, [was, is]]) => [key, [was, is]]),
  );
}

/** Sections of other records, settings and syncs. Their own tests compare their actions with the log. */
const ELSEWHERE = ["corpus", "pages", "projects", "cms", "crm", "leads", "privacy"];

Deno.test("every section has its actions in the table", () => {
  const walked = new Set([...ELSEWHERE, ...ROWS.map(({ section }) => section)]);
  assert.deepEqual(SECTIONS.map(({ slug }) => slug).filter((slug) => !walked.has(slug)), []);
});

Deno.test("each record that an action changes has exactly one entry, and no other record has one (§6.2)", async () => {
  await using bench = await startStaff(smallCatalog());
  const { db } = bench.app.services;
  let known = await records(bench);
  let logged = 0;
  for (const row of ROWS) {
    const name = `${row.path} ${JSON.stringify(row.form)}`;
    const seen = row.seen ? { version: (await bench.get(row.path, "admin")).version } : {};
    const answer = await bench.post(row.path, { ...seen, ...row.form }, "admin");
    assert.equal(answer.status, row.status, name);
    const entries = await db.selectFrom("audit_log").selectAll().where("seq", ">", logged)
      .orderBy("seq").execute();
    const now = await records(bench);
    assert.deepEqual(
      entries.map((entry) => `${entry.action} ${entry.entity_type} ${entry.entity_id}`).sort(),
      row.leaves.toSorted(),
      name,
    );
    assert.deepEqual(
      Object.fromEntries(
        entries.map((
          { entity_type, entity_id, before, after },
        ) => [`${entity_type} ${entity_id}`, [before, after]]),
      ),
      changes(known, now),
      name,
    );
    for (const { actor, request_id } of entries) {
      assert.deepEqual([actor, request_id], ["admin@example.com", answer.requestId], name);
    }
    known = now;
    logged += entries.length;
  }
  assert.deepEqual((await verifyAuditChain(db)).fault, null);
});

Deno.test("an action that a role may not do changes nothing and adds no entry (§5, §6.2)", async () => {
  await using bench = await startStaff(smallCatalog());
  const before = await bench.traces();
  for (const { section, path, form } of ROWS) {
    assert.equal((await bench.post(path, form, "auditor")).status, 403, path);
    if (section !== "users") continue;
    assert.equal((await bench.post(path, form, "editor")).status, 403, path);
  }
  assert.equal(await bench.traces(), before);
});
