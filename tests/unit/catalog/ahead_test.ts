/** The values derived from a snapshot are computed before it becomes the current one. */
import assert from "node:assert/strict";
import {
  compileAhead,
  compileSnapshot,
  perSnapshot,
  perSnapshotInSteps,
  prepareSnapshot,
} from "@/lib/catalog/mod.ts";
import { inTurns } from "@/lib/timing/mod.ts";
import { countDerived } from "@/lib/catalog/per_snapshot.ts";
import { select } from "@/lib/selection/mod.ts";
import { warmUp } from "@/lib/cli/warm_up.ts";
import { wizardModel } from "@/lib/wizard/mod.ts";
import { demoCatalog } from "@/migrations/seed/demo/mod.ts";
import { eachApp } from "@/tests/helpers/app.ts";

let computed = 0;
const probe = perSnapshot(({ rules }) => ({ run: ++computed, rules: rules.length }));
const stepped = perSnapshotInSteps(function* ({ rules }) {
  for (const _ of rules) yield;
  return { rules: rules.length };
});

Deno.test("compileAhead() computes every registered value of a snapshot once (design §6)", async () => {
  const before = computed;
  const snapshot = await compileAhead(demoCatalog);
  assert.equal(computed, before + 1);
  assert.equal(probe(snapshot).rules, demoCatalog.rules.length);
  assert.equal(stepped(snapshot).rules, demoCatalog.rules.length);
  const derived = countDerived(snapshot);
  select(snapshot, { optionIds: ["between-rooms"], track: "home" });
  wizardModel(snapshot, "home");
  await prepareSnapshot(snapshot);
  assert.equal(computed, before + 1);
  assert.equal(countDerived(snapshot), derived);
});

Deno.test("compileSnapshot() leaves derived values to be computed on first use", () => {
  const snapshot = compileSnapshot(demoCatalog);
  assert.equal(countDerived(snapshot), 0);
  assert.equal(stepped(snapshot), stepped(snapshot));
  assert.equal(countDerived(snapshot), 1);
});

Deno.test("compileSnapshot() reuses the frozen records of an earlier snapshot", () => {
  const first = compileSnapshot(demoCatalog);
  const [rule, ...others] = first.catalog.rules;
  assert.ok(rule);
  const second = compileSnapshot({
    ...first.catalog,
    rules: [{ ...rule, name: "Changed" }, ...others],
  });
  assert.equal(second.catalog.rules[1], first.catalog.rules[1]);
  assert.equal(second.catalog.rules[0]?.name, "Changed");
  assert.ok(Object.isFrozen(second.catalog.rules[0]?.conditions));
});

Deno.test("compileAhead() yields to the event loop while it compiles thousands of rules (design §6)", async () => {
  const rules = Array.from({ length: 5_000 }, (_, place) => {
    const rule = demoCatalog.rules[place % demoCatalog.rules.length];
    assert.ok(rule);
    return { ...rule, id: `${rule.id}-${place}` };
  });
  let turns = 0;
  let compiled = false;
  const compiling = compileAhead({ ...demoCatalog, rules }).then(() => compiled = true);
  while (!compiled) {
    await new Promise((resolve) => setTimeout(resolve));
    turns++;
  }
  await compiling;
  assert.ok(turns > 3, `${turns} turns`);
});

Deno.test("inTurns() lets requests be answered before the work is done (design §6)", async () => {
  await using server = Deno.serve({ port: 0, onListen() {} }, () => new Response("answered"));
  const ended: string[] = [];
  const working = inTurns(function* () {
    const until = performance.now() + 60_000;
    while (ended.length === 0 && performance.now() < until) yield;
  }()).then(() => ended.push("work"));
  const response = await fetch(`http://localhost:${server.addr.port}`);
  ended.push(await response.text());
  await working;
  assert.deepEqual(ended, ["answered", "work"]);
});

eachApp(
  "the first requests after a catalog load compute no derived values (design §6)",
  async (app) => {
    const { catalog, db } = app.services;
    await warmUp(app.handler, app.services);
    const answers = `options=between-rooms&track=home`;
    const paths = [`/api/recommendation?${answers}`, `/results?${answers}`, "/select?track=home"];
    for (const name of ["", "First", "Second"]) {
      await db.updateTable("rules").set({ name }).where(
        "id",
        "=",
        catalog.current().rules[0]?.id ?? "",
      )
        .execute();
      const snapshot = await catalog.refresh();
      assert.equal(catalog.current(), snapshot);
      const derived = countDerived(snapshot);
      assert.ok(derived > 0);
      for (const path of [...paths, "/systems", "/api/systems", "/api/factors", "/"]) {
        const response = await app.request(path);
        assert.equal(response.status, 200, path);
        await response.body?.cancel();
        assert.equal(countDerived(snapshot), derived, path);
      }
    }
  },
);
