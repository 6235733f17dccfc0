/** The service as an operator runs it: real processes, ports and signals. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { openDatabase } from "@/lib/db/mod.ts";
import { RecommendationResult } from "@/lib/recommend/mod.ts";
import { emptyLocation, onServerOnly } from "../helpers/db.ts";
import { freePort, run, serve, type ServerProcess } from "../helpers/process.ts";
import { until } from "../helpers/until.ts";

const START = "lib/cli/start.ts";

interface FactorListing {
  factors: { trackIds: string[]; options: { id: string }[] }[];
}

/** A complete set of answers of the track. */
async function answers({ origin }: ServerProcess, track: string): Promise<string> {
  const { factors }: FactorListing = await (await fetch(`${origin}/api/factors`)).json();
  return factors
    .filter(({ trackIds }) => trackIds.length === 0 || trackIds.includes(track))
    .flatMap(({ options }) => options[0]?.id ?? []).join(",");
}

async function recommend({ origin }: ServerProcess, options: string) {
  const response = await fetch(`${origin}/api/recommendation?track=home&options=${options}`);
  return RecommendationResult.parse(await response.json());
}

Deno.test("invalid configuration stops the start with one message that names each variable", async () => {
  const { code, stderr } = await run(START, {
    env: { PORT: "eighty", DATABASE_URL: "mysql://root:hunter2@db/x", DATA_DIR: " " },
  });
  assert.equal(code, 1);
  for (const name of ["PORT", "DATABASE_URL", "DATA_DIR"]) assert.ok(stderr.includes(name), stderr);
  assert.doesNotMatch(stderr, /hunter2/);
  assert.doesNotMatch(stderr, /\n\s+at /, "no stack trace for an explained mistake");
});

Deno.test("a port in use stops the start with a message, before anything is created", async () => {
  await using location = await emptyLocation("embedded");
  using taken = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const dataDir = `${location.dataDir}/new`;
  const { code, stderr } = await run(START, {
    env: { PORT: String(taken.addr.port), DATA_DIR: dataDir },
  });
  await assert.rejects(Deno.stat(dataDir), Deno.errors.NotFound);
  assert.equal(code, 1);
  assert.match(stderr, /port/i);
  assert.match(stderr, /in use/);
});

Deno.test("an unreachable database stops the start with a message and no stack trace", async () => {
  await using location = await emptyLocation("embedded");
  const { code, stderr } = await run(START, {
    env: {
      DATABASE_URL: `postgres://nobody@127.0.0.1:${freePort()}/none`,
      DATA_DIR: location.dataDir,
      PORT: "0",
    },
  });
  assert.equal(code, 1);
  assert.match(stderr, /DATABASE_URL/);
  assert.doesNotMatch(stderr, /\n\s+at /);
});

Deno.test("the embedded service refuses a second process on its data, gives the same answer after a kill, and SIGTERM ends connections and it with 0", async () => {
  await using location = await emptyLocation("embedded");
  const env = { DATA_DIR: location.dataDir, DRAIN_SECONDS: "6" };
  await using first = await serve(START, { path: "/health", env });
  const refused = await run(START, { env: { ...env, PORT: "0" } });
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /DATABASE_URL/);
  const options = await answers(first, "home");
  const before = await recommend(first, options);
  assert.ok(before.recommended);
  for (const name of ["kv.sqlite3", "postgres/PG_VERSION", "postgres.lock"]) {
    const { mode } = await Deno.stat(`${location.dataDir}/${name}`);
    assert.equal((mode ?? 0) & 0o077, 0, `other users may access ${name}`);
  }
  await first.stop("SIGKILL");
  await using again = await serve(START, { path: "/health", env });
  assert.deepEqual(await recommend(again, options), before);
  const connectionOf = async () => {
    const response = await fetch(`${again.origin}/health`);
    await response.body?.cancel();
    return response.headers.get("connection");
  };
  assert.equal(await connectionOf(), null);
  const ended = again.stop("SIGTERM");
  await until("answers that end their connection (design §7)", async () => {
    return await connectionOf() === "close";
  });
  assert.equal((await ended).code, 0);
});

onServerOnly(
  "two processes share one Postgres, and a rule disabled there stops firing in both",
  async () => {
    await using location = await emptyLocation("server");
    await using otherLocation = await emptyLocation("embedded");
    const env = { DATABASE_URL: location.url ?? "" };
    const [one, two] = await Promise.all(
      [location.dataDir, otherLocation.dataDir].map((dataDir) =>
        serve(START, { path: "/health", env: { ...env, DATA_DIR: dataDir } })
      ),
    );
    assert.ok(one && two);
    await using _one = one;
    await using _two = two;
    const options = await answers(one, "home");
    const before = await recommend(one, options);
    assert.deepEqual(await recommend(two, options), before);
    const ruleId = before.recommended?.matchedRuleIds[0];
    assert.ok(ruleId);
    {
      await using database = await openDatabase(location);
      await sql`update rules set enabled = false where id = ${ruleId}`.execute(database.db);
    }
    const fires = async (service: ServerProcess) =>
      (await recommend(service, options)).firedRules.some((rule) => rule.ruleId === ruleId);
    await until("the end of the rule", async () => !await fires(one) && !await fires(two));
  },
);
