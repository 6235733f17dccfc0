import assert from "node:assert/strict";
import fc from "fast-check";
import { ConfigError, loadConfig } from "@/lib/config/mod.ts";

/** Generates one of the words in any case, with any white space around it, as operators leave it in files. */
function spelled(...words: readonly string[]): fc.Arbitrary<string> {
  const whiteSpace = fc.string({
    unit: fc.constantFrom(" ", "\t", "\r", "\n", "\u00a0"),
    maxLength: 2,
  });
  return fc.tuple(
    whiteSpace,
    fc.constantFrom(...words),
    fc.infiniteStream(fc.boolean()),
    whiteSpace,
  ).map(
    ([before, word, upper, after]) => {
      const cased = Array.from(
        word,
        (letter) => upper.next().value ? letter.toUpperCase() : letter,
      );
      return `${before}${cased.join("")}${after}`;
    },
  );
}

const CRM = {
  CRM_BASE_URL: "https://crm.test",
  CRM_SITE_ID: "Acme",
  CRM_USERNAME: "ada",
  CRM_PASSWORD: "hunter2",
};

const environments = fc.record({
  DENO_ENV: fc.option(spelled("production", "development", "test", "prod"), { nil: undefined }),
  DENO_DEPLOYMENT_ID: fc.constantFrom(undefined, "", " ", "abc"),
  HOST: fc.option(spelled("127.0.0.1", "::1", "localhost", "0.0.0.0"), { nil: undefined }),
  ADMIN_DEV_BYPASS: fc.oneof(fc.constantFrom(undefined, "", "true", "false"), spelled("true")),
  CRM_ALLOW_SIMULATED_GUID: fc.oneof(fc.constantFrom(undefined, "true"), spelled("true")),
  ACCESS_TEAM_DOMAIN: fc.option(
    spelled("acme", "http://127.0.0.1:8788", "http://localhost", "http://[::1]", "https://a.test"),
    { nil: undefined },
  ),
  ACCESS_AUD: fc.constantFrom(undefined, "tag"),
}).map((environment) => ({ ...CRM, ...environment }));

function load(environment: Record<string, string | undefined>) {
  try {
    return loadConfig(environment);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return null;
  }
}

Deno.test("loadConfig() never allows the bypass, simulated visitors or a perimeter over http in production, however that is spelled (§5)", () => {
  const seen = { production: 0, elsewhere: 0 };
  fc.assert(
    fc.property(environments, (environment) => {
      const config = load(environment);
      const isProduction = environment.DENO_ENV?.trim().toLowerCase() === "production" ||
        Boolean(environment.DENO_DEPLOYMENT_ID);
      if (config === null) return;
      assert.equal(config.production, isProduction);
      seen[isProduction ? "production" : "elsewhere"]++;
      if (!config.production) return;
      assert.equal(config.admin.devBypass, false);
      assert.equal(config.crm?.allowSimulatedGuid, false);
      assert.doesNotMatch(config.access?.origin ?? "", /^http:/);
    }),
    { numRuns: 4000 },
  );
  assert.ok(seen.production > 20 && seen.elsewhere > 20, JSON.stringify(seen));
});

for (
  const spelling of [
    "Production",
    "PRODUCTION",
    " production",
    "production ",
    "production\r",
    "\tProduction\n",
  ]
) {
  Deno.test(`loadConfig() refuses the bypass when DENO_ENV is ${JSON.stringify(spelling)} (§5)`, () => {
    assert.throws(
      () => loadConfig({ DENO_ENV: spelling, ADMIN_DEV_BYPASS: "true" }),
      /ADMIN_DEV_BYPASS/,
    );
  });
}

Deno.test("loadConfig() reports forbidden combinations together with unreadable variables (design §8)", () => {
  const environment = { DENO_ENV: "Production", ADMIN_DEV_BYPASS: "true", PORT: "x" };
  assert.throws(() => loadConfig(environment), (error) => {
    assert.ok(error instanceof ConfigError);
    assert.deepEqual(error.problems.map(({ name }) => name), ["PORT", "ADMIN_DEV_BYPASS"]);
    return true;
  });
});

Deno.test("loadConfig() allows the bypass only on a loopback address (§5)", () => {
  const open = (HOST?: string) => load({ ADMIN_DEV_BYPASS: "true", HOST })?.admin.devBypass;
  for (const host of [undefined, "127.0.0.1", " localhost ", "::1", "127.1.2.3"]) {
    assert.equal(open(host), true, String(host));
  }
  for (const host of ["0.0.0.0", "::", "192.168.1.7", "example.com", "127.0.0.1.nip.io"]) {
    assert.throws(
      () => loadConfig({ ADMIN_DEV_BYPASS: "true", HOST: host }),
      /HOST: got .* wants a loopback/,
    );
  }
  const behind = { ADMIN_DEV_BYPASS: "true", ACCESS_TEAM_DOMAIN: "acme", ACCESS_AUD: "tag" };
  assert.equal(load({ ...behind, HOST: "0.0.0.0" })?.admin.devBypass, false);
  const trusting = { ADMIN_DEV_BYPASS: "true", TRUST_PROXY: "x-forwarded-for" };
  assert.equal(load(trusting)?.admin.devBypass, true);
});
