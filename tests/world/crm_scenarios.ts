/** Behaviour under CRM faults (spec §3.1, §4.4, §4.10, §4.11a, §7). */
import assert from "node:assert/strict";
import { until } from "../helpers/until.ts";
import { openWorldClient, signedIn, type WorldClient } from "../helpers/world_client.ts";
import type { WorldFaultId } from "./faults.ts";
import type { Scenario } from "./scenario.ts";
import type { World } from "./world.ts";

const SELECTION = { recommendation: "heron-thermal", systems_viewed: ["heron-thermal"] };

/** Submits a lead as a buyer who has viewed a system, and asserts that it is accepted. */
async function leaveAddress(client: WorldClient, email: string): Promise<void> {
  assert.equal((await client.json("PUT", "/api/session", SELECTION)).status, 200);
  const { status, text } = await client.json("POST", "/api/lead", { email, ...SELECTION });
  assert.equal(status, 200, text);
  assert.deepEqual(JSON.parse(text), { ok: true });
}

async function aBuyer(world: World): Promise<WorldClient> {
  const buyer = openWorldClient(world);
  await buyer.choose("all");
  return buyer;
}

const OUTAGES: readonly (readonly [fault: WorldFaultId, email: string])[] = [
  ["crm-gone", "amy@walls.test"],
  ["crm-error", "bob@walls.test"],
  ["crm-password", "cat@walls.test"],
  ["crm-sign-in", "dan@walls.test"],
  ["crm-busy", "eva@walls.test"],
  ["crm-hangs", "fay@walls.test"],
];

/** Returns an e-mail address masked as staff see it. */
const masked = (email: string) => `${email[0]}•••@w•••.test`;

async function queueIsEmptied(world: World): Promise<void> {
  const editor = await signedIn(world, "editor");
  const { crm } = world.doubles;
  await until("every lead in the CRM", async () => {
    await editor.post("/admin/crm", { intent: "retry-all" });
    return OUTAGES.every(([, email]) => crm.records.contactsOf(email).length === 1);
  });
  const { text } = await editor.get("/admin/crm");
  for (const [, email] of OUTAGES) assert.ok(!text.includes(masked(email)), email);
}

async function stepDegrades(
  world: World,
  { fault, email, done }: { fault: WorldFaultId; email: string; done: () => boolean },
): Promise<void> {
  const buyer = await aBuyer(world);
  const auditor = openWorldClient(world);
  await auditor.signIn("auditor");
  await buyer.inject(fault);
  await leaveAddress(buyer, email);
  await until("the steps that do not fail", done);
  const [contact] = world.doubles.crm.records.contactsOf(email);
  assert.ok(contact);
  await until(
    "the link to the session",
    async () => (await auditor.get("/admin/leads")).text.includes(contact.id),
  );
  await buyer.mend("crm");
}

/** Returns the rows of an abandoned lead on the CRM page. */
async function rowOf(editor: WorldClient, email: string): Promise<string> {
  const { text } = await editor.get("/admin/crm?queue=abandoned");
  const rows = text.split("<tr").filter((row) => row.includes(masked(email)));
  return rows.join("");
}

async function isGivenUp(world: World): Promise<void> {
  const email = "ida@walls.test";
  const [buyer, editor] = [await aBuyer(world), await signedIn(world, "editor")];
  await buyer.inject("crm-error");
  await leaveAddress(buyer, email);
  await until("the lead given up", async () => {
    await editor.post("/admin/crm", { intent: "retry-all" });
    return (await rowOf(editor, email)).includes("Given up");
  });
  const asked = () =>
    world.doubles.crm.asked("findContacts").filter(({ path }) => path.includes("ida%40walls.test"))
      .length;
  assert.equal(asked(), 5);
  await editor.mend("crm");
  await editor.post("/admin/crm", { intent: "retry-all" });
  assert.equal(asked(), 5, "there is no sixth attempt");
}

async function isLinkedLater(world: World): Promise<void> {
  const email = "joy@walls.test";
  const [buyer, auditor] = [await aBuyer(world), openWorldClient(world)];
  const editor = await signedIn(world, "editor");
  await auditor.signIn("auditor");
  await until(
    "a session",
    async () => (await buyer.json("PUT", "/api/session", SELECTION)).status === 200,
  );
  await buyer.inject("store-gone");
  const { status, text } = await buyer.json("POST", "/api/lead", { email, ...SELECTION });
  assert.deepEqual([status, JSON.parse(text)], [200, { ok: true }]);
  const { records } = world.doubles.crm;
  await until("the steps that need no store", () => {
    const [contact] = records.contactsOf(email);
    const posts = records.forms.get("55")?.submissions ?? [];
    return records.lists.get("7")?.members.has(contact?.id ?? "") === true &&
      posts.some(({ emailAddress }) => emailAddress === email);
  });
  await buyer.mend("store");
  await until("the link to the session", async () => {
    await editor.post("/admin/crm", { intent: "retry-all" });
    const [contact] = records.contactsOf(email);
    return (await auditor.get("/admin/leads")).text.includes(contact?.id ?? "none");
  });
  const posts = records.forms.get("55")?.submissions ?? [];
  assert.equal(posts.filter(({ emailAddress }) => emailAddress === email).length, 1);
  assert.equal(records.contactsOf(email).length, 1);
}

/** The scenarios, in the order of the tests. */
export const CRM_SCENARIOS: readonly Scenario[] = [
  ...OUTAGES.map(([fault, email]): Scenario => ({
    name: `${fault}: “a CRM failure never fails the request”, a failed upsert is queued (§4.4)`,
    async run(world) {
      const [buyer, editor] = [await aBuyer(world), await signedIn(world, "editor")];
      await buyer.inject(fault);
      await leaveAddress(buyer, email);
      const page = () => editor.get("/admin/crm");
      await until("the lead in the queue", async () => (await page()).text.includes(masked(email)));
      assert.ok(!(await page()).text.includes(email), "staff see only the masked address (§2.9)");
      await buyer.mend("crm");
    },
  })),
  {
    name: "“an attempt succeeds”: every queued lead is delivered once, and leaves the queue (§3.1)",
    run: queueIsEmptied,
  },
  {
    name: "crm-error: “fifth attempt fails: abandoned” (§3.1)",
    run: isGivenUp,
  },
  {
    name: "crm-list: “each step degrades independently”: form and link are done (§4.4)",
    run: (world) =>
      stepDegrades(world, {
        fault: "crm-list",
        email: "gil@walls.test",
        done: () => {
          const submissions = world.doubles.crm.records.forms.get("55")?.submissions ?? [];
          return submissions.some(({ emailAddress }) => emailAddress === "gil@walls.test");
        },
      }),
  },
  {
    name: "crm-form: “each step degrades independently”: list and link are done (§4.4)",
    run: (world) =>
      stepDegrades(world, {
        fault: "crm-form",
        email: "hal@walls.test",
        done: () => {
          const { records } = world.doubles.crm;
          const [contact] = records.contactsOf("hal@walls.test");
          return records.lists.get("7")?.members.has(contact?.id ?? "") ?? false;
        },
      }),
  },
  {
    name:
      "store-gone: “each step degrades independently”: contact, list and form are done, the link follows (§4.4)",
    run: isLinkedLater,
  },
  {
    name: "crm-visitors: “every failure falls through silently to the anonymous path” (§4.11a)",
    async run(world) {
      const { crm } = world.doubles;
      const known = await aBuyer(world);
      await known.visitAs("pat");
      await known.inject("crm-visitors");
      const before = crm.asked("findVisitors").length;
      assert.equal((await known.json("PUT", "/api/session", SELECTION)).status, 200);
      await until("the look-up", () => crm.asked("findVisitors").length > before);
      const greeting = JSON.parse((await known.get("/api/session/recognition")).text);
      assert.deepEqual(greeting, { recognised: false, firstName: null });
      await known.mend("crm");

      const later = await aBuyer(world);
      await later.visitAs("pat");
      await later.json("PUT", "/api/session", SELECTION);
      await until("the greeting", async () => {
        const { text } = await later.get("/api/session/recognition");
        return JSON.parse(text).firstName === "Pat";
      });
    },
  },
  {
    name: "crm-password: the connectivity check says that the credentials are not accepted (§4.10)",
    async run(world) {
      const editor = await signedIn(world, "editor");
      const check = async () => {
        const { status, text, location } = await editor.post("/admin/crm", { intent: "test" });
        return status === 303 ? (await editor.get(location)).text : text;
      };
      assert.match(await check(), /and accepts our credentials/);
      await editor.inject("crm-password");
      const refused = await check();
      assert.doesNotMatch(refused, /and accepts our credentials/);
      assert.match(refused, /does not accept our credentials/);
      await editor.mend("crm");
    },
  },
  {
    name: "crm-hangs: “a CRM failure never blocks the selection flow” (§7)",
    async run(world) {
      const buyer = await aBuyer(world);
      await buyer.inject("crm-hangs");
      const factors = JSON.parse((await buyer.get("/api/factors")).text).factors;
      const option: string = factors[0].options[0].id;
      for (const path of ["/", "/select", `/results?options=${option}`, "/systems", "/projects"]) {
        assert.equal((await buyer.get(path)).status, 200, path);
      }
      const { text } = await buyer.get(`/api/recommendation?options=${option}`);
      assert.deepEqual(JSON.parse(text).context, { optionIds: [option] });
      await buyer.mend("crm");
    },
  },
];
