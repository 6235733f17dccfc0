/**
 * The configuration: the environment in, one typed and frozen object out (design §8). Nothing else
 * in the app reads the environment.
 *
 * **Production** is what the deployment says it is: `DENO_ENV=production`, or `DENO_DEPLOYMENT_ID`,
 * which a hosted Deno sets by itself. It moves the default of `HOST` to every interface, and refuses the
 * two switches that must never be on there. Nothing else depends on it.
 */
import { z } from "zod";
import * as field from "./config/fields.ts";
import { Secret } from "./config/secret.ts";

export { REDACTED, Secret } from "./config/secret.ts";

const DAYS = { min: 1, max: 3650 };
const DOLLARS = { min: 0, max: 1_000_000 };

/** Model that needs no provider and quotes the corpus (spec §4.5). */
export const STUB_MODEL = "stub-chat-v1";

/** Every variable of the service, with what it accepts and its default. */
const Environment = z.object({
  DENO_ENV: field.word("development", "test", "production").default("development"),
  DENO_DEPLOYMENT_ID: z.string().optional(),
  PORT: field.wholeNumber({ min: 0, max: 65_535 }).default(8000),
  HOST: field.matching(/^[A-Za-z0-9.:_-]{1,253}$/, "a host name or an IP address").optional(),
  BASE_URL: field.webUrl().optional(),
  SITE_URL: field.webUrl().optional(),
  IMAGE_HOST: field.webOrigin().optional(),
  DATA_DIR: field.path().default("./data"),
  DATABASE_URL: field.postgresUrl().optional(),
  DENO_KV_PATH: field.kvPath().optional(),
  SESSION_TTL_DAYS: field.wholeNumber(DAYS).default(30),
  SYNC_QUEUE_RETENTION_DAYS: field.wholeNumber(DAYS).default(30),
  TRUST_PROXY: field.headerName().optional(),
  GEO_CITY_HEADER: field.headerName().optional(),
  GEO_REGION_HEADER: field.headerName().optional(),
  CMS_BASE_URL: field.webUrl().optional(),
  CRM_BASE_URL: field.webUrl().optional(),
  CRM_SITE_ID: field.secret().optional(),
  CRM_USERNAME: field.secret().optional(),
  CRM_PASSWORD: field.secret().optional(),
  CRM_ALLOW_SIMULATED_GUID: field.flag().default(false),
  CMP_SITE_ID: field.matching(/^[A-Za-z0-9_-]{1,64}$/, "letters, digits, - and _").optional(),
  CMP_PURPOSE_MEASUREMENT: field.matching(/^\d{1,6}$/, "the number of a purpose").optional(),
  CMP_PURPOSE_MARKETING: field.matching(/^\d{1,6}$/, "the number of a purpose").optional(),
  ACCESS_TEAM_DOMAIN: field.perimeterOrigin().optional(),
  ACCESS_AUD: field.matching(/^[\x21-\x7e]{1,256}$/, "an audience tag without blanks").optional(),
  ACCESS_TOKEN_HEADER: field.headerName().default("cf-access-jwt-assertion"),
  ACCESS_TOKEN_COOKIE: field.matching(/^[A-Za-z0-9_-]{1,64}$/, "the name of a cookie")
    .default("CF_Authorization"),
  ADMIN_DEV_BYPASS: field.flag().default(false),
  ADMIN_EMAILS: field.emails().default([]),
  ASSISTANT_MODEL: field.matching(/^[A-Za-z0-9._:/@-]{1,128}$/, "the id of a model")
    .default(STUB_MODEL),
  MODEL_API_KEY: field.secret().optional(),
  MODEL_BASE_URL: field.webUrl().optional(),
  ASSISTANT_TEMPERATURE: field.decimal({ min: 0, max: 2 }).default(0.3),
  ASSISTANT_MAX_TOKENS: field.wholeNumber({ min: 1, max: 8192 }).default(512),
  ASSISTANT_TIMEOUT_MS: field.wholeNumber({ min: 250, max: 60_000 }).default(8000),
  ASSISTANT_PRESTREAM_TIMEOUT_MS: field.wholeNumber({ min: 0, max: 1e9 }).optional(),
  MODEL_BUDGET_DAILY_USD: field.decimal(DOLLARS).optional(),
  MODEL_BUDGET_MONTHLY_USD: field.decimal(DOLLARS).default(50),
  LOG_LEVEL: field.word("trace", "debug", "info", "warning", "error", "fatal").default("info"),
  SEED: field.word("demo", "none").default("demo"),
});
type Environment = z.infer<typeof Environment>;

/** Variables whose text never appears in a message; `CRM_BASE_URL` is a secret by spec §4.10. */
const SECRET_NAMES: ReadonlySet<string> = new Set([
  "DATABASE_URL",
  "DENO_KV_PATH",
  "CRM_BASE_URL",
  "CRM_SITE_ID",
  "CRM_USERNAME",
  "CRM_PASSWORD",
  "MODEL_API_KEY",
]);

const CRM_NAMES = ["CRM_BASE_URL", "CRM_SITE_ID", "CRM_USERNAME", "CRM_PASSWORD"] as const;

/** What the CRM client authenticates with (spec §4.10). */
export interface CrmCredentials {
  readonly siteId: string;
  readonly username: string;
  readonly password: string;
}

/** The whole configuration. An optional integration is null or complete. */
export type Config = ReturnType<typeof toConfig>;

/** Lowest level that the log keeps. */
export type LogLevel = Config["logLevel"];

/** One variable that cannot be used, and what it accepts instead. */
export interface ConfigProblem {
  readonly name: string;
  readonly message: string;
}

/** The environment makes no sense; the message names every bad variable at once. */
export class ConfigError extends Error {
  /** Stable across versions, unlike the message. */
  readonly code = "invalid_config";

  /** Takes every problem found, in the order of the declaration. */
  constructor(readonly problems: readonly ConfigProblem[]) {
    const lines = problems.map(({ name, message }) => `\n  ${name}: ${message}`);
    super(`Cannot read the configuration from the environment:${lines.join("")}`);
    this.name = "ConfigError";
  }
}

/** The declared variables as the process has them; the only place that asks for them. */
export function readEnvironment(): Record<string, string> {
  const pairs = Object.keys(Environment.shape).map((name) => [name, Deno.env.get(name)] as const);
  return Object.fromEntries(
    pairs.flatMap(([name, text]) => text === undefined ? [] : [[name, text]]),
  );
}

/**
 * Makes the configuration of an environment. An empty variable counts as unset, one that is not
 * declared is ignored. Throws a `ConfigError` that names every bad variable, what it got (but for
 * secrets) and what it accepts.
 */
export function loadConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([_, text]) => text !== undefined && text !== ""),
  );
  const parsed = Environment.safeParse(given);
  const bad = (parsed.error?.issues ?? []).map(({ path, message }) => {
    const name = String(path[0]);
    return { name, message: `got ${shown(name, given[name] ?? "")}, wants ${message}` };
  });
  const problems = [...bad, ...conflicts(given)];
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  return toConfig(parsed.data);
}

function shown(name: string, text: string): string {
  if (!SECRET_NAMES.has(name)) {
    return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
  }
  const scheme = /^\s*([a-z][a-z0-9+-]{0,19}):\/\//i.exec(text)?.[1];
  return scheme ? `a ${scheme}:// URL (not shown)` : "a value that is not shown";
}

/** What no single variable can tell: combinations that must not start. */
function conflicts(given: Record<string, string | undefined>): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  if (given.ACCESS_TEAM_DOMAIN && !given.ACCESS_AUD) {
    problems.push({
      name: "ACCESS_AUD",
      message: "is unset, must be set beside ACCESS_TEAM_DOMAIN",
    });
  }
  if (isProduction(given)) {
    for (const name of ["ADMIN_DEV_BYPASS", "CRM_ALLOW_SIMULATED_GUID"]) {
      if (given[name] !== "true") continue;
      problems.push({ name, message: 'got "true", must be unset or false in production' });
    }
  }
  return problems;
}

function isProduction({ DENO_ENV, DENO_DEPLOYMENT_ID }: Record<string, unknown>): boolean {
  return DENO_ENV === "production" || DENO_DEPLOYMENT_ID !== undefined;
}

function toConfig(env: Environment) {
  const production = isProduction(env);
  const siteUrl = env.SITE_URL ?? null;
  const cmsBaseUrl = env.CMS_BASE_URL ?? siteUrl;
  return Object.freeze({
    production,
    /** 0 asks the system for a free port. */
    port: env.PORT,
    host: env.HOST ?? (production ? "0.0.0.0" : "127.0.0.1"),
    /** Public address of the service; null means that of each request. */
    baseUrl: env.BASE_URL ?? null,
    /** The marketing site; without it nothing links there. */
    siteUrl,
    /** Origin of public images. */
    imageHost: env.IMAGE_HOST ?? null,
    dataDir: env.DATA_DIR,
    /** Null means the embedded database in `dataDir`. */
    databaseUrl: env.DATABASE_URL ?? null,
    kvPath: env.DENO_KV_PATH ?? `${env.DATA_DIR.replace(/\/+$/, "")}/kv.sqlite3`,
    seed: env.SEED,
    logLevel: env.LOG_LEVEL,
    session: Object.freeze({ ttlDays: env.SESSION_TTL_DAYS }),
    syncQueue: Object.freeze({ retentionDays: env.SYNC_QUEUE_RETENTION_DAYS }),
    /** Header that names the caller's address; null trusts the socket alone. */
    trustProxy: env.TRUST_PROXY ?? null,
    geo: Object.freeze({
      cityHeader: env.GEO_CITY_HEADER ?? null,
      regionHeader: env.GEO_REGION_HEADER ?? null,
    }),
    cms: cmsBaseUrl === null ? null : Object.freeze({ baseUrl: cmsBaseUrl }),
    crm: crmOf(env),
    /** The unset ones of the four CRM secrets, as the admin page shows them (spec §4.10). */
    crmMissing: Object.freeze(CRM_NAMES.filter((name) => env[name] === undefined)),
    cmp: cmpOf(env),
    access: accessOf(env),
    admin: Object.freeze({
      emails: Object.freeze(env.ADMIN_EMAILS),
      /** Refused beside a perimeter, even when the flag is set (spec §5). */
      devBypass: env.ADMIN_DEV_BYPASS && env.ACCESS_TEAM_DOMAIN === undefined,
    }),
    assistant: assistantOf(env),
  });
}

function crmOf(env: Environment) {
  const { CRM_BASE_URL, CRM_SITE_ID, CRM_USERNAME, CRM_PASSWORD } = env;
  if (!CRM_BASE_URL || !CRM_SITE_ID || !CRM_USERNAME || !CRM_PASSWORD) return null;
  return Object.freeze({
    baseUrl: CRM_BASE_URL,
    credentials: new Secret<CrmCredentials>({
      siteId: CRM_SITE_ID,
      username: CRM_USERNAME,
      password: CRM_PASSWORD,
    }),
    allowSimulatedGuid: env.CRM_ALLOW_SIMULATED_GUID,
  });
}

/** A purpose without a number is never consented to: the gate has no defaults (spec §5). */
function cmpOf(env: Environment) {
  if (!env.CMP_SITE_ID) return null;
  return Object.freeze({
    cookieName: `_cmp_cs-${env.CMP_SITE_ID}`,
    measurementPurpose: env.CMP_PURPOSE_MEASUREMENT ?? null,
    marketingPurpose: env.CMP_PURPOSE_MARKETING ?? null,
  });
}

function accessOf(env: Environment) {
  if (!env.ACCESS_TEAM_DOMAIN || !env.ACCESS_AUD) return null;
  return Object.freeze({
    /** The perimeter's origin, which is also the issuer of its tokens. */
    origin: env.ACCESS_TEAM_DOMAIN,
    audience: env.ACCESS_AUD,
    tokenHeader: env.ACCESS_TOKEN_HEADER,
    tokenCookie: env.ACCESS_TOKEN_COOKIE,
  });
}

/** Added to the model's time-out before a stream must have begun, and the upper bound (spec §8). */
const PRESTREAM_MARGIN_MS = 12_000;
const PRESTREAM_MAX_MS = 120_000;
const BUDGET_DAYS = 30;

function assistantOf(env: Environment) {
  const least = env.ASSISTANT_TIMEOUT_MS + PRESTREAM_MARGIN_MS;
  const { ASSISTANT_MODEL: model, MODEL_API_KEY: apiKey } = env;
  return Object.freeze({
    /** Null selects the stub (spec §4.5, model selection). */
    provider: apiKey && model !== STUB_MODEL
      ? Object.freeze({
        model,
        apiKey: new Secret(apiKey),
        /** Null means the provider's own address. */
        baseUrl: env.MODEL_BASE_URL ?? null,
      })
      : null,
    temperature: env.ASSISTANT_TEMPERATURE,
    maxTokens: env.ASSISTANT_MAX_TOKENS,
    timeoutMs: env.ASSISTANT_TIMEOUT_MS,
    prestreamTimeoutMs: Math.min(
      Math.max(env.ASSISTANT_PRESTREAM_TIMEOUT_MS ?? least, least),
      PRESTREAM_MAX_MS,
    ),
    dailyBudgetUsd: env.MODEL_BUDGET_DAILY_USD || env.MODEL_BUDGET_MONTHLY_USD / BUDGET_DAYS,
  });
}

/** One line per subject for the start log: what is on, what is off and why; no secret, no address. */
export function summarizeConfig(config: Config): Record<string, string> {
  const { assistant, cms, cmp, crm, crmMissing, access, admin } = config;
  return {
    listen: `${config.host}:${config.port}`,
    database: config.databaseUrl === null ? `embedded in ${config.dataDir}` : "postgres",
    kv: /^https?:/.test(config.kvPath) ? "remote" : config.kvPath,
    seed: config.seed,
    cms: cms ? new URL(cms.baseUrl).host : "off: SITE_URL and CMS_BASE_URL are unset",
    crm: crm ? "on" : `off: ${crmMissing.join(", ")} unset`,
    consent: cmp ? "on" : "off: CMP_SITE_ID is unset, so nobody consents",
    admin: access
      ? `behind ${new URL(access.origin).host}`
      : admin.devBypass
      ? "open to anyone who reaches it: ADMIN_DEV_BYPASS is true"
      : "closed: ACCESS_TEAM_DOMAIN is unset",
    assistant: assistant.provider ? assistant.provider.model : "stub without a provider",
  };
}
