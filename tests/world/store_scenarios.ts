/** Behaviour under faults of the key-value store (spec §4.1, §4.3 to §4.7, §4.11a, §8). */
import assert from "node:assert/strict";
import { until } from "../helpers/until.ts";
import { openWorldClient, type WorldAnswer, type WorldClient } from "../helpers/world_client.ts";
import type { WorldFaultId } from "./faults.ts";
import type { Scenario } from "./scenario.ts";
import type { World } from "./world.ts";

const SELECTION = { recommendation: "quarry-steel", systems_viewed: ["quarry-steel"] };
const QUESTION = "How quiet is Quarry Steel?";
const VOTE = { turnHash: "0123abcd", vote: "up", page: "results" };
const OUTAGES: readonly WorldFaultId[] = ["store-gone", "store-silent"];

/** Opens a browser with a session that has a recommendation. */
async function aBuyer(world: World): Promise<WorldClient> {
  const buyer = openWorldClient(world);
  await buyer.choose("all");
  await until(
    "a session",
    async () => (await buyer.json("PUT", "/api/session", SELECTION)).status === 200,
  );
  return buyer;
}

const ask = (buyer: WorldClient) =>
  buyer.json("POST", "/api/assistant/chat?stream=0", { message: QUESTION });

async function ready(client: WorldClient): Promise<void> {
  await until("readiness", async () => (await client.get("/ready")).status === 200);
}

/** Asserts that the pages and endpoints that need no session work. */
export async function selectionWorks(client: WorldClient): Promise<void> {
  const factors = JSON.parse((await client.get("/api/factors")).text).factors;
  const option: string = factors[0].options[0].id;
  for (
    const path of [
      "/health",
      "/",
      "/select",
      `/results?options=${option}`,
      "/systems",
      "/api/systems",
      "/api/factors",
    ]
  ) {
    assert.equal((await client.get(path)).status, 200, path);
  }
  const { status, text } = await client.get(`/api/recommendation?options=${option}`);
  assert.equal(status, 200, text);
  assert.deepEqual(JSON.parse(text).context, { optionIds: [option] });
}

async function withoutStore(world: World, fault: WorldFaultId): Promise<void> {
  // Two sessions, because viewing a page updates the viewer's session in the background, perhaps after the outage.
  const [buyer, viewer] = [await aBuyer(world), await aBuyer(world)];
  const { model } = world.doubles;
  const withoutSession = JSON.parse((await ask(openWorldClient(world))).text);
  const withSession = JSON.parse((await ask(await aBuyer(world))).text);
  assert.deepEqual([withSession.handoff, typeof withoutSession.handoff], [undefined, "object"]);
  assert.ok(JSON.stringify(model.calls.at(-1)?.body).includes("Buyer context:"));
  await buyer.inject(fault);
  await until("the report of the outage", async () => (await buyer.get("/ready")).status === 503);
  await selectionWorks(viewer);

  const asked = model.calls.length;
  const chat = await ask(buyer);
  assert.equal(chat.status, 200, chat.text);
  assert.deepEqual(JSON.parse(chat.text), withoutSession, "the answer without a session");
  assert.equal(model.calls.length, asked, "no envelope is added, and nothing is retrieved for it");

  const transcript = [{ role: "user", content: QUESTION }];
  const handed = await buyer.json("POST", "/api/assistant/handoff", { transcript });
  assert.equal(handed.status, 200, handed.text);
  const { kind, talkingPoints, ...rest } = JSON.parse(handed.text).handoff;
  assert.deepEqual([kind, talkingPoints, rest.transcript], ["dealer-finder", [], transcript]);

  const vote = await buyer.json("POST", "/api/assistant/feedback", VOTE);
  assert.deepEqual([vote.status, JSON.parse(vote.text).error.retryable], [503, true]);

  const greeting = await buyer.get("/api/session/recognition");
  assert.deepEqual(JSON.parse(greeting.text), { recognised: false, firstName: null });
  const saved = await buyer.json("PUT", "/api/session", SELECTION);
  assert.equal(saved.status, 503);
  assert.equal(JSON.parse(saved.text).error.retryable, true);

  await buyer.mend("store");
  await until("the previous session", async () => {
    const { status, text } = await buyer.json("PUT", "/api/session", { "answer:room": "loud" });
    return status === 200 && JSON.parse(text).session.recommendation === SELECTION.recommendation;
  });
  await until(
    "a vote",
    async () => (await buyer.json("POST", "/api/assistant/feedback", VOTE)).status === 200,
  );
}

/** Repeats a request after retryable errors, because on a busy machine a slow store may time out. */
async function acknowledged(send: () => Promise<WorldAnswer>): Promise<WorldAnswer> {
  for (;;) {
    const answer = await send();
    if (answer.status === 200) return answer;
    assert.equal(JSON.parse(answer.text).error.retryable, true, answer.text);
  }
}

/** The scenarios, in the order of the tests. */
export const STORE_SCENARIOS: readonly Scenario[] = [
  ...OUTAGES.map((fault): Scenario => ({
    name:
      `${fault}: the rate limiter “is fail-open” (§8), “on lookup failure, no envelope is added and the ` +
      "request is unchanged” (§4.5), a hand-off “degrades to a dealer-finder plus transcript” (§4.6), and a " +
      "visitor stays anonymous (§4.11a)",
    run: (world) => withoutStore(world, fault),
  })),
  {
    name: "store-read-only: sessions can be read, and writes are refused (§4.3)",
    async run(world) {
      const buyer = await aBuyer(world);
      await buyer.inject("store-read-only");
      // In another browser, because viewing a page updates the viewer's session in the background.
      await selectionWorks(openWorldClient(world));
      await until(
        "the session's page",
        async () => (await buyer.get("/privacy")).text.includes("Quarry Steel"),
      );
      const refused = await buyer.json("PUT", "/api/session", { recommendation: "heron-thermal" });
      assert.equal(refused.status, 503);
      await buyer.mend("store");
      await ready(buyer);
      // The store's client retries the refused write in the background, so it may have succeeded by now.
      await until("the session again", async () => {
        const { status, text } = await buyer.json("PUT", "/api/session", { "answer:room": "loud" });
        return status === 200 &&
          ["quarry-steel", "heron-thermal"].includes(JSON.parse(text).session.recommendation);
      });
    },
  },
  {
    name: "store-slow: sessions, leads and the assistant work slowly (§4.3 to §4.5)",
    async run(world) {
      const buyer = openWorldClient(world);
      await buyer.choose("all");
      await ready(buyer);
      await buyer.inject("store-slow");
      await acknowledged(() => buyer.json("PUT", "/api/session", SELECTION));
      const lead = { email: "slow@walls.test", ...SELECTION };
      const answer = await acknowledged(() => buyer.json("POST", "/api/lead", lead));
      assert.deepEqual(JSON.parse(answer.text), { ok: true });
      // A turn whose session is not read in time finds no passages, and ends in a hand-off.
      await until("an answer with the context of the session", async () => {
        const { text } = await acknowledged(() => ask(buyer));
        return JSON.parse(text).handoff === undefined;
      });
      await buyer.mend("store");
      // On a busy machine the CRM may be late too, so that the lead waits in the queue.
      const editor = openWorldClient(world);
      await editor.signIn("editor");
      await until("the lead in the CRM", async () => {
        await editor.post("/admin/crm", { intent: "retry-all" });
        return world.doubles.crm.records.contactsOf("slow@walls.test").length === 1;
      });
    },
  },
];
