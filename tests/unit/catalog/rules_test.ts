import fc from "fast-check";
import assert from "node:assert/strict";
import {
  type Author,
  changeRecord,
  createRecord,
  readRecord,
  versionOf,
} from "@/lib/records/mod.ts";
import { insertCatalog } from "@/lib/catalog/insert.ts";
import {
  actOnDraft,
  type Catalog,
  compileSnapshot,
  draftOfForm,
  draftOfJson,
  draftOfRule,
  formOfDraft,
  idleParts,
  moveOption,
  moveRule,
  nextPriority,
  type Rule,
  type RuleDraft,
  ruleEntity,
  ruleOfDraft,
  ruleSentence,
  switchRules,
} from "@/lib/catalog/mod.ts";
import { moveInOrder, type Placed, placeInOrder } from "@/lib/catalog/changes/order.ts";
import { loadCatalog } from "@/lib/catalog/store.ts";
import type { DatabaseHandle } from "@/lib/db/mod.ts";
import { AppError } from "@/lib/http/mod.ts";
import { arbitraryCatalog } from "@/tests/helpers/catalog_arbitrary.ts";
import { eachEngine } from "@/tests/helpers/db.ts";
import { aCatalog, aDraft, aFactor, anOption, aRule, aSystem } from "@/tests/helpers/factories.ts";
import { inStoredOrder, toStorable } from "@/tests/helpers/storable_catalog.ts";

const by: Author = { staff: { email: "ann@example.com" }, requestId: null };

const catalog = aCatalog({
  systems: [
    aSystem("heron", { name: "Heron 45", budgetTierId: "low" }),
    aSystem("wren", { name: "Wren", budgetTierId: "high" }),
    aSystem("swift", { name: "Swift" }),
    aSystem("dodo", { name: "Dodo", retired: true }),
  ],
  factors: [
    aFactor("noise", [], {
      name: "Acoustic privacy",
      options: [
        anOption("high", { label: "High" }),
        anOption("some", { label: "Some" }),
        anOption("low-noise", { label: "Low" }),
        anOption("total", { label: "Total", retired: true }),
      ],
    }),
    aFactor("use", [], {
      name: "Use",
      multiple: true,
      options: [
        anOption("store", { label: "Storage" }),
        anOption("meet", { label: "Meetings", position: 1 }),
        anOption("rest", { label: "Rest", position: 2 }),
      ],
    }),
    aFactor("old", ["old-a"], { name: "Old question", retired: true }),
  ],
  ruleSets: [
    { id: "main", name: "Main", isDefault: true, retired: false },
    { id: "spare", name: "Spare", isDefault: false, retired: false },
    { id: "gone", name: "Gone", isDefault: false, retired: true },
  ],
});
const snapshot = compileSnapshot(catalog);

const whole = aDraft({
  name: "Quiet meetings",
  ruleSetId: "main",
  priority: "10",
  enabled: true,
  conditions: [
    { factorId: "noise", operator: "any", optionIds: ["high"] },
    { factorId: "use", operator: "none", optionIds: ["store"] },
  ],
  outcomes: [
    { systemId: "heron", role: "preferred", rationale: "It seals." },
    { systemId: "wren", role: "alternative", rationale: "It costs less." },
  ],
});

function rule(over: Partial<Rule> = {}): Rule {
  const checked = ruleOfDraft(whole, { id: "quiet", current: null, catalog });
  assert.ok(checked.ok);
  return { ...checked.value, ...over };
}

Deno.test("moveInOrder() swaps two neighbours and keeps the order of the others (§2.2)", () => {
  const records = fc.uniqueArray(fc.constantFrom(..."abcdefghijkl"), { minLength: 1 })
    .chain((ids) =>
      fc.tuple(...ids.map((id) => fc.integer({ min: 1, max: 6 }).map((place) => ({ id, place }))))
    );
  const order = (records: readonly Placed[]) =>
    records.toSorted((a, b) => a.place - b.place || (a.id < b.id ? -1 : 1)).map(({ id }) => id);
  fc.assert(fc.property(
    records,
    fc.nat(11),
    fc.constantFrom("up" as const, "down" as const),
    fc.constantFrom(6, 20, 9999),
    (records, pick, direction, max) => {
      // Every record needs a number of its own up to the maximum.
      if (records.length > max) return;
      const before = order(records);
      const from = pick % before.length;
      const id = before[from] ?? "";
      const to = direction === "up" ? from - 1 : from + 1;
      const moved = moveInOrder(records, { id, direction, max });
      const after = records.map(({ id, place }) => ({ id, place: moved.get(id) ?? place }));
      const neighbour = before[to];
      const wanted = neighbour === undefined ? before : before.with(from, neighbour).with(to, id);
      assert.deepEqual(order(after), wanted);
      assert.ok([...moved.values()].every((place) => place <= max), `${[...moved]}`);
      const distinct = new Set(records.map(({ place }) => place)).size === records.length;
      if (distinct) assert.equal(moved.size, neighbour === undefined ? 0 : 2);
    },
  ));
});

Deno.test("placeInOrder() puts a record beside another and keeps the order of the others (§2.2)", () => {
  const records = fc.uniqueArray(fc.constantFrom(..."abcdefghijkl"), { minLength: 2 })
    .chain((ids) =>
      fc.tuple(...ids.map((id) => fc.integer({ min: 1, max: 8 }).map((place) => ({ id, place }))))
    );
  const order = (records: readonly Placed[]) =>
    records.toSorted((a, b) => a.place - b.place || (a.id < b.id ? -1 : 1)).map(({ id }) => id);
  fc.assert(fc.property(
    records,
    fc.nat(11),
    fc.nat(11),
    fc.constantFrom("before" as const, "after" as const),
    fc.constantFrom(12, 9999),
    (records, pick, aim, side, max) => {
      const before = order(records);
      const id = before[pick % before.length] ?? "";
      const beside = before[aim % before.length] ?? "";
      const placed = placeInOrder(records, { id, beside, side, max });
      const after = order(
        records.map(({ id, place }) => ({ id, place: placed.get(id) ?? place })),
      );
      const rest = before.filter((other) => other !== id);
      const to = rest.indexOf(beside) + (side === "after" ? 1 : 0);
      assert.deepEqual(after, id === beside ? before : rest.toSpliced(to, 0, id));
      assert.ok([...placed.values()].every((place) => place <= max), `${[...placed]}`);
      if (String(after) === String(before)) assert.equal(placed.size, 0);
    },
  ));
  const wide = ["a", "b", "c", "d"].map((id, index) => ({ id, place: 10 * (index + 1) }));
  assert.deepEqual(
    [...placeInOrder(wide, { id: "d", beside: "a", side: "after" })],
    [["d", 15]],
    "no other record is renumbered while there is room",
  );
  assert.equal(placeInOrder(wide, { id: "d", beside: "x", side: "after" }).size, 0);
});

Deno.test("a rule survives formOfDraft() and ruleOfDraft() unchanged, even with retired records (§2.2)", () => {
  fc.assert(fc.property(arbitraryCatalog(), (drawn) => {
    const catalog = inStoredOrder(toStorable(drawn));
    for (const { priority, ...drawn } of catalog.rules) {
      const conditions = drawn.conditions.map((condition) => ({
        ...condition,
        optionIds: condition.optionIds.toSorted(),
      }));
      // Disabled, because an incomplete rule cannot be enabled.
      const current = { ...drawn, conditions, priority: priority + 2, enabled: false };
      const sent = new URLSearchParams(formOfDraft(draftOfRule(current)).toString());
      assert.deepEqual(draftOfForm(sent), draftOfRule(current));
      const checked = ruleOfDraft(draftOfForm(sent), { id: current.id, current, catalog });
      assert.deepEqual(checked, { ok: true, value: current });
    }
  }));
});

Deno.test("outcomes keep their ranks unless they are reordered, because ranks compare between rules (design §6.4)", () => {
  const current = rule({
    outcomes: rule().outcomes.map((outcome, index) => ({ ...outcome, rank: index * 2 + 3 })),
  });
  const unchanged = ruleOfDraft(draftOfRule(current), { id: "quiet", current, catalog });
  assert.deepEqual(unchanged.ok && unchanged.value.outcomes.map(({ rank }) => rank), [3, 5]);
  const reversed = { ...draftOfRule(current), outcomes: whole.outcomes.toReversed() };
  const changed = ruleOfDraft(reversed, { id: "quiet", current, catalog });
  assert.deepEqual(
    changed.ok && changed.value.outcomes.map(({ systemId, rank }) => [systemId, rank]),
    [["wren", 1], ["heron", 2]],
  );
});

for (
  const [what, change, fields] of [
    ["no name", { name: " " }, { name: "Enter a name" }],
    ["a name of 121 letters", { name: "x".repeat(121) }, { name: "Use at most 120 characters" }],
    ["NUL in the name", { name: "a\0b" }, { name: "Remove the characters that cannot be printed" }],
    [
      "a lone surrogate in the name",
      { name: "a\ud800" },
      { name: "Remove the characters that cannot be printed" },
    ],
    ["a priority of 0", { priority: "0" }, { priority: "Enter a whole number from 1 to 9999" }],
    ["a priority of 1e3", { priority: "1e3" }, { priority: "Enter a whole number from 1 to 9999" }],
    ["an unknown rule set", { ruleSetId: "none" }, { ruleSetId: "Choose a rule set" }],
    [
      "a retired rule set",
      { ruleSetId: "gone" },
      { ruleSetId: "Gone is retired. Choose another rule set" },
    ],
    [
      "no condition, enabled",
      { conditions: [] },
      { conditions: "Add a condition: a rule without one never fires" },
    ],
    [
      "no outcome, enabled",
      { outcomes: [] },
      { outcomes: "Add a system for the rule to recommend" },
    ],
    [
      "a condition without answers, enabled",
      { conditions: [{ factorId: "noise", operator: "none", optionIds: [] }] },
      { "conditions.0.optionIds": "Tick at least one answer" },
    ],
    [
      "another factor's answer",
      { conditions: [{ factorId: "noise", operator: "any", optionIds: ["meet"] }] },
      { "conditions.0.optionIds": "“meet” is not an answer to Acoustic privacy. Untick it" },
    ],
    [
      "an unknown factor",
      { conditions: [{ factorId: "__proto__", operator: "any", optionIds: ["meet"] }] },
      { "conditions.0.factorId": "This factor does not exist. Remove the condition" },
    ],
    [
      "a retired answer that is new to it",
      { conditions: [{ factorId: "noise", operator: "any", optionIds: ["total"] }] },
      { "conditions.0.optionIds": "“Total” is retired. Untick it" },
    ],
    [
      "a retired factor that is new to it",
      { conditions: [{ factorId: "old", operator: "any", optionIds: ["old-a"] }] },
      { "conditions.0.factorId": "Old question is retired. Remove the condition" },
    ],
    [
      "an unknown operator",
      { conditions: [{ factorId: "noise", operator: "most", optionIds: ["high"] }] },
      { "conditions.0.operator": "Choose any of, all of or none of" },
    ],
    [
      "a system twice",
      { outcomes: [whole.outcomes[0], whole.outcomes[0]] },
      {
        "outcomes.1.systemId":
          "Heron 45 is listed twice. Choose another system, because a rule recommends a system once",
      },
    ],
    [
      "a retired system that is new to it",
      { outcomes: [{ systemId: "dodo", role: "preferred", rationale: "It was." }] },
      { "outcomes.0.systemId": "Dodo is retired. Choose another system" },
    ],
    [
      "an unknown system",
      { outcomes: [{ systemId: "", role: "preferred", rationale: "It is." }] },
      { "outcomes.0.systemId": "Choose a system" },
    ],
    [
      "an unknown role",
      { outcomes: [{ systemId: "wren", role: "lead", rationale: "It is." }] },
      { "outcomes.0.role": "Choose preferred or alternative" },
    ],
    [
      "no reason",
      { outcomes: [{ systemId: "wren", role: "preferred", rationale: " \r\n" }] },
      { "outcomes.0.rationale": "Give the reason: buyers read it" },
    ],
    [
      "a reason of 601 letters",
      { outcomes: [{ systemId: "wren", role: "preferred", rationale: "x".repeat(601) }] },
      { "outcomes.0.rationale": "Use at most 600 characters" },
    ],
  ] as [string, Partial<RuleDraft>, Record<string, string>][]
) {
  Deno.test(`a rule with ${what} is refused with a message on the field (§7)`, () => {
    const checked = ruleOfDraft({ ...whole, ...change }, { id: "new", current: null, catalog });
    assert.deepEqual(checked, { ok: false, fields });
  });
}

Deno.test("an incomplete rule can be saved while it is disabled (§2.2)", () => {
  const draft = {
    ...whole,
    enabled: false,
    conditions: [{ factorId: "noise", operator: "any", optionIds: [] }],
    outcomes: [],
  };
  assert.ok(ruleOfDraft(draft, { id: "half", current: null, catalog }).ok);
});

Deno.test("a rule may keep records that were retired after it was stored (§4.1)", () => {
  const current = rule({
    ruleSetId: "gone",
    conditions: [
      { factorId: "noise", operator: "any", optionIds: ["high", "total"] },
      { factorId: "old", operator: "none", optionIds: ["old-a"] },
    ],
    outcomes: [{ systemId: "dodo", role: "preferred", rank: 1, rationale: "It was." }],
  });
  assert.deepEqual(
    ruleOfDraft(draftOfRule(current), { id: current.id, current, catalog }),
    { ok: true, value: current },
  );
});

Deno.test("answers are stored once, ordered by id, and listed in sentences in the buyer's order (§2.2)", () => {
  const form = formOfDraft({
    ...whole,
    conditions: [{ factorId: "use", operator: "all", optionIds: ["store", "rest", "store"] }],
  });
  const checked = ruleOfDraft(draftOfForm(form), { id: "x", current: null, catalog });
  assert.ok(checked.ok);
  assert.deepEqual(checked.value.conditions[0]?.optionIds, ["rest", "store"]);
  assert.match(ruleSentence(checked.value, compileSnapshot(catalog)), /“Storage” and “Rest”/);
});

const typed = formOfDraft(whole);

for (
  const [intent, extra, change] of [
    ["add-condition", { "add.factorId": "use" }, {
      conditions: [...whole.conditions, { factorId: "use", operator: "any", optionIds: [] }],
    }],
    ["add-condition", {}, {}],
    ["add-outcome", { "add.systemId": "swift" }, {
      outcomes: [...whole.outcomes, { systemId: "swift", role: "alternative", rationale: "" }],
    }],
    ["remove-condition.0", {}, { conditions: whole.conditions.slice(1) }],
    ["remove-condition.7", {}, {}],
    ["remove-condition", {}, {}],
    ["remove-outcome.1", {}, { outcomes: whole.outcomes.slice(0, 1) }],
    ["up-outcome.1", {}, { outcomes: whole.outcomes.toReversed() }],
    ["down-outcome.0", {}, { outcomes: whole.outcomes.toReversed() }],
    ["up-outcome.0", {}, {}],
    ["down-outcome.1", {}, {}],
    ["up-condition.1", {}, {}],
  ] as [string, Record<string, string>, Partial<RuleDraft>][]
) {
  Deno.test(`actOnDraft() applies ${intent} ${JSON.stringify(extra)} and keeps everything else typed (§7)`, () => {
    const form = new URLSearchParams([...typed, ...Object.entries(extra)]);
    const draft = actOnDraft(draftOfForm(form), { intent, form });
    assert.deepEqual(draft, { ...whole, ...change });
  });
}

for (const intent of ["", "save", "add-rule", "remove-condition.1000", "try", "constructor"]) {
  Deno.test(`actOnDraft() returns null for “${intent}”`, () => {
    assert.equal(actOnDraft(whole, { intent, form: new URLSearchParams() }), null);
  });
}

Deno.test("draftOfForm() orders rows by number and ignores rows with invalid numbers (§7)", () => {
  const form = new URLSearchParams([
    ["conditions.7.factorId", "use"],
    ["conditions.2.factorId", "noise"],
    ["conditions.2.factorId", "use"],
    ["conditions.02.factorId", "use"],
    ["conditions.-1.factorId", "use"],
    ["conditions.1e1.factorId", "use"],
    ["conditions.100.factorId", "use"],
    ["conditions.__proto__.factorId", "use"],
    ["conditions.9999999999.factorId", "use"],
    ["outcomes.constructor.systemId", "wren"],
    ["retired", "on"],
    ["id", "other"],
  ]);
  const { conditions, outcomes } = draftOfForm(form);
  assert.deepEqual(conditions.map(({ factorId }) => factorId), ["noise", "use"]);
  assert.deepEqual(outcomes, []);
});

const many = (count: number) => Array.from({ length: count }, (_, index) => `o${index}`);

for (
  const [what, change] of [
    ["21 conditions", {
      conditions: many(21).map((factorId) => ({ factorId, operator: "any", optionIds: [] })),
    }],
    ["51 answers", {
      conditions: [{ factorId: "use", operator: "any", optionIds: many(51) }],
    }],
    ["21 outcomes", {
      outcomes: many(21).map((systemId) => ({ systemId, role: "preferred", rationale: "" })),
    }],
  ] as [string, Partial<RuleDraft>][]
) {
  Deno.test(`a draft with ${what} is refused, as a form and as JSON (§7)`, () => {
    const draft = { ...whole, ...change };
    const isInvalid = (error: unknown) => error instanceof AppError && error.kind === "invalid";
    assert.throws(() => draftOfForm(formOfDraft(draft)), isInvalid);
    assert.throws(() => draftOfJson(JSON.stringify(draft)), isInvalid);
  });
}

Deno.test("draftOfJson() keeps texts of any length, and refuses a draft that it can read only in part (§7)", () => {
  const [outcome] = whole.outcomes;
  const long = {
    ...whole,
    name: "n".repeat(3_000),
    outcomes: [{ ...outcome, rationale: "r".repeat(6_000) }],
  };
  assert.deepEqual(draftOfJson(JSON.stringify(long)), { ...long, version: null });
  const half = { ...whole, outcomes: [outcome, { systemId: "wren" }] };
  assert.throws(() => draftOfJson(JSON.stringify(half)), AppError);
});

Deno.test("draftOfJson() parses the draft of another page, and refuses anything but an object (§7)", () => {
  assert.deepEqual(draftOfJson(JSON.stringify(rule())), {
    ...whole,
    outcomes: rule().outcomes.map(({ rank: _, ...outcome }) => outcome),
    version: null,
  });
  assert.deepEqual(draftOfJson("{}"), {
    name: "",
    ruleSetId: "",
    priority: "",
    enabled: false,
    conditions: [],
    outcomes: [],
    version: null,
  });
  assert.equal(draftOfJson('{"version":"3f"}').version, "3f");
  for (const text of ["", "null", "[]", "7", "{", '"rule"']) {
    assert.throws(() => draftOfJson(text), AppError, text);
  }
});

for (
  const [wanted, over] of [
    [
      "When Acoustic privacy is “High” and Use does not include “Storage”, recommend Heron 45, or Wren as an alternative.",
      {},
    ],
    [
      "When Acoustic privacy is “High”, “Some” or “Low”, recommend Heron 45 first, then Wren and Swift.",
      {
        conditions: [{
          factorId: "noise",
          operator: "any",
          optionIds: ["high", "some", "low-noise"],
        }],
        outcomes: ["heron", "wren", "swift"].map((systemId, index) => ({
          systemId,
          role: "preferred",
          rank: index + 1,
          rationale: "Yes.",
        })),
      },
    ],
    [
      "When Use includes both “Storage” and “Meetings”, recommend Heron 45, or Wren as an alternative.",
      { conditions: [{ factorId: "use", operator: "all", optionIds: ["store", "meet"] }] },
    ],
    [
      "When Acoustic privacy is neither “High” nor “Some”, recommend nothing yet.",
      {
        conditions: [{ factorId: "noise", operator: "none", optionIds: ["high", "some"] }],
        outcomes: [],
      },
    ],
    [
      "Never, because it has no condition: recommend Heron 45, or Wren as an alternative.",
      { conditions: [] },
    ],
    [
      "When Use is any of nothing yet, recommend Heron 45, or Wren as an alternative.",
      { conditions: [{ factorId: "use", operator: "any", optionIds: [] }] },
    ],
    [
      "When missing is “nothing”, recommend Heron 45, or Wren as an alternative.",
      { conditions: [{ factorId: "missing", operator: "any", optionIds: ["nothing"] }] },
    ],
  ] as [string, Partial<Rule>][]
) {
  Deno.test(`ruleSentence() says: ${wanted} (§2.2)`, () => {
    assert.equal(ruleSentence(rule(over), snapshot), wanted);
  });
}

for (
  const [what, over, wanted] of [
    ["nothing retired", {}, []],
    ["a retired answer of several", {
      conditions: [{ factorId: "noise", operator: "any", optionIds: ["high", "total"] }],
    }, [
      "“Total” of Acoustic privacy is retired and can no longer be answered; the other answers still count.",
    ]],
    ["only a retired answer", {
      conditions: [{ factorId: "noise", operator: "any", optionIds: ["total"] }],
    }, [
      "“Total” of Acoustic privacy is retired, so nobody can answer that: the rule never fires.",
    ]],
    ["a retired answer that is excluded", {
      conditions: [{ factorId: "noise", operator: "none", optionIds: ["high", "total"] }],
    }, ["“Total” of Acoustic privacy is retired: excluding it has no effect."]],
    ["a retired question", {
      conditions: [{ factorId: "old", operator: "any", optionIds: ["old-a"] }],
    }, ["Old question is retired, so nobody is asked about it: the rule never fires."]],
    ["a retired question that is excluded", {
      conditions: [{ factorId: "old", operator: "none", optionIds: ["old-a"] }],
    }, ["Old question is retired, so nobody is asked about it: the condition always holds."]],
    ["two answers where buyers give one", {
      conditions: [{ factorId: "noise", operator: "all", optionIds: ["high", "some"] }],
    }, ["Buyers give one answer to Acoustic privacy, and this asks for 2: the rule never fires."]],
    ["a retired system", {
      outcomes: [{ systemId: "dodo", role: "preferred", rank: 1, rationale: "It was." }],
    }, ["Dodo is retired and is not recommended."]],
    ["a retired rule set", { ruleSetId: "gone" }, [
      "The rule set Gone is retired, so the rule never fires.",
    ]],
    ["a rule set that no track uses", { ruleSetId: "spare" }, [
      "No track uses the rule set Spare yet, so buyers do not meet the rule.",
    ]],
  ] as [string, Partial<Rule>, string[]][]
) {
  Deno.test(`idleParts() lists what has no effect in a rule with ${what} (§4.1)`, () => {
    assert.deepEqual(idleParts(rule(over), snapshot), wanted);
  });
}

Deno.test("nextPriority() puts a new rule after the live rules of its set (§2.2)", () => {
  const rules = [
    aRule("a", { priority: 14 }),
    aRule("b", { priority: 90, retired: true }),
    aRule("c", { priority: 700, ruleSetId: "spare" }),
  ];
  assert.equal(nextPriority({ ...catalog, rules }, "main"), 20);
  assert.equal(nextPriority({ ...catalog, rules }, "gone"), 10);
  assert.equal(nextPriority({ ...catalog, rules: [aRule("a", { priority: 9999 })] }, "main"), 9999);
});

async function store(db: DatabaseHandle["db"], stored: Catalog): Promise<void> {
  await db.transaction().execute((trx) => insertCatalog(trx, stored));
}

eachEngine(
  "ruleEntity stores and reads every field of a rule, whatever the order of options (§2.2)",
  async ({ db }) => {
    await store(db, catalog);
    const created = rule();
    assert.equal(
      (await createRecord(db, ruleEntity, { by, id: "quiet", record: created })).kind,
      "changed",
    );
    assert.deepEqual((await loadCatalog(db)).rules, [created]);
    const next = rule({
      name: "Other",
      priority: 5,
      ruleSetId: "spare",
      enabled: false,
      retired: true,
      conditions: [{ factorId: "use", operator: "all", optionIds: ["rest", "store"] }],
      outcomes: created.outcomes.toReversed().map((outcome, index) => ({
        ...outcome,
        rank: index + 1,
      })),
    });
    const outcome = await changeRecord(db, ruleEntity, { by, id: "quiet", action: "update", next });
    assert.deepEqual(outcome, { kind: "changed", before: created, record: next });
    const asShown = [{ factorId: "use", operator: "all", optionIds: ["store", "rest"] }];
    assert.deepEqual((await loadCatalog(db)).rules, [{ ...next, conditions: asShown }]);
    assert.deepEqual(await ruleEntity.read(db, "quiet", { lock: false }), next);
    const again = await changeRecord(db, ruleEntity, { by, id: "quiet", action: "update", next });
    assert.equal(again.kind, "unchanged");
    for (const _ of [1, 2]) await moveOption(db, { by, id: "rest", direction: "up" });
    assert.deepEqual((await loadCatalog(db)).rules, [next], "Rest is now the first option");
    const { record, version } = await readRecord(db, ruleEntity, "quiet") ?? {};
    assert.deepEqual(record, next, "the rule itself is unchanged");
    assert.equal(version, versionOf(next));
  },
);

eachEngine(
  "a rule that names a missing record is refused with a message on the field (§7)",
  async ({ db }) => {
    await store(db, catalog);
    for (
      const [record, fields] of [
        [rule({ ruleSetId: "none" }), {
          ruleSetId: "This rule set no longer exists. Choose another",
        }],
        [
          rule({ conditions: [{ factorId: "none", operator: "any", optionIds: [] }] }),
          { conditions: "A factor of the conditions no longer exists. Remove its condition" },
        ],
        [
          rule({ conditions: [{ factorId: "noise", operator: "any", optionIds: ["meet"] }] }),
          { conditions: "An option of the conditions no longer exists. Untick it" },
        ],
        [
          rule({ outcomes: [{ systemId: "none", role: "preferred", rank: 1, rationale: "Why?" }] }),
          { outcomes: "A recommended system no longer exists. Choose another" },
        ],
      ] as const
    ) {
      const outcome = await createRecord(db, ruleEntity, { by, id: "quiet", record });
      assert.deepEqual(outcome, { kind: "invalid", fields });
    }
    assert.deepEqual((await loadCatalog(db)).rules, []);
    assert.deepEqual(await db.selectFrom("audit_log").select("seq").execute(), []);
  },
);

eachEngine(
  "moveRule() moves a rule within its set and audits every rule that changed (§6.2)",
  async ({ db }) => {
    await store(db, {
      ...catalog,
      rules: [
        aRule("a", { priority: 10 }),
        aRule("b", { priority: 10 }),
        aRule("c", { priority: 10 }),
        aRule("d", { priority: 20 }),
        aRule("between", { priority: 15, retired: true }),
        aRule("elsewhere", { priority: 15, ruleSetId: "spare" }),
      ],
    });
    const order = async () =>
      (await loadCatalog(db)).rules.filter(({ ruleSetId, retired }) =>
        ruleSetId === "main" && !retired
      )
        .map(({ id, priority }) => `${id} ${priority}`);
    const changed = await moveRule(db, { by, id: "d", direction: "up" });
    assert.deepEqual(changed.map(({ id }) => id).sort(), ["c", "d"]);
    assert.deepEqual(await order(), ["a 10", "b 10", "d 10", "c 20"]);
    await moveRule(db, { by, id: "b", direction: "up" });
    assert.deepEqual(await order(), ["b 10", "a 11", "d 11", "c 20"]);
    assert.deepEqual(await moveRule(db, { by, id: "b", direction: "up" }), []);
    assert.deepEqual(await moveRule(db, { by, id: "between", direction: "up" }), []);
    assert.deepEqual(await moveRule(db, { by, id: "none", direction: "down" }), []);
    const entries = await db.selectFrom("audit_log").select(["action", "entity_type", "entity_id"])
      .orderBy("seq").execute();
    assert.equal(entries.length, 4);
    assert.ok(
      entries.every(({ action, entity_type }) => action === "move" && entity_type === "rule"),
    );
  },
);

eachEngine(
  "concurrent moveRule() calls leave the priorities of the last audit entries (§6.2)",
  async ({ db }) => {
    const ids = ["a", "b", "c", "d", "e"];
    await store(db, { ...catalog, rules: ids.map((id) => aRule(id, { priority: 10 })) });
    await Promise.all(
      ids.flatMap((id) => [
        moveRule(db, { by, id, direction: "up" }),
        moveRule(db, { by, id, direction: "down" }),
      ]),
    );
    const { rules } = await loadCatalog(db);
    assert.deepEqual(rules.map(({ id }) => id).sort(), ids);
    const logged = await db.selectFrom("audit_log").select(["entity_id", "after"]).orderBy("seq")
      .execute();
    assert.notEqual(logged.length, 0);
    for (const { id, priority } of rules) {
      const last = logged.findLast(({ entity_id }) => entity_id === id);
      if (last) assert.equal(Reflect.get(last.after ?? {}, "priority"), priority);
    }
  },
);

eachEngine(
  "switchRules() reads any number of rules with four statements and audits them with one (§2.2, §6.2)",
  async ({ db }) => {
    const whole = rule({ enabled: false });
    const stored = [
      ...["c", "a", "b"].map((id) => rule({ ...whole, id })),
      rule({ id: "on" }),
      rule({ ...whole, id: "gone", retired: true }),
      rule({ ...whole, id: "half", outcomes: [] }),
    ];
    await store(db, { ...catalog, rules: stored });
    const counts = { SelectQueryNode: 0, InsertQueryNode: 0, UpdateQueryNode: 0 };
    const counting = db.withPlugin({
      transformQuery({ node }) {
        if (node.kind in counts) counts[node.kind as keyof typeof counts]++;
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
    const ids = ["b", "half", "gone", "on", "none", "a", "c", "a"];
    const { changed, incomplete } = await switchRules(counting, { by, ids, on: true });
    const after = ["a", "b", "c"].map((id) => rule({ ...whole, id, enabled: true }));
    assert.deepEqual(changed, after, "with all conditions and outcomes");
    assert.deepEqual(incomplete.map(({ id }) => id), ["half"]);
    assert.deepEqual(counts, { SelectQueryNode: 4, InsertQueryNode: 1, UpdateQueryNode: 3 });
    const entries = await db.selectFrom("audit_log").select(["action", "entity_id", "after"])
      .orderBy("seq").execute();
    assert.deepEqual(
      entries,
      after.map((rule) => ({ action: "enable", entity_id: rule.id, after: rule })),
    );
  },
);
