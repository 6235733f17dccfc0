/** Rate limits of the whole service (design §7, spec §8). */
import assert from "node:assert/strict";
import sharp from "sharp";
import { warmUp } from "@/lib/cli/warm_up.ts";
import { ErrorBody, rateScopeOf } from "@/lib/http/mod.ts";
import { openKv } from "@/lib/kv/mod.ts";
import { startApp, statusOf, type TestApp } from "../helpers/app.ts";
import { logged } from "../helpers/logged.ts";
import { storeAsset, storePicture } from "../helpers/media.ts";

const NOON = Date.UTC(2030, 0, 1, 12);

/** Returns a function that sends requests from the given client address. */
function from(app: TestApp, hostname: string) {
  return (path: string, init: RequestInit = {}): Promise<Response> =>
    app.handler(new Request(new URL(path, "http://localhost"), init), {
      remoteAddr: { transport: "tcp", hostname, port: 4711 },
      completed: Promise.resolve(),
    });
}

/** Starts an app with small limits and a fixed clock, 15 seconds into a minute. */
function startLimited(environment: Record<string, string> = {}) {
  const limits = { RATE_LIMIT_READS: "3", RATE_LIMIT_WRITES: "2", RATE_LIMIT_LEAD: "1" };
  return startApp({
    environment: { ...limits, ...environment },
    overrides: { now: () => new Date(NOON + 15_000) },
  });
}

const SCOPES: readonly [method: string, path: string, scope: string | null][] = [
  ["GET", "/api/recommendation", "reads"],
  ["HEAD", "/api/systems", "reads"],
  ["GET", "/", "reads"],
  ["GET", "/api/session/recognition", "reads"],
  ["PUT", "/api/session", "writes"],
  ["POST", "/api/session/events", "writes"],
  ["POST", "/select", "writes"],
  ["POST", "/api/lead", "lead"],
  ["POST", "/results", "reads"],
  ["POST", "/advisor", "reads"],
  ["POST", "/api/assistant/chat", "chat"],
  ["POST", "/api/assistant/handoff", "handoff"],
  ["POST", "/api/assistant/feedback", "feedback"],
  ["GET", "/health", null],
  ["GET", "/ready", null],
  ["GET", "/healthy", "reads"],
  ["GET", "/health/nonesuch", "reads"],
  ["POST", "/admin/leads", null],
  ["GET", "/admin", null],
  ["GET", "/media/a/w320", null],
];

for (const [method, path, scope] of SCOPES) {
  Deno.test(`${method} ${path} ${scope ? `counts as ${scope}` : "is not limited"} (design §7)`, () => {
    assert.equal(rateScopeOf(method, path), scope);
  });
}

Deno.test("an address beyond its limit gets 429 and the time to retry (design §7)", async (t) => {
  await using app = await startLimited();
  const ask = from(app, "198.51.100.7");

  await t.step("responses have the remaining number of requests", async () => {
    const left = [];
    for (let sent = 0; sent < 3; sent++) {
      const response = await ask("/api/systems");
      assert.equal(response.status, 200);
      assert.equal(response.headers.get("ratelimit-policy"), '"reads";q=3;w=60');
      left.push(response.headers.get("ratelimit"));
      await response.body?.cancel();
    }
    assert.deepEqual(left, ['"reads";r=2;t=45', '"reads";r=1;t=45', '"reads";r=0;t=45']);
  });

  await t.step("endpoints answer 429 with the error body", async () => {
    const response = await ask("/api/recommendation");
    assert.equal(response.status, 429);
    assert.equal(response.headers.get("retry-after"), "45");
    assert.equal(response.headers.get("ratelimit"), '"reads";r=0;t=45');
    assert.equal(response.headers.get("ratelimit-policy"), '"reads";q=3;w=60');
    assert.equal(response.headers.get("cache-control"), "no-store");
    const { error } = ErrorBody.parse(await response.json());
    assert.deepEqual([error.kind, error.retryable], ["rate_limited", true]);
    assert.match(error.message, /45 seconds/);
  });

  await t.step("pages answer 429 with a page", async () => {
    const response = await ask("/systems");
    assert.equal(response.status, 429);
    assert.equal(response.headers.get("retry-after"), "45");
    assert.match(response.headers.get("content-type") ?? "", /^text\/html/);
    const page = await response.text();
    assert.match(page, /<h1[^>]*>One moment, please</);
    assert.match(page, /try again in 45 seconds\.</);
    assert.match(page, /<a (?=[^>]*href="\/systems")(?=[^>]*button-primary)[^>]*>Try again</);
  });

  await t.step("paths that do not exist count as well", async () => {
    assert.equal(await statusOf(ask("/api/nonesuch")), 429);
  });

  await t.step(
    "files, the health probe, other scopes and other addresses are not affected",
    async () => {
      assert.equal(await statusOf(ask("/styles.css")), 200);
      assert.equal(await statusOf(ask("/health")), 200);
      assert.notEqual(await statusOf(ask("/api/lead", { method: "POST" })), 429);
      assert.equal(await statusOf(from(app, "198.51.100.8")("/api/systems")), 200);
    },
  );
});

Deno.test("a form beyond the limit offers no link that would lose its fields (design §10)", async () => {
  await using app = await startLimited({ RATE_LIMIT_READS: "1", RATE_LIMIT_WRITES: "1" });
  const ask = from(app, "198.51.100.7");
  const answer = { method: "POST", body: new URLSearchParams({ track: "home", from: "place" }) };
  assert.equal(await statusOf(ask("/select", answer)), 303);
  const refused = await ask("/select", answer);
  assert.equal(refused.status, 429);
  const html = await refused.text();
  assert.doesNotMatch(html, />Try again</);
  assert.match(html, /Go back one page and send it again/);
  assert.equal(await statusOf(ask("/systems?sort=name")), 200);
  assert.match(await (await ask("/systems?sort=name")).text(), /sort=name"[^>]*>Try again</);
});

Deno.test("forms that a page shows again count as reads too, so refused ones have an end (design §7)", async () => {
  await using app = await startLimited({ RATE_LIMIT_CHAT: "1" });
  const form = (path: string) => ({ path, init: { method: "POST", body: new URLSearchParams() } });
  for (const { path, init } of [form("/results"), form("/advisor")]) {
    const ask = from(app, `198.51.100.${path.length}`);
    const policies = [];
    for (let sent = 0; sent < 4; sent++) {
      const response = await ask(path, init);
      await response.body?.cancel();
      policies.push(response.headers.get("ratelimit-policy"));
    }
    assert.match(policies[0] ?? "", /^"(?:lead|reads)";/, path);
    assert.match(policies[3] ?? "", /^"reads";/, path);
    assert.equal(await statusOf(ask(path, init)), 429, path);
    assert.equal(await statusOf(ask("/systems")), 429, path);
  }
});

Deno.test("requests for pictures that do not exist count as reads (§8)", async () => {
  await using app = await startLimited();
  const ask = from(app, "198.51.100.7");
  await storeAsset(app.services.db, { id: "there" });
  const gone = { signal: AbortSignal.abort() };
  for (let asked = 0; asked < 3; asked++) {
    assert.equal(await statusOf(ask("/media/nonesuch/w320.webp", gone)), 499, "not counted");
  }
  const misses = ["/media/nonesuch/w320.webp", "/media/there/huge", "/media/a/b/c", "/media"];
  for (const path of misses.slice(0, 3)) assert.ok([400, 404].includes(await statusOf(ask(path))));
  for (const path of [...misses, "/systems", "/health/nonesuch"]) {
    assert.equal(await statusOf(ask(path)), 429, path);
  }
  assert.equal(await statusOf(ask("/health")), 200);
  assert.equal(await statusOf(from(app, "198.51.100.8")("/media/nonesuch/w320.webp")), 404);
});

Deno.test("an IPv6 /64 network is one client, and a mapped IPv4 address is the IPv4 client", async () => {
  await using app = await startLimited({ RATE_LIMIT_READS: "1" });
  assert.equal(await statusOf(from(app, "2001:db8:1:2::1")("/api/systems")), 200);
  assert.equal(await statusOf(from(app, "2001:db8:1:2:ffff::9")("/api/systems")), 429);
  assert.equal(await statusOf(from(app, "2001:db8:1:3::1")("/api/systems")), 200);
  assert.equal(await statusOf(from(app, "198.51.100.7")("/api/systems")), 200);
  assert.equal(await statusOf(from(app, "::ffff:198.51.100.7")("/api/systems")), 429);
});

Deno.test("forwarding headers are ignored if TRUST_PROXY is not set (design §7)", async () => {
  await using app = await startLimited({ RATE_LIMIT_READS: "1" });
  const ask = from(app, "198.51.100.7");
  assert.equal(await statusOf(ask("/api/systems")), 200);
  for (const header of ["x-forwarded-for", "forwarded", "x-real-ip", "cf-connecting-ip"]) {
    const headers = { [header]: "203.0.113.1" };
    assert.equal(await statusOf(ask("/api/systems", { headers })), 429, header);
  }
});

Deno.test("behind a proxy the client is the last address of X-Forwarded-For", async () => {
  const environment = { RATE_LIMIT_READS: "1", TRUST_PROXY: "X-Forwarded-For" };
  await using app = await startLimited(environment);
  const ask = from(app, "10.0.0.1");
  const seen = (value: string) =>
    statusOf(ask("/api/systems", { headers: { "x-forwarded-for": value } }));
  assert.equal(await seen("198.51.100.7"), 200);
  assert.equal(await seen("203.0.113.1, 198.51.100.7"), 429);
  assert.equal(await seen("198.51.100.8"), 200);
  assert.equal(await seen("198.51.100.7, 198.51.100.9"), 200);
});

Deno.test("only new renditions of pictures count against their limit (§8)", async () => {
  const size = { width: 64, height: 48 };
  const original = await sharp({ create: { ...size, channels: 3, background: "#2a6" } }).jpeg()
    .toBuffer();
  await using app = await startLimited({ SEED: "none", RATE_LIMIT_RENDITIONS: "3" });
  const { db } = app.services;
  await storePicture(db, { id: "wall", original, ...size });
  await storeAsset(db, { id: "bare" });
  const ask = from(app, "198.51.100.7");
  for (const spec of ["w96-h96.png", "w96-h72.png", "w96-h64.png", "w96-h96.png", "w96-h64.png"]) {
    assert.equal(await statusOf(ask(`/media/wall/${spec}`)), 200, spec);
  }
  for (const path of ["/media/wall/w96-h54.png", "/media/bare/w96.png"]) {
    const response = await ask(path);
    assert.equal(response.status, 429, path);
    assert.equal(response.headers.get("retry-after"), "45");
    assert.equal(response.headers.get("ratelimit-policy"), '"renditions";q=3;w=60');
    assert.equal(ErrorBody.parse(await response.json()).error.kind, "rate_limited");
  }
  assert.equal(await statusOf(ask("/media/wall/w96-h72.png")), 200);
  assert.equal(await statusOf(ask("/media/nothing/w96.png")), 404);
  assert.equal(await statusOf(from(app, "198.51.100.8")("/media/wall/w96-h54.png")), 200);
});

Deno.test("while the store is unavailable, a process limits by its own counts (spec §8)", async () => {
  const kv = await openKv(":memory:");
  kv.close();
  await using app = await startApp({
    environment: { RATE_LIMIT_READS: "3" },
    overrides: { kv, now: () => new Date(NOON) },
  });
  for (const last of [7, 8]) {
    const ask = from(app, `198.51.100.${last}`);
    assert.equal(await statusOf(ask("/api/recommendation")), 200);
    assert.equal(await statusOf(ask("/systems")), 200);
    assert.equal(await statusOf(ask("/api/systems")), 200);
    for (let sent = 0; sent < 5; sent++) assert.equal(await statusOf(ask("/systems")), 429);
  }
});

Deno.test("the requests of the warm-up do not count for clients on the same machine (design §7)", async () => {
  await using app = await startLimited();
  const statuses: number[] = [];
  await warmUp(async (request, info) => {
    const response = await app.handler(request, info);
    statuses.push(response.status);
    return response;
  }, app.services);
  assert.ok(statuses.length > 3);
  assert.deepEqual(statuses.filter((status) => status !== 200), []);
  const response = await from(app, "127.0.0.1")("/api/systems");
  assert.equal(response.headers.get("ratelimit"), '"reads";r=2;t=45');
  await response.body?.cancel();
});

Deno.test("the requests of the warm-up leave no warning in the log, with the development bypass (spec §5)", async () => {
  await using app = await startApp({ environment: { ADMIN_DEV_BYPASS: "true" } });
  const lines = await logged(() => warmUp(app.handler, app.services));
  assert.ok(lines.length > 3);
  assert.deepEqual(lines.filter((line) => !line.includes('"level":"info"')), []);
});
