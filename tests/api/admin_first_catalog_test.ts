/** The first records of an empty catalog, made with the forms of the staff area alone (spec §2.2, §4.1). */
import assert from "node:assert/strict";
import { formOfDraft } from "@/lib/catalog/mod.ts";
import { aCatalog, aDraft } from "../helpers/factories.ts";
import { startStaff } from "../helpers/staff.ts";

const MISSING = /class="attention-count[^>]*>0<\/span><div><p><span[^>]*><a [^>]*>([^<]+)</g;

Deno.test("staff fill an empty catalog until buyers get a system, and the overview says what is missing (§2.2)", async () => {
  await using staff = await startStaff(aCatalog({ ruleSets: [] }));
  const missing = async () => {
    const { text } = await staff.get("/admin", "admin");
    return [...text.matchAll(MISSING)].map(([, what]) => what);
  };
  const create = (path: string, fields: Record<string, string | readonly string[]>) =>
    staff.act(path, fields, "admin");
  const advised = async (query: string) => {
    const answer = await staff.json(`/api/recommendation?${query}`);
    return (answer as { recommended: { systemId: string } | null }).recommended?.systemId ?? null;
  };
  assert.deepEqual(await missing(), [
    "Live systems",
    "Questions with an option to choose",
    "Default rule sets",
    "Rules that are switched on",
  ]);
  assert.match(
    (await staff.get("/admin/tracks/new", "admin")).text,
    /href="\/admin\/rule-sets\/new"/,
  );

  await create("/admin/systems/new", { name: "Pane", position: "1" });
  await create("/admin/factors/new", { name: "Place", question: "Where is it?", position: "1" });
  await create("/admin/factors/place/options/new", { label: "Outside" });
  const first = await create("/admin/rule-sets/new", { name: "All rules" });
  assert.equal(first.undo, undefined, "the default rule set cannot be retired, not by Undo either");
  assert.deepEqual(await missing(), ["Rules that are switched on"]);
  const second = await create("/admin/rule-sets/new", { name: "More rules" });
  assert.ok(second.undo, "it is not the default, so it can be retired");
  await create("/admin/tracks/new", {
    name: "A home",
    description: "For those who live there.",
    ruleSetId: "all-rules",
  });
  await staff.act(
    "/admin/rules/new",
    Object.fromEntries(formOfDraft(aDraft({
      name: "Outside",
      ruleSetId: "all-rules",
      enabled: true,
      conditions: [{ factorId: "place", operator: "any", optionIds: ["outside"] }],
      outcomes: [{ systemId: "pane", role: "preferred", rationale: "It stands the rain." }],
    }))),
    "admin",
  );
  assert.deepEqual(await missing(), []);
  await create("/admin/factors/new", { name: "Width", question: "How wide?", position: "2" });
  assert.match(
    (await staff.get("/admin/tracks", "admin")).text,
    /All rules<\/a><\/td><td[^>]*>1</,
    "nobody is asked a factor without options",
  );
  assert.equal(await advised("options=outside"), "pane");
  assert.equal(await advised("options=outside&track=a-home"), "pane");
});
