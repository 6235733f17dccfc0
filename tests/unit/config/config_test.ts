import assert from "node:assert/strict";
import fc from "fast-check";
import { Environment, UNREADABLE } from "@/lib/config/environment.ts";
import { ConfigError, loadConfig, secretTexts, summarizeConfig } from "@/lib/config/mod.ts";

/** Returns the message with which an environment is refused. */
function refusal(environment: Record<string, string>): string {
  try {
    loadConfig(environment);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    assert.equal(error.code, "invalid_config");
    return error.message;
  }
  assert.fail(`accepted ${JSON.stringify(environment)}`);
}

Deno.test("loadConfig() returns the documented defaults for an empty environment (design §8)", () => {
  const config = loadConfig({});
  assert.equal(config.production, false);
  assert.equal(config.port, 8000);
  assert.equal(config.host, "127.0.0.1");
  assert.equal(config.dataDir, "./data");
  assert.equal(config.databaseUrl, null);
  assert.equal(config.kvPath, "./data/kv.sqlite3");
  assert.equal(config.seed, "demo");
  assert.equal(config.logLevel, "info");
  assert.equal(config.session.ttlDays, 30);
  assert.equal(config.syncQueue.retentionDays, 30);
  assert.equal(config.baseUrl, null);
  assert.equal(config.siteUrl, "https://www.example.com");
  assert.equal(config.trustProxy, null);
  assert.deepEqual(config.rateLimits, {
    reads: 300,
    writes: 60,
    lead: 10,
    chat: 20,
    feedback: 30,
    handoff: 30,
    renditions: 600,
  });
  assert.deepEqual([config.cms, config.crm, config.cmp, config.access], [null, null, null, null]);
  assert.deepEqual(config.crmMissing, [
    "CRM_BASE_URL",
    "CRM_SITE_ID",
    "CRM_USERNAME",
    "CRM_PASSWORD",
  ]);
  assert.deepEqual(config.admin, { emails: [], devBypass: false });
  assert.deepEqual(config.assistant, {
    provider: null,
    missing: ["ASSISTANT_MODEL", "MODEL_API_KEY"],
    modelIsForeign: false,
    temperature: 0.3,
    strictGrounding: true,
    maxTokens: 512,
    timeoutMs: 8000,
    prestreamTimeoutMs: 20_000,
    dailyBudgetUsd: 50 / 30,
  });
});

Deno.test("loadConfig() treats an empty variable as unset and ignores undeclared ones", () => {
  const config = loadConfig({
    PORT: "",
    DATABASE_URL: "",
    DATA_DIR: "",
    PATH: "/bin",
    X: undefined,
  });
  assert.deepEqual(JSON.stringify(config), JSON.stringify(loadConfig({})));
});

const REFUSED: readonly [name: string, text: string, accepts: RegExp][] = [
  ["PORT", "65536", /from 0 to 65535/],
  ["PORT", "-1", /from 0 to 65535/],
  ["PORT", "80a", /from 0 to 65535/],
  ["PORT", "8e3", /from 0 to 65535/],
  ["PORT", " ", /from 0 to 65535/],
  ["RATE_LIMIT_READS", "0", /from 1 to 100000000/],
  ["RATE_LIMIT_LEAD", "ten", /from 1 to 100000000/],
  ["RENDITION_CACHE_MB", "-1", /from 0 to 1000000/],
  ["HOST", "a b", /host name/],
  ["DATABASE_CONNECTIONS", "1", /from 2 to 100/],
  ["DATABASE_URL", "mysql://db/gss", /postgres:\/\//],
  ["DATABASE_URL", "db.example.com", /postgres:\/\//],
  ["DATABASE_URL", "postgres://", /postgres:\/\//],
  ["DATABASE_URL", "postgres://h:port/gss", /postgres:\/\//],
  ["DATABASE_URL", "postgres://gss:100%@h/gss", /postgres:\/\//],
  ["DATABASE_URL", "postgres://a:5432,b:5433/gss", /of a single server/],
  ["DATABASE_URL", "postgres://a,b/gss", /of a single server/],
  ["DATA_DIR", "  ", /a path/],
  ["DATA_DIR", "a\0b", /a path/],
  ["DENO_KV_PATH", "ftp://kv", /a file path/],
  ["BASE_URL", "select.example.com", /absolute/],
  ["BASE_URL", "ftp://example.com", /absolute/],
  ["BASE_URL", "https://user:pw@example.com", /absolute/],
  ["BASE_URL", "https://example.com/select", /without path/],
  ["BASE_URL", "https://example.com/?a=1", /without path/],
  ["BASE_URL", "https://example.com/#top", /without path/],
  ["SITE_URL", "https://example.com/?a=1", /absolute/],
  ["IMAGE_HOST", "https://images.example.com/path", /origin/],
  ["MEDIA_HOSTS", "https://cdn.example.com", /host names/],
  ["MEDIA_HOSTS", "cdn.example.com:8443", /host names/],
  ["MEDIA_HOSTS", "cdn.example.com/files", /host names/],
  ["MEDIA_HOSTS", "user@cdn.example.com", /host names/],
  ["MEDIA_HOSTS", "*.example.com", /host names/],
  ["MEDIA_HOSTS", "cdn.example.com, a b", /host names/],
  ["SESSION_TTL_DAYS", "0", /from 1/],
  ["SESSION_TTL_DAYS", "1.5", /from 1/],
  ["TRUST_PROXY", "true: yes", /HTTP header/],
  ["TRUST_PROXY", "true", /HTTP header/],
  ["TRUST_PROXY", "1", /HTTP header/],
  ["GEO_CITY_HEADER", "No", /HTTP header/],
  ["CMP_SITE_ID", "a=b", /letters/],
  ["CMP_PURPOSE_MARKETING", "marketing", /number of a purpose/],
  ["ADMIN_DEV_BYPASS", "1", /true or false/],
  ["ADMIN_DEV_BYPASS", "TRUE", /true or false/],
  ["ADMIN_EMAILS", "ada@example.com, nobody", /e-mail addresses/],
  ["ASSISTANT_MAX_TOKENS", "8193", /from 1 to 8192/],
  ["ASSISTANT_TIMEOUT_MS", "249", /from 250 to 60000/],
  ["ASSISTANT_TEMPERATURE", "warm", /from 0 to 2/],
  ["MODEL_BUDGET_DAILY_USD", "-5", /a number from 0/],
  ["MODEL_API_KEY", "a\nb", /one line/],
  ["LOG_LEVEL", "loud", /one of trace, debug/],
  ["SEED", "Demo!", /one of demo, none/],
  ["DENO_ENV", "prod", /one of development, test, production/],
];

for (const [name, text, accepts] of REFUSED) {
  Deno.test(`loadConfig() refuses ${name}=${JSON.stringify(text)} and says what it accepts (design §8)`, () => {
    const message = refusal({ [name]: text });
    assert.match(message, new RegExp(`^  ${name}: got `, "m"));
    assert.match(message, accepts);
  });
}

Deno.test("loadConfig() imports pictures from MEDIA_HOSTS, or by default from the image host and the CMS (design §7)", () => {
  const known = { IMAGE_HOST: "img.example.com", CMS_BASE_URL: "https://cms.example.com/site" };
  const hostsOf = (environment: Record<string, string>) => loadConfig(environment).media.hosts;
  assert.deepEqual(hostsOf({}), []);
  assert.deepEqual(hostsOf(known), ["img.example.com", "cms.example.com"]);
  assert.deepEqual(hostsOf({ ...known, IMAGE_HOST: "cms.example.com" }), ["cms.example.com"]);
  assert.deepEqual(
    hostsOf({ ...known, MEDIA_HOSTS: "CDN.example.com, a.test,,a.test" }),
    ["cdn.example.com", "a.test"],
  );
});

Deno.test("loadConfig() names every bad variable in one message (design §8)", () => {
  const message = refusal({
    PORT: "x",
    DATA_DIR: " ",
    DATABASE_URL: "x",
    ACCESS_TEAM_DOMAIN: "acme",
  });
  assert.deepEqual(message.match(/^ {2}[A-Z_]+(?=:)/gm)?.map((name) => name.trim()), [
    "PORT",
    "DATA_DIR",
    "DATABASE_URL",
    "ACCESS_AUD",
  ]);
});

Deno.test("loadConfig() never prints the value of a secret variable (spec §4.10)", () => {
  const names = [
    "CRM_SITE_ID",
    "CRM_USERNAME",
    "CRM_PASSWORD",
    "MODEL_API_KEY",
    "DENO_KV_ACCESS_TOKEN",
  ];
  for (const name of names) {
    assert.doesNotMatch(refusal({ [name]: "hunter2\u0007" }), /hunter2/);
  }
  for (const name of ["CRM_BASE_URL", "DATABASE_URL", "DENO_KV_PATH"]) {
    const message = refusal({ [name]: "ftp://ada:hunter2@host" });
    assert.doesNotMatch(message, /hunter2|ada|host/);
    assert.match(message, /a ftp:\/\/ URL \(not shown\)/);
  }
  for (const name of ["CMS_BASE_URL", "MODEL_BASE_URL", "SITE_URL"]) {
    for (const password of ["hunter2/", "hunter2#x", "hun?ter2", "@hunter2"]) {
      const message = refusal({ [name]: `https://ada:${password}@cms.test/a` });
      assert.match(
        message,
        /got "https:\/\/…@cms\.test\/a", wants .* without query or credentials/,
      );
    }
    assert.match(refusal({ [name]: "ada:hunter2@cms.test" }), /got "ada:…@cms\.test", wants /);
  }
});

Deno.test("loadConfig() names every variable that is not UTF-8, and what it accepts (design §8)", () => {
  // `DENO_DEPLOYMENT_ID` counts by being set.
  const names = Object.keys(Environment.shape).filter((name) => name !== "DENO_DEPLOYMENT_ID");
  const message = refusal(Object.fromEntries(names.map((name) => [name, UNREADABLE])));
  for (const name of names) {
    assert.match(message, new RegExp(`^  ${name}: got a text that is not UTF-8, wants .`, "m"));
  }
});

Deno.test("a command ends with that message, and without the value, when a secret is not UTF-8 (spec §4.10)", async () => {
  const { code, stderr } = await new Deno.Command("sh", {
    args: [
      "-c",
      `CRM_PASSWORD=$(printf 'hunter2\\344') PORT=x exec "$DENO" run -A lib/cli/kv_compact.ts`,
    ],
    env: { DENO: Deno.execPath(), DATA_DIR: "/nowhere" },
    cwd: new URL("../../../", import.meta.url),
  }).output();
  assert.deepEqual({ code, stderr: new TextDecoder().decode(stderr) }, {
    code: 1,
    stderr: `Cannot read the configuration from the environment:
  PORT: got "x", wants a whole number from 0 to 65535
  CRM_PASSWORD: got a text that is not UTF-8, wants a text of one line without control characters
`,
  });
});

const URLS: readonly [text: string, normalised: string][] = [
  ["https://example.com", "https://example.com"],
  ["https://Example.com/", "https://example.com"],
  ["https://example.com:443/shop//", "https://example.com/shop"],
  [" http://localhost:8000/ ", "http://localhost:8000"],
];

for (const [text, normalised] of URLS) {
  Deno.test(`loadConfig() normalises the URL ${JSON.stringify(text)}`, () => {
    assert.equal(loadConfig({ SITE_URL: text }).siteUrl, normalised);
  });
}

Deno.test("loadConfig() accepts a public address with or without a trailing slash", () => {
  for (const text of ["https://Example.com", " https://example.com:443/ "]) {
    assert.equal(loadConfig({ BASE_URL: text }).baseUrl, "https://example.com");
  }
});

const DATABASE_URLS = [
  "postgres://gss:gss@127.0.0.1:5432/gss",
  "postgresql://db.example.com/gss?sslmode=require",
  "postgres://gss:a,b@db:5432/gss",
  "postgres:///gss?host=/run/postgresql",
  "postgres://gss:pw@/gss?host=/run/postgresql&port=5433",
];

for (const url of DATABASE_URLS) {
  Deno.test(`loadConfig() accepts ${url}`, () => {
    assert.equal(loadConfig({ DATABASE_URL: url }).databaseUrl, url);
  });
}

Deno.test("loadConfig() links to the fictitious site of the demo only outside production (design §7)", () => {
  assert.equal(loadConfig({ DENO_ENV: "production" }).siteUrl, null);
  assert.equal(loadConfig({ SEED: "none" }).siteUrl, null);
});

Deno.test("loadConfig() listens on every interface only in production, unless HOST is set", () => {
  assert.equal(loadConfig({ DENO_ENV: "production" }).host, "0.0.0.0");
  assert.equal(loadConfig({ DENO_DEPLOYMENT_ID: "abc" }).host, "0.0.0.0");
  assert.equal(loadConfig({ DENO_ENV: "test" }).host, "127.0.0.1");
  assert.equal(loadConfig({ DENO_ENV: "production", HOST: "::1" }).host, "::1");
});

Deno.test("loadConfig() keeps the key-value store in the data folder unless DENO_KV_PATH is set", () => {
  assert.equal(loadConfig({ DATA_DIR: "/var/gss/" }).kvPath, "/var/gss/kv.sqlite3");
  assert.equal(loadConfig({ DENO_KV_PATH: ":memory:" }).kvPath, ":memory:");
  const remote = { DENO_KV_PATH: "https://kv.test/", DENO_KV_ACCESS_TOKEN: "kv-token" };
  assert.equal(loadConfig(remote).kvPath, "https://kv.test");
  assert.match(refusal({ ...remote, DENO_KV_ACCESS_TOKEN: "" }), /DENO_KV_ACCESS_TOKEN: is unset/);
  assert.deepEqual(secretTexts(loadConfig(remote)), ["kv-token"]);
  assert.match(summarizeConfig(loadConfig(remote)).kv ?? "", /without a queue/);
});

const CRM = {
  CRM_BASE_URL: "https://crm.test/",
  CRM_SITE_ID: "Acme",
  CRM_USERNAME: "ada",
  CRM_PASSWORD: " hunter2 ",
};

Deno.test("loadConfig() configures the CRM only when all four secrets are set (spec §4.10)", () => {
  for (const name of Object.keys(CRM)) {
    const config = loadConfig({ ...CRM, [name]: undefined });
    assert.equal(config.crm, null);
    assert.deepEqual(config.crmMissing, [name]);
  }
  const { crm, crmMissing } = loadConfig(CRM);
  assert.deepEqual(crmMissing, []);
  assert.equal(crm?.baseUrl, "https://crm.test");
  assert.deepEqual(crm?.credentials.reveal(), {
    siteId: "Acme",
    username: "ada",
    password: " hunter2 ",
  });
});

const TRACKING_HOSTS: readonly [text: string | undefined, host: string | null][] = [
  [undefined, "img03.en25.com"],
  ["Track.Example.com", "track.example.com"],
  ["127.0.0.1:8443", "127.0.0.1:8443"],
  ["https://track.example.com", null],
  ["track.example.com/path", null],
  ["track.example.com;x", null],
  ["track example", null],
];

Deno.test("loadConfig() reads the host of the tracking script and the name of the CRM's cookie (§4.11)", () => {
  for (const [text, host] of TRACKING_HOSTS) {
    const load = () => loadConfig({ CRM_TRACKING_HOST: text }).tracking.host;
    if (host === null) assert.throws(load, /CRM_TRACKING_HOST/, text);
    else assert.equal(load(), host);
  }
  assert.equal(loadConfig(CRM).crm?.visitorCookie, "ELOQUA");
  const named = loadConfig({ ...CRM, CRM_VISITOR_COOKIE: "OUR_VISITOR" });
  assert.equal(named.crm?.visitorCookie, "OUR_VISITOR");
  assert.throws(() => loadConfig({ CRM_VISITOR_COOKIE: "a=b" }), /CRM_VISITOR_COOKIE/);
});

Deno.test("printing a configuration shows no secret except the database URL (spec §5)", () => {
  const config = loadConfig({
    ...CRM,
    DATABASE_URL: "postgres://gss:hunter2@db/gss",
    ASSISTANT_MODEL: "model-1",
    MODEL_API_KEY: "hunter2-key",
  });
  const { databaseUrl: _, ...printable } = config;
  for (
    const printed of [
      JSON.stringify(printable),
      Deno.inspect(printable, { depth: 9 }),
      JSON.stringify(summarizeConfig(config)),
    ]
  ) {
    assert.doesNotMatch(printed, /hunter2|Acme/);
  }
  assert.match(JSON.stringify(printable), /\[redacted\]/);
  assert.equal(`${config.crm?.credentials}`, "[redacted]");
});

Deno.test("the start log never prints the address of the model (spec §5)", () => {
  const config = loadConfig({
    ASSISTANT_MODEL: "claude-model-1",
    MODEL_API_KEY: "key-1",
    MODEL_BASE_URL: "https://gateway.internal.test/models",
  });
  assert.equal(config.assistant.provider?.baseUrl, "https://gateway.internal.test/models");
  assert.doesNotMatch(JSON.stringify(summarizeConfig(config)), /gateway|internal\.test|key-1/);
});

Deno.test("secretTexts() lists every secret for the log to hide (spec §5)", () => {
  assert.deepEqual(secretTexts(loadConfig({})), []);
  const config = loadConfig({
    ...CRM,
    DATABASE_URL: "postgres://gss:p%40ss@db/gss",
    ASSISTANT_MODEL: "claude-model-1",
    MODEL_API_KEY: "key-1",
  });
  assert.deepEqual(secretTexts(config), [
    "Acme",
    "ada",
    " hunter2 ",
    "https://crm.test",
    "crm.test",
    "key-1",
    "p%40ss",
    "p@ss",
  ]);
  const secretsOf = (url: string) => secretTexts(loadConfig({ DATABASE_URL: url }));
  assert.deepEqual(secretsOf("postgres://gss:half@other-half@db/gss"), ["half@other-half"]);
  assert.deepEqual(secretsOf("postgres://gss:a,b@db/gss"), ["a,b"]);
  assert.deepEqual(secretsOf("postgres://gss:pw@/gss?host=/run/postgresql"), ["pw"]);
  assert.deepEqual(secretsOf("postgres://db/gss?user=gss&password=p%26w"), ["p&w", "p%26w"]);
});

const TEAMS: readonly [text: string, origin: string | null][] = [
  ["acme", "https://acme.cloudflareaccess.com"],
  ["acme.cloudflareaccess.com", "https://acme.cloudflareaccess.com"],
  ["https://login.acme.test/", "https://login.acme.test"],
  ["http://127.0.0.1:4000", "http://127.0.0.1:4000"],
  ["http://localhost:4000/", "http://localhost:4000"],
  ["http://login.acme.test", null],
  ["https://acme.test/certs", null],
  ["ac me", null],
];

for (const [text, origin] of TEAMS) {
  const outcome = origin ?? "a refusal";
  Deno.test(`loadConfig() reads ACCESS_TEAM_DOMAIN=${JSON.stringify(text)} as ${outcome} (design §7)`, () => {
    const environment = { ACCESS_TEAM_DOMAIN: text, ACCESS_AUD: "aud" };
    if (origin === null) {
      assert.match(refusal(environment), /ACCESS_TEAM_DOMAIN/);
      return;
    }
    assert.deepEqual(loadConfig(environment).access, {
      origin,
      audience: "aud",
      tokenHeader: "cf-access-jwt-assertion",
      tokenCookie: "CF_Authorization",
    });
  });
}

Deno.test("loadConfig() enables the admin bypass only without a perimeter, and never in production (spec §5)", () => {
  assert.equal(loadConfig({ ADMIN_DEV_BYPASS: "true" }).admin.devBypass, true);
  assert.equal(loadConfig({ ADMIN_DEV_BYPASS: "false" }).admin.devBypass, false);
  const behindPerimeter = { ADMIN_DEV_BYPASS: "true", ACCESS_TEAM_DOMAIN: "a", ACCESS_AUD: "b" };
  assert.equal(loadConfig(behindPerimeter).admin.devBypass, false);
  assert.match(refusal({ ADMIN_DEV_BYPASS: "true", DENO_ENV: "production" }), /ADMIN_DEV_BYPASS/);
  assert.match(refusal({ ADMIN_DEV_BYPASS: "true", DENO_DEPLOYMENT_ID: "x" }), /ADMIN_DEV_BYPASS/);
  const simulated = { CRM_ALLOW_SIMULATED_GUID: "true", DENO_ENV: "production" };
  assert.match(refusal(simulated), /CRM_ALLOW_SIMULATED_GUID/);
});

Deno.test("loadConfig() stores each first administrator once, in lower case (design §7)", () => {
  const { admin } = loadConfig({
    ADMIN_EMAILS: " Ada@Example.com ,,bob@example.com,ada@example.com",
  });
  assert.deepEqual(admin.emails, ["ada@example.com", "bob@example.com"]);
});

Deno.test("loadConfig() treats an unset consent purpose as no consent (spec §5)", () => {
  assert.deepEqual(loadConfig({ CMP_SITE_ID: "s12", CMP_PURPOSE_MEASUREMENT: "4" }).cmp, {
    cookieName: "_cmp_cs-s12",
    measurementPurpose: "4",
    marketingPurpose: null,
  });
  assert.equal(loadConfig({ CMP_PURPOSE_MEASUREMENT: "4" }).cmp, null);
});

Deno.test("loadConfig() uses the marketing site as the CMS unless CMS_BASE_URL is set (spec §4.11)", () => {
  assert.equal(loadConfig({ SITE_URL: "https://site.test" }).cms?.baseUrl, "https://site.test");
  const both = { SITE_URL: "https://site.test", CMS_BASE_URL: "https://cms.test" };
  assert.equal(loadConfig(both).cms?.baseUrl, "https://cms.test");
});

Deno.test("loadConfig() selects the provider only with a key and a model of its family (spec §4.5)", () => {
  const key = { MODEL_API_KEY: "k" };
  assert.equal(loadConfig(key).assistant.provider, null);
  assert.equal(loadConfig({ ...key, ASSISTANT_MODEL: "stub-chat-v1" }).assistant.provider, null);
  assert.equal(loadConfig({ ...key, ASSISTANT_MODEL: "model-1" }).assistant.provider, null);
  assert.equal(loadConfig({ ASSISTANT_MODEL: "claude-model-1" }).assistant.provider, null);
  const { provider } = loadConfig({ ...key, ASSISTANT_MODEL: "claude-model-1" }).assistant;
  assert.deepEqual([provider?.model, provider?.apiKey.reveal()], ["claude-model-1", "k"]);
});

Deno.test("loadConfig() uses a positive daily budget, otherwise a thirtieth of the monthly one (spec §8)", () => {
  const budget = (daily: string, monthly: string) =>
    loadConfig({ MODEL_BUDGET_DAILY_USD: daily, MODEL_BUDGET_MONTHLY_USD: monthly }).assistant
      .dailyBudgetUsd;
  assert.equal(budget("7.5", "90"), 7.5);
  assert.equal(budget("0", "90"), 3);
  assert.equal(budget("", "90"), 3);
  assert.equal(budget("", "0"), 0);
});

Deno.test("loadConfig() keeps the pre-stream timeout at least 12 s above the model's and at most 120 s (spec §8)", () => {
  fc.assert(fc.property(
    fc.integer({ min: 250, max: 60_000 }),
    fc.option(fc.integer({ min: 0, max: 500_000 }), { nil: undefined }),
    (timeoutMs, wanted) => {
      const { assistant } = loadConfig({
        ASSISTANT_TIMEOUT_MS: `${timeoutMs}`,
        ASSISTANT_PRESTREAM_TIMEOUT_MS: wanted?.toString(),
      });
      const expected = Math.min(Math.max(wanted ?? 0, timeoutMs + 12_000), 120_000);
      assert.equal(assistant.prestreamTimeoutMs, expected);
    },
  ));
});

Deno.test("loadConfig() returns a configuration or throws a ConfigError for any environment", () => {
  const names = [
    "PORT",
    "DATABASE_URL",
    "DENO_KV_PATH",
    "ACCESS_TEAM_DOMAIN",
    "IMAGE_HOST",
    "ADMIN_EMAILS",
  ];
  fc.assert(fc.property(
    fc.dictionary(fc.constantFrom(...names, "__proto__"), fc.string({ unit: "binary" })),
    (environment) => {
      try {
        loadConfig(environment);
      } catch (error) {
        assert.ok(error instanceof ConfigError, String(error));
      }
    },
  ));
});

Deno.test("loadConfig() freezes the configuration deeply", () => {
  const config = loadConfig({ ADMIN_EMAILS: "ada@example.com" });
  assert.ok(Object.isFrozen(config));
  assert.ok(Object.isFrozen(config.assistant));
  assert.ok(Object.isFrozen(config.admin.emails));
});

Deno.test("summarizeConfig() names what is off and the variables that turn it on (design §8)", () => {
  const summary = summarizeConfig(loadConfig({ CRM_USERNAME: "ada" }));
  assert.equal(summary.listen, "127.0.0.1:8000");
  assert.equal(summary.database, "embedded in ./data");
  assert.match(summary.crm ?? "", /off: CRM_BASE_URL, CRM_SITE_ID, CRM_PASSWORD unset/);
  assert.match(summary.admin ?? "", /closed: ACCESS_TEAM_DOMAIN/);
});

Deno.test("summarizeConfig() explains why an incomplete configuration uses the stub model (spec §4.5)", () => {
  const assistant = (environment: Record<string, string>) =>
    summarizeConfig(loadConfig(environment)).assistant;
  assert.equal(assistant({}), "stub: ASSISTANT_MODEL and MODEL_API_KEY are not set");
  assert.equal(assistant({ MODEL_API_KEY: "key-1" }), "stub: ASSISTANT_MODEL is the stub");
  assert.equal(assistant({ ASSISTANT_MODEL: "claude-x" }), "stub: MODEL_API_KEY is not set");
  const foreign = { ASSISTANT_MODEL: "gpt-x", MODEL_API_KEY: "key-1" };
  assert.equal(assistant(foreign), "stub: ASSISTANT_MODEL names no model of the provider");
  assert.equal(assistant({ ...foreign, ASSISTANT_MODEL: "claude-x" }), "claude-x");
});

Deno.test("summarizeConfig() names the purposes that nobody can consent to (spec §5)", () => {
  const consent = (purposes: Record<string, string>) =>
    summarizeConfig(loadConfig({ CMP_SITE_ID: "77", ...purposes })).consent;
  assert.equal(consent({ CMP_PURPOSE_MEASUREMENT: "4", CMP_PURPOSE_MARKETING: "5" }), "on");
  assert.equal(
    consent({ CMP_PURPOSE_MEASUREMENT: "4" }),
    "in part: CMP_PURPOSE_MARKETING unset, so nobody consents to that",
  );
  assert.equal(
    consent({}),
    "off: CMP_PURPOSE_MEASUREMENT, CMP_PURPOSE_MARKETING unset, so nobody consents",
  );
});
