/** The list of rules and its bulk actions, at the size of a real catalog (spec §2.2, §4.1, §6.2). */
import assert from "node:assert/strict";
import type { Rule } from "@/lib/catalog/mod.ts";
import { aCatalog, aFactor, aRule, aSystem } from "../helpers/factories.ts";
import { type StaffBench, startStaff } from "../helpers/staff.ts";

const COUNT = 800;

const CATALOG = aCatalog({
  systems: [aSystem("plain", { name: "Plain" }), aSystem("fine", { name: "=Fine" })],
  factors: [aFactor("place", ["inside", "outside"]), aFactor("look", ["wood", "glass"])],
  rules: Array.from({ length: COUNT }, (_, index) =>
    aRule(`rule-${index}`, {
      name: `Rule ${index} for a buyer who asks for something in particular`,
      priority: index + 1,
      enabled: index % 2 === 0,
      conditions: index === 3 ? [] : [
        { factorId: "place", operator: "any", optionIds: ["inside", "outside"] },
        { factorId: "look", operator: "none", optionIds: ["glass"] },
      ],
      outcomes: [
        { systemId: "plain", role: "preferred", rank: 1, rationale: "It is enough, and no more." },
        { systemId: "fine", role: "alternative", rank: 2, rationale: "It is wood." },
      ],
    })),
});

function stored({ app }: StaffBench): Rule[] {
  return app.services.catalog.current().catalog.rules
    .toSorted((a, b) => a.priority - b.priority || (a.id < b.id ? -1 : 1));
}

const orderOf = (bench: StaffBench) => stored(bench).slice(0, 6).map(({ id }) => id);
const enabledOf = (bench: StaffBench) => stored(bench).filter(({ enabled }) => enabled).length;

Deno.test("the list of rules is paged, exported, and changed many at a time (§2.2, §6.2)", async (t) => {
  await using bench = await startStaff(CATALOG);

  await t.step(
    "each page of 800 rules has under 200,000 characters, and every rule is on a page",
    async () => {
      const ids = new Set<string>();
      for (let page = 1; page <= COUNT / 50; page++) {
        const { status, text } = await bench.get(`/admin/rules?page=${page}`);
        assert.equal(status, 200);
        assert.ok(text.length < 200_000, `${text.length} characters`);
        for (const [, id = ""] of text.matchAll(/data-rule="([^"]+)"/g)) ids.add(id);
      }
      assert.equal(ids.size, COUNT);
    },
  );

  await t.step("ticked rules are switched together, each with its entry", async () => {
    const before = (await bench.entries()).length;
    const { status, location } = await bench.post("/admin/rules?page=2", {
      bulk: "true",
      ids: ["rule-1", "rule-3", "rule-4", "rule-5"],
    });
    assert.equal(status, 303);
    assert.match(location ?? "", /page=2$/);
    assert.equal(enabledOf(bench), COUNT / 2 + 2, "one rule has no condition, one was on already");
    const entries = (await bench.entries()).slice(before);
    assert.deepEqual(entries.map(({ action, id }) => `${action} ${id}`), [
      "enable rule-1",
      "enable rule-5",
    ]);
    await bench.post("/admin/rules", { bulk: "off", ids: "rule-1,rule-5" });
    assert.equal(enabledOf(bench), COUNT / 2, "the ids in one field, as Undo sends them");
  });

  await t.step("all rules of a filtered list are switched, and no other", async () => {
    await bench.post("/admin/rules?q=rule+79", { bulk: "off", all: "18", ids: "rule-0" });
    const off = stored(bench).filter(({ id, enabled }) =>
      !enabled && Number(id.slice(5)) % 2 === 0
    );
    assert.deepEqual(off.map(({ id }) => id), [790, 792, 794, 796, 798].map((n) => `rule-${n}`));
    const before = await bench.traces();
    const { location } = await bench.post("/admin/rules?q=rule+79", { bulk: "on", all: "17" });
    assert.match(location ?? "", /q=rule\+79/);
    assert.equal(
      await bench.traces(),
      before,
      "nothing is switched if the number of rules has changed",
    );
    assert.equal(
      (await bench.post("/admin/rules", { bulk: "sideways", ids: "rule-1" })).status,
      400,
    );
    assert.equal((await bench.post("/admin/rules", { bulk: "on", ids: "../x" })).status, 400);
    assert.equal((await bench.post("/admin/rules", { bulk: "on" })).status, 303);
  });

  await t.step("a rule is moved beside another, and the answer leads to its new page", async () => {
    const { location } = await bench.post("/admin/rules", {
      id: "rule-60",
      beside: "rule-1",
      side: "after",
    });
    assert.match(location ?? "", /^\/admin\/rules\?set=[^&]+#row-rule-60$/);
    assert.deepEqual(orderOf(bench), ["rule-0", "rule-1", "rule-60", "rule-2", "rule-3", "rule-4"]);
    const back = await bench.post("/admin/rules", {
      id: "rule-60",
      beside: "rule-61",
      side: "before",
    });
    assert.match(back.location ?? "", /page=2#row-rule-60$/);
    assert.deepEqual(stored(bench).map(({ id }) => id), CATALOG.rules.map(({ id }) => id));
    const beyond = await bench.post("/admin/rules", { id: "rule-60", beside: "x", side: "after" });
    assert.equal(beyond.status, 303);
    assert.equal(
      (await bench.post("/admin/rules", { id: "x", beside: "rule-1", side: "after" })).status,
      404,
    );
  });

  await t.step("the export has a row for each rule that the list shows", async () => {
    const { status, text } = await bench.get("/admin/rules?status=live&q=rule+1&format=csv");
    assert.equal(status, 200);
    const rows = text.split("\r\n").filter((row) => /^rule-\d+,\d+,on,/.test(row));
    const shown = stored(bench).filter(({ enabled, name }) => enabled && name.includes("1"));
    assert.equal(rows.length, shown.length);
    assert.match(text, /^\uFEFF?id,priority,state,name,rule,systems,reasons,rule_set\r\n/);
    assert.match(text, /Plain \(preferred\)\n=Fine \(alternative\)/);
  });
});
