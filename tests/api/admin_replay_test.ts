/** The replay of a rule's draft over the stored answers of buyers (spec §2.5, §4.1, §5). */
import assert from "node:assert/strict";
import { formOfDraft } from "@/lib/catalog/mod.ts";
import { DEFAULT_ENGINE } from "../helpers/db.ts";
import { aCatalog, aDraft, aFactor, aRule, aSystem } from "../helpers/factories.ts";
import { CONSENT_ENVIRONMENT, CONSENTING, REFUSING } from "../helpers/session.ts";
import { type StaffBench, startStaff } from "../helpers/staff.ts";

const CATALOG = aCatalog({
  systems: [aSystem("plain", { name: "Plain" }), aSystem("hatch", { name: "Hatch" })],
  factors: [aFactor("place", ["inside", "outside"]), aFactor("opening", ["window", "door"])],
  rules: [
    aRule("plain-inside", {
      priority: 10,
      conditions: [{ factorId: "place", operator: "any", optionIds: ["inside"] }],
      outcomes: [{ systemId: "plain", role: "preferred", rank: 1, rationale: "It is enough." }],
    }),
  ],
});

const DRAFT = formOfDraft(aDraft({
  name: "A hatch for trays",
  ruleSetId: CATALOG.ruleSets[0]?.id ?? "",
  priority: "1",
  enabled: false,
  conditions: [{ factorId: "opening", operator: "any", optionIds: ["window"] }],
  outcomes: [{ systemId: "hatch", role: "preferred", rationale: "Trays slide through." }],
}));

/** Saves the answers and the result of a buyer. */
async function buy(
  { app }: StaffBench,
  consent: string,
  answers: Readonly<Record<string, string>>,
): Promise<void> {
  const response = await app.request("/api/session", {
    method: "PUT",
    headers: { "content-type": "application/json", cookie: consent },
    body: JSON.stringify({
      ...Object.fromEntries(
        Object.entries(answers).map(([id, option]) => [`answer:${id}`, option]),
      ),
      recommendation: "plain",
    }),
  });
  assert.equal(response.status, 200, await response.text());
}

/** Tries the draft, and returns the text of the editor's page. */
async function tryDraft(bench: StaffBench): Promise<string> {
  const { status, text } = await bench.post("/admin/rules/new", {
    ...Object.fromEntries(DRAFT),
    intent: "try",
  });
  assert.equal(status, 200, text.slice(0, 1000));
  return text.replaceAll(/<svg.*?<\/svg>/gs, "").replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ");
}

Deno.test("a draft shows which recent picks of consenting buyers it would have changed (§4.1, §5)", async () => {
  await using bench = await startStaff(CATALOG, DEFAULT_ENGINE, CONSENT_ENVIRONMENT);
  assert.match(
    await tryDraft(bench),
    /No buyer who agreed to measurement has reached a result yet/,
  );

  const [window, neither] = [{ place: "inside", opening: "window" }, { place: "inside" }];
  for (const answers of [window, window, neither]) await buy(bench, CONSENTING, answers);
  await buy(bench, REFUSING, window);
  const text = await tryDraft(bench);
  assert.match(text, /This draft would have changed 2 of the last 3 picks\./);
  assert.match(text, /Option window · Option inside Plain Hatch 2 Simulate/);
  assert.equal((await bench.entries()).length, 0, "a replay saves nothing");
});
