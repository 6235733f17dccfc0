import assert from "node:assert/strict";
import {
  admit,
  createPerimeter,
  decide,
  type Decision,
  type DecisionServices,
} from "@/lib/staff/mod.ts";
import { loadConfig } from "@/lib/config/mod.ts";
import { AppError } from "@/lib/http/mod.ts";
import { type PerimeterDouble, SERVICE_CLAIMS, startPerimeter } from "@/tests/doubles/perimeter.ts";
import { askingOf } from "@/tests/helpers/asking.ts";
import { eachEngine } from "@/tests/helpers/db.ts";
import { logged } from "@/tests/helpers/logged.ts";

type Db = DecisionServices["db"];

/** A database that throws on any use. */
function brokenDb(): Db {
  return new Proxy(Object.create(null), {
    get: () => {
      throw new TypeError("the database is on fire");
    },
  });
}

function services(
  environment: Record<string, string>,
  db: Db = brokenDb(),
): DecisionServices {
  const config = loadConfig(environment);
  const { access } = config;
  const onOutage = () => {};
  const perimeter = access && createPerimeter({ access, now: () => new Date(), onOutage });
  return { config, db, perimeter };
}

async function asking(double?: PerimeterDouble, claims?: Record<string, unknown>) {
  const headers = new Headers();
  if (double) headers.set("cf-access-jwt-assertion", await double.mint(claims));
  return askingOf(new Request("http://localhost/admin", { headers }));
}

/** Formats a decision: the role and its capabilities, or the kind of refusal. */
function outcomeOf(decision: Decision): string {
  return decision.kind === "ok"
    ? `${decision.staff.role}: ${[...decision.staff.capabilities].join(" ")}`
    : decision.kind;
}

const EVERYTHING = "Administrator: edit_data edit_rules view_audit manage_users";

Deno.test("the bypass admits only when it is exactly true and no perimeter is configured (§5)", async () => {
  await using double = await startPerimeter();
  const perimeter = { ACCESS_TEAM_DOMAIN: double.origin, ACCESS_AUD: double.audience };
  const rows: readonly [Record<string, string>, string][] = [
    [{}, "unauthenticated"],
    [{ ADMIN_DEV_BYPASS: "false" }, "unauthenticated"],
    [{ ADMIN_DEV_BYPASS: "" }, "unauthenticated"],
    [{ ADMIN_DEV_BYPASS: "true" }, EVERYTHING],
    [{ ADMIN_DEV_BYPASS: "true", ACCESS_TEAM_DOMAIN: "", ACCESS_AUD: "a" }, EVERYTHING],
    [{ ADMIN_DEV_BYPASS: "true", ...perimeter }, "unauthenticated"],
    [{ ADMIN_EMAILS: "ada@example.com", ...perimeter }, "unauthenticated"],
  ];
  for (const [environment, outcome] of rows) {
    const decision = await decide(services(environment), await asking());
    assert.equal(outcomeOf(decision), outcome, JSON.stringify(environment));
  }
});

Deno.test("the bypass always identifies the same placeholder, even for a request with a token (§5)", async () => {
  await using double = await startPerimeter();
  const open = services({ ADMIN_DEV_BYPASS: "true" });
  const decision = await decide(open, await asking(double));
  assert.equal(decision.kind === "ok" && decision.staff.email, "developer@localhost");
});

Deno.test("a team domain without an audience, or the bypass in production, stops the start (§5)", () => {
  assert.throws(() => loadConfig({ ACCESS_TEAM_DOMAIN: "acme" }), /ACCESS_AUD/);
  for (const bypass of ["1", "TRUE", "yes"]) {
    assert.throws(() => loadConfig({ ADMIN_DEV_BYPASS: bypass }), /ADMIN_DEV_BYPASS/);
  }
  assert.throws(
    () => loadConfig({ DENO_ENV: "production", ADMIN_DEV_BYPASS: "true" }),
    /ADMIN_DEV_BYPASS/,
  );
});

Deno.test("production refuses a perimeter whose keys are fetched over plain http (§5)", () => {
  const local = { ACCESS_TEAM_DOMAIN: "http://127.0.0.1:8788", ACCESS_AUD: "a" };
  assert.equal(loadConfig(local).access?.origin, "http://127.0.0.1:8788");
  assert.throws(() => loadConfig({ DENO_ENV: "production", ...local }), /ACCESS_TEAM_DOMAIN/);
});

Deno.test("decide() does not query the database without a token or for a refused one (§5)", async () => {
  await using double = await startPerimeter();
  const broken = services(double.environment);
  assert.deepEqual(await decide(broken, await asking()), { kind: "unauthenticated" });
  const expired = await asking(double, { exp: 1 });
  assert.deepEqual(await decide(broken, expired), { kind: "unauthenticated" });
});

Deno.test("decide() forbids a service token without querying the database (design §7)", async () => {
  await using double = await startPerimeter();
  const decision = await decide(
    services(double.environment),
    await asking(double, SERVICE_CLAIMS),
  );
  assert.deepEqual(decision, { kind: "forbidden", email: null });
});

Deno.test("a failing database is an error, and admits nobody (§3.6)", async () => {
  await using double = await startPerimeter();
  const broken = services(double.environment);
  await assert.rejects(decide(broken, await asking(double)), /on fire/);
  await assert.rejects(admit(broken, await asking(double)), /on fire/);
});

eachEngine(
  "decide() takes the role of a verified address from the configuration, else from a live row (design §7)",
  async ({ db }) => {
    await using double = await startPerimeter();
    await db.insertInto("admin_users").values([
      { email: "editor@example.com", role: "editor" },
      { email: "auditor@example.com", role: "auditor" },
      { email: "admin@example.com", role: "admin" },
      { email: "gone@example.com", role: "admin", retired_at: new Date() },
      { email: "chief@example.com", role: "auditor", retired_at: new Date() },
    ]).execute();
    const environment = {
      ...double.environment,
      ADMIN_EMAILS: "Chief@Example.com,second@example.com",
    };
    const rows: readonly [string, string][] = [
      ["chief@example.com", EVERYTHING],
      ["CHIEF@example.COM", EVERYTHING],
      ["second@example.com", EVERYTHING],
      ["admin@example.com", EVERYTHING],
      ["Admin@Example.Com", EVERYTHING],
      ["editor@example.com", "Editor: edit_data edit_rules"],
      ["auditor@example.com", "Auditor: view_audit"],
      ["gone@example.com", "forbidden"],
      ["nobody@example.com", "forbidden"],
      ["admin@example.com.evil.example", "forbidden"],
      ["%@example.com", "forbidden"],
      ["' or 1=1 --@example.com", "forbidden"],
    ];
    for (const [email, outcome] of rows) {
      const decision = await decide(services(environment, db), await asking(double, { email }));
      assert.equal(outcomeOf(decision), outcome, email);
      if (decision.kind === "ok") assert.equal(decision.staff.email, email.toLowerCase());
    }
  },
);

Deno.test("the log holds the reason for a refused token, and nothing of the token (§5)", async () => {
  await using double = await startPerimeter();
  const closed = services(double.environment);
  const request = await asking(double, { aud: ["another"], email: "eve@example.com" });
  const lines = await logged(async () => {
    await decide(closed, request);
  });
  assert.deepEqual(lines.map((line) => ({ ...JSON.parse(line), time: "" })), [{
    time: "",
    level: "warning",
    room: "admin",
    message: "cannot admit",
    reason: "wrong_audience",
    requestId: "request-1",
  }]);
});

Deno.test("admit() answers one plain 401 to every invalid identity, and 403 to one without a role (§3.6)", async () => {
  await using double = await startPerimeter();
  const message = async (claims?: Record<string, unknown>) => {
    const request = await asking(claims && double, claims);
    const error = await admit(services({ ...double.environment }), request).catch((e) => e);
    assert.ok(error instanceof AppError);
    return `${error.status} ${error.message}`;
  };
  const bare = "401 The request carries no valid identity";
  assert.equal(await message(), bare);
  assert.equal(await message({ exp: 1 }), bare);
  assert.equal(await message({ aud: "another" }), bare);
  assert.match(await message(SERVICE_CLAIMS), /^403 This identity has no role here/);
});
