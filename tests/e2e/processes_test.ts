/**
 * Three processes behind a load balancer, on one Postgres and one remote key-value store. Each request of a visitor can
 * go to another process (design §3).
 */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { openDatabase } from "@/lib/db/mod.ts";
import { RecommendationResult } from "@/lib/recommend/mod.ts";
import { SessionSaved } from "@/lib/session/mod.ts";
import { startPerimeter } from "../doubles/perimeter.ts";
import { SERVED_BY } from "../helpers/balancer.ts";
import { onServerOnly } from "../helpers/db.ts";
import { type Fleet, startFleet } from "../helpers/fleet.ts";
import { until } from "../helpers/until.ts";

const JSON_TYPE = { "content-type": "application/json" };

/** Creates a client that keeps its cookies, and records which process answered each request. */
function aBrowser({ origin }: Fleet, identity: Record<string, string> = {}) {
  const cookies = new Map<string, string>();
  const served: string[] = [];
  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers({ ...identity, ...Object.fromEntries(new Headers(init.headers)) });
    headers.set("cookie", Array.from(cookies, ([name, value]) => `${name}=${value}`).join("; "));
    const response = await fetch(origin + path, { ...init, headers, redirect: "manual" });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    served.push(response.headers.get(SERVED_BY) ?? "");
    return response;
  }
  return { send, served };
}

async function answersOf(fleet: Fleet): Promise<string[]> {
  const response = await fetch(`${fleet.origin}/api/factors`);
  const { factors }: { factors: { trackIds: string[]; options: { id: string }[] }[] } =
    await response.json();
  return factors.filter(({ trackIds }) => trackIds.length === 0 || trackIds.includes("home"))
    .flatMap(({ options }) => options[0]?.id ?? []);
}

async function buyerJourney(fleet: Fleet): Promise<void> {
  const { send, served } = aBrowser(fleet);
  for (const path of ["/", "/select"]) {
    const page = await send(path);
    assert.equal(page.status, 200, path);
    await page.body?.cancel();
  }
  const query = `?track=home&options=${(await answersOf(fleet)).join(",")}`;
  const results: RecommendationResult[] = [];
  // Sequential, so that the balancer's rotation can be asserted from the order of the responses.
  for (let turn = 0; turn < fleet.origins.length; turn++) {
    const response = await send(`/api/recommendation${query}`);
    results.push(RecommendationResult.parse(await response.json()));
  }
  for (const result of results) assert.deepEqual(result, results[0]);
  const recommendation = results[0]?.recommended?.systemId;
  assert.ok(recommendation);

  async function save(body: unknown): Promise<SessionSaved["session"]> {
    const response = await send("/api/session?track=home", {
      method: "PUT",
      headers: JSON_TYPE,
      body: JSON.stringify(body),
    });
    assert.equal(response.status, 200);
    return SessionSaved.parse(await response.json()).session;
  }
  await save({ recommendation, systems_viewed: [recommendation] });
  for (const room of ["one", "two", "three"]) {
    const kept = await save({ "answer:room": room });
    assert.equal(kept.recommendation, recommendation, "the session is shared");
    assert.deepEqual(kept.answers, { room });
  }
  const email = "pat@build.test";
  for (let twice = 0; twice < 2; twice++) {
    const lead = await send("/api/lead", {
      method: "POST",
      headers: JSON_TYPE,
      body: JSON.stringify({ email, recommendation }),
    });
    assert.equal(lead.status, 200);
    await lead.body?.cancel();
  }
  await using database = await openDatabase(fleet.location);
  const leads = await database.db.selectFrom("crm_sync_queue").select("id")
    .where("email", "=", email).execute();
  assert.equal(leads.length, 1, "the second process joins the lead of the first");
  assert.deepEqual(new Set(served), new Set(fleet.origins));
  for (const [index, origin] of served.slice(1).entries()) assert.notEqual(origin, served[index]);
}

async function staffJourney(fleet: Fleet, token: string): Promise<void> {
  const { send, served } = aBrowser(fleet, { "cf-access-jwt-assertion": token });
  const post = (path: string, fields: Record<string, string>) =>
    send(path, { method: "POST", body: new URLSearchParams(fields) });
  const versionOf = (page: string) => /name="version" value="([^"]+)"/.exec(page)?.[1] ?? "";
  const tier = await tierOf(fleet);
  const fields = { name: "Kite", tagline: "", description: "", budgetTierId: tier, position: "99" };

  const created = await post("/admin/systems/new", { ...fields, id: "kite" });
  assert.equal(created.status, 303, await created.text());
  const page = await send(created.headers.get("location") ?? "");
  const shown = await page.text();
  assert.equal(page.status, 200);
  assert.match(shown, /Kite was created\./, "another process shows the flash");

  await until("the new system on every process", async () => {
    const lists = await Promise.all(
      fleet.origins.map(async (origin) => await (await fetch(`${origin}/api/systems`)).text()),
    );
    return lists.every((list) => list.includes('"kite"'));
  });

  const before = versionOf(await (await send("/admin/systems/kite")).text());
  const first = await post("/admin/systems/kite", { ...fields, name: "Kite A", version: before });
  assert.equal(first.status, 303, await first.text());
  const second = await post("/admin/systems/kite", { ...fields, name: "Kite B", version: before });
  assert.equal(second.status, 409, "a stale form is refused by another process");
  await second.body?.cancel();
  const after = await (await send("/admin/systems/kite")).text();
  assert.match(after, /Kite A/);
  assert.deepEqual(new Set(served), new Set(fleet.origins));
}

async function tierOf({ location }: Fleet): Promise<string> {
  await using database = await openDatabase(location);
  const { rows } = await sql<{ id: string }>`select id from budget_tiers limit 1`.execute(
    database.db,
  );
  return rows[0]?.id ?? "";
}

/** Sends requests from three clients until the signal aborts. Returns the failures of each client. */
function load(fleet: Fleet, signal: AbortSignal): Promise<string[]>[] {
  const failures: string[] = [];
  return Array.from({ length: 3 }, async (_, worker) => {
    const { send } = aBrowser(fleet);
    for (let count = 0; !signal.aborted; count++) {
      const requests: [string, RequestInit?][] = [["/health"], ["/api/systems"], ["/results"], [
        "/api/session",
        {
          method: "PUT",
          headers: JSON_TYPE,
          body: JSON.stringify({ "answer:room": `${worker}-${count}` }),
        },
      ]];
      for (const [path, init] of requests) {
        const response = await send(path, init);
        const text = await response.text();
        await new Promise((resolve) => setTimeout(resolve, 20));
        if (response.status >= 500) {
          failures.push(`${path}: ${response.status} ${text.slice(0, 200)}`);
        }
      }
    }
    return failures;
  });
}

/** Stops a process gracefully, asserts that it drains first, and starts a new one in its place. */
async function replace(fleet: Fleet, index: number): Promise<void> {
  const ready = `${fleet.origins[index]}/ready`;
  const ended = fleet.member(index).stop("SIGTERM");
  let drained = false;
  await until("the drain or the end of the process", async () => {
    const response = await fetch(ready, { method: "HEAD" }).catch(() => null);
    if (response?.status === 503) drained = true;
    return response?.status !== 200;
  });
  assert.ok(drained, "it answered 503 before it ended");
  assert.equal((await ended).code, 0);
  await fleet.start(index);
  await fleet.allReady();
}

onServerOnly("three processes serve one journey, and are replaced under load", async (context) => {
  await using perimeter = await startPerimeter();
  await using fleet = await startFleet({
    environment: {
      ...perimeter.environment,
      ADMIN_EMAILS: "ada@example.com",
      // Three checks of the balancer, which waits up to two seconds for an answer.
      DRAIN_SECONDS: "6",
    },
  });

  await context.step("each request of a buyer goes to another process", () => buyerJourney(fleet));
  await context.step(
    "the requests of an editor go to every process",
    async () => staffJourney(fleet, await perimeter.mint()),
  );
  await context.step("a rolling restart fails no request", async () => {
    const ending = new AbortController();
    const loads = load(fleet, ending.signal);
    try {
      for (const index of fleet.origins.keys()) await replace(fleet, index);
    } finally {
      ending.abort();
    }
    assert.deepEqual(new Set((await Promise.all(loads)).flat()), new Set());
  });
});
