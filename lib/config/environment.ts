/** The environment variables: accepted values, defaults, and combinations that are refused (design §8). */
import { z } from "zod";
import * as field from "./fields.ts";
import { isLoopback } from "./loopback.ts";

const DAYS = { min: 1, max: 3650 };
const DOLLARS = { min: 0, max: 1_000_000 };
const PER_MINUTE = { min: 1, max: 100_000_000 };

/** Id of the stub model, which needs no provider and quotes the corpus (spec §4.5). */
export const STUB_MODEL = "stub-chat-v1";

/** Schema of all environment variables with their defaults. */
export const Environment = z.object({
  DENO_ENV: field.word("development", "test", "production").default("development"),
  DENO_DEPLOYMENT_ID: z.string().optional(),
  PORT: field.wholeNumber({ min: 0, max: 65_535 }).default(8000),
  HOST: field.matching(/^[A-Za-z0-9.:_-]{1,253}$/, "a host name or an IP address").optional(),
  BASE_URL: field.rootUrl().optional(),
  SITE_URL: field.webUrl().optional(),
  IMAGE_HOST: field.webOrigin().optional(),
  MEDIA_HOSTS: field.hostNames().optional(),
  RENDITION_CACHE_MB: field.wholeNumber({ min: 0, max: 1_000_000 }).default(512),
  VIDEO_PLAYER_URL: field.webUrl().default("https://fast.wistia.net/embed/iframe"),
  DATA_DIR: field.path().default("./data"),
  DATABASE_URL: field.postgresUrl().optional(),
  DATABASE_CONNECTIONS: field.wholeNumber({ min: 2, max: 100 }).default(10),
  DENO_KV_PATH: field.kvPath().optional(),
  DENO_KV_ACCESS_TOKEN: field.secret().optional(),
  SESSION_TTL_DAYS: field.wholeNumber(DAYS).default(30),
  SYNC_QUEUE_RETENTION_DAYS: field.wholeNumber(DAYS).default(30),
  TRUST_PROXY: field.headerName().optional(),
  RATE_LIMIT_READS: field.wholeNumber(PER_MINUTE).default(300),
  RATE_LIMIT_WRITES: field.wholeNumber(PER_MINUTE).default(60),
  RATE_LIMIT_LEAD: field.wholeNumber(PER_MINUTE).default(10),
  RATE_LIMIT_CHAT: field.wholeNumber(PER_MINUTE).default(20),
  RATE_LIMIT_FEEDBACK: field.wholeNumber(PER_MINUTE).default(30),
  RATE_LIMIT_HANDOFF: field.wholeNumber(PER_MINUTE).default(30),
  RATE_LIMIT_RENDITIONS: field.wholeNumber(PER_MINUTE).default(600),
  GEO_CITY_HEADER: field.headerName().optional(),
  GEO_REGION_HEADER: field.headerName().optional(),
  CMS_BASE_URL: field.webUrl().optional(),
  CMS_SYNC_NIGHTLY: field.flag().default(false),
  CMS_SPARSE_FIELDS: field.flag().default(false),
  CRM_BASE_URL: field.webUrl().optional(),
  CRM_SITE_ID: field.secret().optional(),
  CRM_USERNAME: field.secret().optional(),
  CRM_PASSWORD: field.secret().optional(),
  CRM_ALLOW_SIMULATED_GUID: field.flag().default(false),
  CRM_VISITOR_COOKIE: field.matching(/^[A-Za-z0-9_.-]{1,64}$/, "the name of a cookie")
    .default("ELOQUA"),
  CRM_TRACKING_HOST: field.hostAndPort().default("img03.en25.com"),
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
  ASSISTANT_STRICT_GROUNDING: field.flag().default(true),
  ASSISTANT_PRESTREAM_TIMEOUT_MS: field.wholeNumber({ min: 0, max: 1e9 }).optional(),
  MODEL_BUDGET_DAILY_USD: field.decimal(DOLLARS).optional(),
  MODEL_BUDGET_MONTHLY_USD: field.decimal(DOLLARS).default(50),
  DRAIN_SECONDS: field.wholeNumber({ min: 0, max: 3600 }).default(5),
  LOG_LEVEL: field.word("trace", "debug", "info", "warning", "error", "fatal").default("info"),
  SEED: field.word("demo", "none").default("demo"),
});
/** The parsed variables. */
export type Environment = z.infer<typeof Environment>;

/** Variables whose values never appear in a message. `CRM_BASE_URL` is a secret by spec §4.10. */
const SECRET_NAMES: ReadonlySet<string> = new Set([
  "DATABASE_URL",
  "DENO_KV_PATH",
  "DENO_KV_ACCESS_TOKEN",
  "CRM_BASE_URL",
  "CRM_SITE_ID",
  "CRM_USERNAME",
  "CRM_PASSWORD",
  "MODEL_API_KEY",
]);

/** Stands for a text that is not UTF-8. No variable of a process can contain NUL, and every parser refuses it. */
export const UNREADABLE = "\0";

/** The four CRM secrets; the integration is on when all are set. */
export const CRM_NAMES = ["CRM_BASE_URL", "CRM_SITE_ID", "CRM_USERNAME", "CRM_PASSWORD"] as const;

/** The variables of the identity perimeter, which is on when both are set. */
export const ACCESS_NAMES = ["ACCESS_TEAM_DOMAIN", "ACCESS_AUD"] as const;

/** An invalid variable and the reason. */
interface ConfigProblem {
  readonly name: string;
  readonly message: string;
}

/** The environment is invalid. The message names all invalid variables. */
export class ConfigError extends Error {
  /** Stable across releases, unlike the message. */
  readonly code = "invalid_config";

  /** Takes all problems, in the order in which the variables are declared. */
  constructor(readonly problems: readonly ConfigProblem[]) {
    const lines = problems.map(({ name, message }) => `\n  ${name}: ${message}`);
    super(`Cannot read the configuration from the environment:${lines.join("")}`);
    this.name = "ConfigError";
  }
}

/**
 * Parses an environment. An empty variable counts as unset; an undeclared one is ignored.
 *
 * @throws {ConfigError} naming every invalid variable, its value (except for secrets) and the accepted values.
 */
export function parseEnvironment(environment: Record<string, string | undefined>): Environment {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([_, text]) => text !== undefined && text !== ""),
  );
  const { data, error } = Environment.safeParse(given);
  const bad = new Map((error?.issues ?? []).map(({ path, message }) => {
    const name = String(path[0]);
    return [name, `got ${shown(name, given[name] ?? "")}, wants ${message}`];
  }));
  const usable = Object.entries(given).filter(([name]) => !bad.has(name));
  const env = data ?? Environment.parse(Object.fromEntries(usable));
  const problems = [
    ...Array.from(bad, ([name, message]) => ({ name, message })),
    ...conflicts(env).filter(({ name }) => !bad.has(name)),
  ];
  if (problems.length > 0) throw new ConfigError(problems);
  return env;
}

function shown(name: string, text: string): string {
  if (text === UNREADABLE) return "a text that is not UTF-8";
  if (!SECRET_NAMES.has(name)) {
    // Addresses with credentials are refused, so this message must not print them. A password may contain any character.
    const bare = text.replace(/^([^:]*:(?:\/\/)?).*@/s, "$1…@");
    return JSON.stringify(bare.length > 80 ? `${bare.slice(0, 80)}…` : bare);
  }
  const scheme = /^\s*([a-z][a-z0-9+-]{0,19}):\/\//i.exec(text)?.[1];
  return scheme ? `a ${scheme}:// URL (not shown)` : "a value that is not shown";
}

/**
 * Returns the problems of combinations of variables with which the service must not start. Checks parsed values,
 * because a raw text can spell the same value in many ways.
 */
function conflicts(env: Environment): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  if (env.ACCESS_TEAM_DOMAIN !== undefined && env.ACCESS_AUD === undefined) {
    problems.push({
      name: "ACCESS_AUD",
      message: "is unset, must be set beside ACCESS_TEAM_DOMAIN",
    });
  }
  if (/^https?:/.test(env.DENO_KV_PATH ?? "") && env.DENO_KV_ACCESS_TOKEN === undefined) {
    problems.push({
      name: "DENO_KV_ACCESS_TOKEN",
      message: "is unset, must be set beside a DENO_KV_PATH that is a URL",
    });
  }
  if (isProduction(env)) {
    if (env.ACCESS_TEAM_DOMAIN?.startsWith("http:")) {
      problems.push({
        name: "ACCESS_TEAM_DOMAIN",
        message: "got http://, wants https in production",
      });
    }
    for (const name of ["ADMIN_DEV_BYPASS", "CRM_ALLOW_SIMULATED_GUID"] as const) {
      if (!env[name]) continue;
      problems.push({ name, message: 'got "true", must be unset or false in production' });
    }
  } else if (bypasses(env) && !isLoopback(hostOf(env))) {
    problems.push({
      name: "HOST",
      message: `got ${
        JSON.stringify(hostOf(env))
      }, wants a loopback address while ADMIN_DEV_BYPASS is true`,
    });
  }
  return problems;
}

/** Whether this is a production deployment. */
export function isProduction({ DENO_ENV, DENO_DEPLOYMENT_ID }: Environment): boolean {
  return DENO_ENV === "production" || DENO_DEPLOYMENT_ID !== undefined;
}

/** Whether the dev bypass is active. A configured perimeter disables it, even when the flag is set (spec §5). */
export function bypasses({ ADMIN_DEV_BYPASS, ACCESS_TEAM_DOMAIN }: Environment): boolean {
  return ADMIN_DEV_BYPASS && ACCESS_TEAM_DOMAIN === undefined;
}

/** Returns the address to listen on: by default all interfaces in production and loopback elsewhere. */
export function hostOf(env: Environment): string {
  return env.HOST ?? (isProduction(env) ? "0.0.0.0" : "127.0.0.1");
}
