/**
 * The configuration: the environment in, one typed and frozen object out (design §8). Nothing else
 * in the app reads the environment.
 *
 * **Production** is what the deployment says it is: `DENO_ENV=production`, or `DENO_DEPLOYMENT_ID`,
 * which a hosted Deno sets by itself. It moves the default of `HOST` to every interface, and refuses the
 * two switches that must never be on there. Nothing else depends on it.
 */
import {
  ACCESS_NAMES,
  bypasses,
  CRM_NAMES,
  Environment,
  hostOf,
  isProduction,
  parseEnvironment,
  STUB_MODEL,
} from "./environment.ts";
import { Secret } from "./secret.ts";

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

/** The declared variables as the process has them; the only place that asks for them. */
export function readEnvironment(): Record<string, string> {
  const pairs = Object.keys(Environment.shape).map((name) => [name, Deno.env.get(name)] as const);
  return Object.fromEntries(
    pairs.flatMap(([name, text]) => text === undefined ? [] : [[name, text]]),
  );
}

/**
 * Makes the configuration of an environment; an empty variable counts as unset. Throws a `ConfigError`
 * with one message that names every bad variable, what it got (but for secrets) and what it accepts.
 */
export function loadConfig(environment: Record<string, string | undefined>): Config {
  return toConfig(parseEnvironment(environment));
}

/** Where the demo's projects and documents have their pages: a name that is kept for examples. */
const DEMO_SITE_URL = "https://www.example.com";

function toConfig(env: Environment) {
  const production = isProduction(env);
  const siteUrl = env.SITE_URL ?? (env.SEED === "demo" && !production ? DEMO_SITE_URL : null);
  const cmsBaseUrl = env.CMS_BASE_URL ?? env.SITE_URL ?? null;
  return Object.freeze({
    production,
    /** What the service calls itself to staff. */
    environment: production ? "production" as const : env.DENO_ENV,
    /** 0 asks the system for a free port. */
    port: env.PORT,
    host: hostOf(env),
    /** Public address of the service; null means that of each request. */
    baseUrl: env.BASE_URL ?? null,
    /** The marketing site; without it nothing links there. The demo's is made up. */
    siteUrl,
    /** Origin of public images. */
    imageHost: env.IMAGE_HOST ?? null,
    video: Object.freeze({
      /** Address of the video host's player, to which the id of a video is added. */
      playerUrl: env.VIDEO_PLAYER_URL.replace(/\/+$/, ""),
    }),
    media: Object.freeze({
      /** Hosts that originals of pictures are imported from. */
      hosts: Object.freeze(mediaHostsOf(env)),
      /** Where files lie on their way in. */
      uploadFolder: `${env.DATA_DIR.replace(/\/+$/, "")}/uploads`,
      /** Where finished renditions are kept, and how much of them. */
      renditions: Object.freeze({
        folder: `${env.DATA_DIR.replace(/\/+$/, "")}/renditions`,
        maxBytes: env.RENDITION_CACHE_MB * 1024 * 1024,
      }),
    }),
    dataDir: env.DATA_DIR,
    /** Null means the embedded database in `dataDir`. */
    databaseUrl: env.DATABASE_URL ?? null,
    kvPath: env.DENO_KV_PATH ?? `${env.DATA_DIR.replace(/\/+$/, "")}/kv.sqlite3`,
    /** What a remote store asks for. Deno reads it from the environment by itself, so it stands here for the log alone. */
    kvToken: env.DENO_KV_ACCESS_TOKEN === undefined ? null : new Secret(env.DENO_KV_ACCESS_TOKEN),
    seed: env.SEED,
    logLevel: env.LOG_LEVEL,
    /** How long a process that was told to stop goes on answering, for balancers to turn away (design §7). */
    drainMs: env.DRAIN_SECONDS * 1000,
    session: Object.freeze({ ttlDays: env.SESSION_TTL_DAYS }),
    syncQueue: Object.freeze({ retentionDays: env.SYNC_QUEUE_RETENTION_DAYS }),
    /** Header that names the caller's address; null trusts the socket alone. */
    trustProxy: env.TRUST_PROXY ?? null,
    /** Requests that one address may send in any minute, by kind (design §7). */
    rateLimits: Object.freeze({
      reads: env.RATE_LIMIT_READS,
      writes: env.RATE_LIMIT_WRITES,
      lead: env.RATE_LIMIT_LEAD,
      chat: env.RATE_LIMIT_CHAT,
      feedback: env.RATE_LIMIT_FEEDBACK,
      handoff: env.RATE_LIMIT_HANDOFF,
      renditions: env.RATE_LIMIT_RENDITIONS,
    }),
    geo: Object.freeze({
      cityHeader: env.GEO_CITY_HEADER ?? null,
      regionHeader: env.GEO_REGION_HEADER ?? null,
    }),
    cms: cmsBaseUrl === null
      ? null
      : Object.freeze({ baseUrl: cmsBaseUrl, nightly: env.CMS_SYNC_NIGHTLY }),
    crm: crmOf(env),
    /** The unset ones of the four CRM secrets, as the admin page shows them (spec §4.10). */
    crmMissing: Object.freeze(CRM_NAMES.filter((name) => env[name] === undefined)),
    tracking: Object.freeze({
      /** Host of the CRM's tracking script, with a port where it is not the usual one (spec §4.11b). */
      host: env.CRM_TRACKING_HOST,
    }),
    cmp: cmpOf(env),
    access: accessOf(env),
    /** The unset ones of the two variables of the identity perimeter. */
    accessMissing: Object.freeze(ACCESS_NAMES.filter((name) => env[name] === undefined)),
    admin: Object.freeze({
      emails: Object.freeze(env.ADMIN_EMAILS),
      /** Whether nobody signs in, on a developer's machine (spec §5). */
      devBypass: bypasses(env),
    }),
    assistant: assistantOf(env),
  });
}

/** Where nothing is said, the hosts that pictures are known to lie on. */
function mediaHostsOf({ MEDIA_HOSTS, IMAGE_HOST, CMS_BASE_URL }: Environment): string[] {
  const known = [IMAGE_HOST, CMS_BASE_URL].filter((url) => url !== undefined);
  return [...MEDIA_HOSTS ?? new Set(known.map((url) => new URL(url).hostname))];
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
    /** Name of the cookie by which the CRM knows a visitor. */
    visitorCookie: env.CRM_VISITOR_COOKIE,
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
/** Ids of the models that the provider adapter can ask (spec §4.5, model selection). */
const PROVIDER_FAMILY = /^claude-/;

function assistantOf(env: Environment) {
  const least = env.ASSISTANT_TIMEOUT_MS + PRESTREAM_MARGIN_MS;
  const { ASSISTANT_MODEL: model, MODEL_API_KEY: apiKey } = env;
  return Object.freeze({
    /** Null selects the stub (spec §4.5, model selection). */
    provider: apiKey && PROVIDER_FAMILY.test(model)
      ? Object.freeze({
        model,
        apiKey: new Secret(apiKey),
        /** Null means the provider's own address. */
        baseUrl: env.MODEL_BASE_URL ?? null,
      })
      : null,
    /** Those of the two variables of a provider that are unset. */
    missing: Object.freeze([
      ...(model === STUB_MODEL ? ["ASSISTANT_MODEL"] : []),
      ...(apiKey ? [] : ["MODEL_API_KEY"]),
    ]),
    /** Whether a model was chosen that the provider does not have; then the stub answers (spec §4.5). */
    modelIsForeign: model !== STUB_MODEL && !PROVIDER_FAMILY.test(model),
    temperature: env.ASSISTANT_TEMPERATURE,
    maxTokens: env.ASSISTANT_MAX_TOKENS,
    timeoutMs: env.ASSISTANT_TIMEOUT_MS,
    /** Whether figures, negations and names of a sentence must come from one passage. */
    strictGrounding: env.ASSISTANT_STRICT_GROUNDING,
    prestreamTimeoutMs: Math.min(
      Math.max(env.ASSISTANT_PRESTREAM_TIMEOUT_MS ?? least, least),
      PRESTREAM_MAX_MS,
    ),
    dailyBudgetUsd: env.MODEL_BUDGET_DAILY_USD || env.MODEL_BUDGET_MONTHLY_USD / BUDGET_DAYS,
  });
}
