/** Behaviour under faults of the identity perimeter and the consent platform (spec §4.11a, §5). */
import assert from "node:assert/strict";
import { until } from "../helpers/until.ts";
import { openWorldClient, signedIn, type WorldClient } from "../helpers/world_client.ts";
import type { WorldFaultId } from "./faults.ts";
import type { Scenario } from "./scenario.ts";
import { CITY_HEADER, type World } from "./world.ts";

const KEYS: readonly WorldFaultId[] = ["keys-gone", "keys-html", "keys-slow"];
const CONSENT: readonly WorldFaultId[] = [
  "consent-malformed",
  "consent-purposes",
  "consent-words",
  "consent-site",
];

async function statusWith(world: World, token: string): Promise<number> {
  const response = await fetch(`${world.origin}/admin`, {
    headers: { "cf-access-jwt-assertion": token },
  });
  await response.body?.cancel();
  return response.status;
}

const RESULT = "/api/recommendation?options=meeting-rooms";

/** Returns the city of a matched project. */
async function aCity(visitor: WorldClient): Promise<string> {
  const { matchedProjects } = JSON.parse((await visitor.get(RESULT)).text);
  const found = matchedProjects.find(({ role, city }: { role: string; city: string | null }) =>
    role === "recommended" && city !== null
  );
  return found?.city ?? "";
}

/** Enables the proximity of projects. */
async function showNear(world: World): Promise<void> {
  const admin = await signedIn(world, "admin");
  const { text } = await admin.get("/admin/privacy");
  const version = /name="version" value="([^"]+)"/.exec(text)?.[1] ?? "";
  const saved = await admin.post("/admin/privacy", { version, near_projects: "true" });
  assert.equal(saved.status, 303, saved.text);
}

/** Asserts that data is measured with consent, and that nothing is measured when the consent cookie is faulty. */
async function nothingIsMeasured(world: World): Promise<void> {
  await showNear(world);
  const known = openWorldClient(world);
  await known.choose("all");
  const city = await aCity(known);
  assert.notEqual(city, "");
  await until("measured data", async () => {
    const { events, questions, near } = await measured(known, city);
    return events === 1 && questions > 0 && near > 0;
  });
  for (const fault of CONSENT) {
    const visitor = openWorldClient(world);
    await visitor.inject(fault);
    await visitor.choose("all");
    assert.deepEqual(await measured(visitor, city), { events: 0, questions: 0, near: 0 }, fault);
    await visitor.mend("consent");
  }
}

/** Returns what is measured of a visitor: recorded events, retained questions, and projects marked as near. */
async function measured(visitor: WorldClient, city: string) {
  const saved = await visitor.json("PUT", "/api/session", { recommendation: "quarry-steel" });
  assert.equal(saved.status, 200, saved.text);
  const events = await visitor.json("POST", "/api/session/events", {
    events: [{ kind: "step_viewed", ref: "setting" }],
  });
  const message = "How quiet is Quarry Steel?";
  const chat = await visitor.json("POST", "/api/assistant/chat?stream=0", { message });
  assert.equal(chat.status, 200, chat.text);
  const result = await visitor.get(RESULT, { [CITY_HEADER]: city });
  assert.equal(result.status, 200);
  const { visit } = JSON.parse((await visitor.get("/privacy/download")).text);
  return {
    events: JSON.parse(events.text).recorded,
    questions: visit?.records.answered_questions?.length ?? 0,
    near:
      JSON.parse(result.text).matchedProjects.filter(({ nearYou }: { nearYou?: true }) => nearYou)
        .length,
  };
}

/** The scenarios, in the order of the tests. */
export const STAFF_SCENARIOS: readonly Scenario[] = [
  {
    name: "keys-rotated: tokens of the new key and of the old key are accepted (§5)",
    async run(world) {
      const before = await signedIn(world, "admin");
      assert.equal((await before.get("/admin")).status, 200);
      await before.inject("keys-rotated");
      const after = await signedIn(world, "admin");
      assert.equal((await after.get("/admin")).status, 200);
      assert.equal((await before.get("/admin")).status, 200);
      await before.mend("perimeter");
    },
  },
  ...KEYS.map((fault): Scenario => ({
    name: `${fault}: “a forged token fails”, cached keys work, and buyers notice nothing (§5)`,
    async run(world) {
      const admin = await signedIn(world, "admin");
      await admin.inject(fault);
      assert.equal((await admin.get("/admin")).status, 200, "cached keys work");
      const { perimeter } = world.doubles;
      const forged = await perimeter.mint({ email: "ada.admin@world.example" }, {
        key: await perimeter.stranger(perimeter.keys[0]?.kid),
      });
      assert.equal(await statusWith(world, forged), 401);
      const elsewhere = await perimeter.mint({ aud: ["another-application"] });
      assert.equal(await statusWith(world, elsewhere), 401);
      const buyer = openWorldClient(world);
      for (const path of ["/", "/select", "/systems", "/api/systems"]) {
        assert.equal((await buyer.get(path)).status, 200, path);
      }
      await admin.mend("perimeter");
    },
  })),
  {
    name:
      "“no access token: unauthenticated”, and a role without the capability is forbidden (§3.6)",
    async run(world) {
      assert.equal((await openWorldClient(world).get("/admin")).status, 401);
      const auditor = openWorldClient(world);
      await auditor.signIn("auditor");
      assert.equal((await auditor.get("/admin/crm")).status, 403);
      assert.equal((await auditor.get("/admin/leads")).status, 200);
    },
  },
  ...CONSENT.map((fault): Scenario => ({
    name: `${fault}: “a malformed cookie, an absent purpose or a parse error mean no consent” (§5)`,
    async run(world) {
      const { crm } = world.doubles;
      const visitor = openWorldClient(world);
      await visitor.visitAs("pat");
      await visitor.inject(fault);
      await visitor.choose("all");
      await visitor.mend("consent");
      const before = crm.asked("findVisitors").length;
      const body = { recommendation: "heron-thermal" };
      assert.equal((await visitor.json("PUT", "/api/session", body)).status, 200);
      assert.equal((await visitor.get("/results")).status, 200);

      // A visitor with consent is looked up in the meantime, so a look-up of this one would have been seen.
      const known = openWorldClient(world);
      await known.visitAs("pat");
      await known.choose("all");
      await known.json("PUT", "/api/session", body);
      await until("the look-up", () => crm.asked("findVisitors").length > before);
      assert.equal(crm.asked("findVisitors").length, before + 1);
      const { text } = await visitor.get("/api/session/recognition");
      assert.equal(JSON.parse(text).recognised, false);
    },
  })),
  {
    name:
      "consent-*: no event, no transcript and no proximity without “the measurement tier”, and the rest works (§4.1, §5)",
    run: nothingIsMeasured,
  },
];
