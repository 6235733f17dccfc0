/** Behaviour under faults of the database (spec §4.1, §4.2, §4.4, §4.5, §4.11b, §5). */
import assert from "node:assert/strict";
import { DEMO_FORM, DEMO_LIST } from "../doubles/crm_demo.ts";
import { until } from "../helpers/until.ts";
import { openWorldClient, signedIn, type WorldClient } from "../helpers/world_client.ts";
import type { WorldFaultId } from "./faults.ts";
import type { Scenario } from "./scenario.ts";
import { selectionWorks } from "./store_scenarios.ts";
import type { World } from "./world.ts";

const QUESTION = "How quiet is Quarry Steel?";
const OUTAGES: readonly WorldFaultId[] = ["database-gone", "database-silent"];
const SITE = "4711";

/** Whether a page contains the tracking script. The site id alone could also be part of a random value on the page. */
const isTracked = ({ text }: { readonly text: string }) =>
  text.includes(`'elqSetSiteId','${SITE}'`);

const versionOn = ({ text }: { readonly text: string }) =>
  /name="version" value="([^"]+)"/.exec(text)?.[1] ?? "";

/** Enables the tracking script. */
async function track(admin: WorldClient): Promise<void> {
  await until("tracking", async () => {
    const { status } = await admin.post("/admin/crm", {
      version: versionOn(await admin.get("/admin/crm")),
      tracking_enabled: "true",
      tracking_site_id: SITE,
      form_name: DEMO_FORM.name,
      contact_list_id: DEMO_LIST,
    });
    return status === 303;
  });
}

async function untilReady(client: WorldClient): Promise<void> {
  await until("readiness", async () => (await client.get("/ready")).status === 200);
}

async function withoutDatabase(world: World, fault: WorldFaultId): Promise<void> {
  const admin = await signedIn(world, "admin");
  const [buyer, stranger] = [openWorldClient(world), openWorldClient(world)];
  await buyer.choose("all");
  await until("the tracking script", async () => isTracked(await buyer.get("/")));
  await admin.inject(fault);
  await until("the report of the outage", async () => (await buyer.get("/ready")).status === 503);

  await selectionWorks(buyer);
  await until("a page without the script", async () => !isTracked(await buyer.get("/")));
  for (const path of ["/", "/systems"]) {
    assert.ok(!isTracked(await buyer.get(path)), `no script on ${path} while nothing can be read`);
  }

  assert.equal((await stranger.get("/admin")).status, 401);
  assert.equal((await admin.get("/admin/systems")).status, 503);
  assert.equal(
    (await admin.get("/results")).status,
    200,
    "a page works although the role of the token is unknown",
  );

  const chat = await buyer.json("POST", "/api/assistant/chat?stream=0", { message: QUESTION });
  const answer = JSON.parse(chat.text);
  if (chat.status === 200) assert.ok(answer.reply.text.length > 0, chat.text);
  else {assert.deepEqual([chat.status, answer.error.kind, answer.error.retryable], [
      502,
      "upstream",
      true,
    ]);}
  const transcript = [{ role: "user", content: QUESTION }];
  const handed = await buyer.json("POST", "/api/assistant/handoff", { transcript });
  assert.equal(handed.status, 200, handed.text);
  assert.deepEqual(JSON.parse(handed.text).handoff.transcript, transcript);

  const invalid = await buyer.json("POST", "/api/lead", { email: "nobody" });
  assert.equal(invalid.status, 400, invalid.text);
  const email = `${fault}@walls.test`;
  const lead = await buyer.json("POST", "/api/lead", { email });
  assert.deepEqual([lead.status, JSON.parse(lead.text).error.retryable], [503, true]);

  await admin.mend("database");
  await untilReady(buyer);
  assert.equal((await admin.get("/admin/systems")).status, 200);
  assert.equal((await buyer.json("POST", "/api/lead", { email })).status, 200);
  await until("the lead in the CRM", async () => {
    await admin.post("/admin/crm", { intent: "retry-all" });
    return world.doubles.crm.records.contactsOf(email).length === 1;
  });
}

/** The scenarios, in the order of the tests. */
export const DATABASE_SCENARIOS: readonly Scenario[] = [
  {
    name: "staff switch tracking on",
    run: async (world) => await track(await signedIn(world, "admin")),
  },
  ...OUTAGES.map((fault): Scenario => ({
    name:
      `${fault}: the process lives and the selection works (§4.1, §4.2), pages have the tracking script only when ` +
      "“the database read succeeds” (§4.11b), and “without a token this returns unauthenticated before any " +
      "database read” (§5)",
    run: (world) => withoutDatabase(world, fault),
  })),
  {
    name: "database-read-only: reads work, and refused writes store nothing (§4.2, §4.4)",
    async run(world) {
      const admin = await signedIn(world, "admin");
      const buyer = openWorldClient(world);
      const shown = await admin.get("/admin/systems/quarry-steel");
      const tagline = /name="tagline"[^>]*value="([^"]*)"/.exec(shown.text)?.[1] ?? "";
      assert.notEqual(tagline, "");
      await admin.inject("database-read-only");
      await selectionWorks(buyer);
      await until("the process to say so", async () => (await buyer.get("/ready")).status === 503);
      assert.equal((await admin.get("/admin/systems/quarry-steel")).status, 200);
      const { status } = await admin.post("/admin/systems/quarry-steel", {
        version: versionOn(shown),
        name: "Quarry Steel",
        tagline: "Nothing of this stays",
        description: "",
        position: "1",
      });
      assert.equal(status, 503);
      const lead = await buyer.json("POST", "/api/lead", { email: "only@walls.test" });
      assert.ok(lead.status === 200 || lead.status === 503, lead.text);
      await admin.mend("database");
      await untilReady(buyer);
      await until("the database again", async () => {
        const { text } = await admin.get("/admin/systems/quarry-steel");
        return text.includes(`value="${tagline}"`);
      });
      // An acknowledged lead must arrive.
      if (lead.status === 200) {
        await until("the lead in the CRM", async () => {
          await admin.post("/admin/crm", { intent: "retry-all" });
          return world.doubles.crm.records.contactsOf("only@walls.test").length === 1;
        });
      }
    },
  },
  {
    name: "database-ledger: “an unreadable ledger admits the turn (fails open)” (§4.5)",
    async run(world) {
      const buyer = openWorldClient(world);
      await buyer.json("PUT", "/api/session", { recommendation: "quarry-steel" });
      await buyer.inject("database-ledger");
      const chat = await buyer.json("POST", "/api/assistant/chat?stream=0", { message: QUESTION });
      assert.equal(chat.status, 200, chat.text);
      assert.equal(JSON.parse(chat.text).reply.model, "claude-sonnet-4-5");
      await buyer.mend("database");
    },
  },
];
