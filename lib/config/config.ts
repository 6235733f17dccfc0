/**
 * Parses the environment to one typed and frozen object (design §8). No other code reads the environment.
 *
 * A deployment is **production** when `DENO_ENV` is `production` or `DENO_DEPLOYMENT_ID` is set, as hosted Deno does.
 * In production, `HOST` defaults to all interfaces, `ADMIN_DEV_BYPASS`, `CRM_ALLOW_SIMULATED_GUID` and a perimeter over
 * plain http are refused, and the demo site has no default address.
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
  UNREADABLE,
} from "./environment.ts";
import { Secret } from "./secret.ts";

/** Credentials of the CRM client (spec §4.10). */
export interface CrmCredentials {
  readonly siteId: string;
  readonly username: string;
  readonly password: string;
}

/** The configuration. An optional integration is either null or complete. */
export type Config = ReturnType<typeof toConfig>;

/** Minimum level of log lines. */
export type LogLevel = Config["logLevel"];

/**
 * Reads the declared variables from the process environment; the only code that does. A variable that is not UTF-8 is
 * returned as {@linkcode UNREADABLE}, which {@linkcode loadConfig} refuses.
 */
export function readEnvironment(): Record<string, string> {
  const pairs = Object.keys(Environment.shape).map((name) => [name, readVariable(name)] as const);
  return Object.fromEntries(
    pairs.flatMap(([name, text]) => text === undefined ? [] : [[name, text]]),
  );
}

function readVariable(name: string): string | undefined {
  try {
    return Deno.env.get(name);
  } catch (error) {
    // Not rethrown: the runtime's message contains the value, which may be a secret.
    if (error instanceof Deno.errors.InvalidData) return UNREADABLE;
    throw error;
  }
}

/**
 * Parses an environment to the configuration. An empty variable counts as unset.
 *
 * @throws {ConfigError} with one message that names every invalid variable, its value (except for secrets) and the
 *   accepted values.
 */
export function loadConfig(environment: Record<string, string | undefined>): Config {
  return toConfig(parseEnvironment(environment));
}

/** Site of the demo's projects and documents: a domain reserved for examples. */
const DEMO_SITE_URL = "https://www.example.com";

/** Returns the options with which the configured database is opened, by the service and by every command. */
export function databaseOptions(
  { databaseUrl: url, databaseConnections: connections, dataDir }: Pick<
    Config,
    "databaseUrl" | "databaseConnections" | "dataDir"
  >,
): { url: string | null; connections: number; dataDir: string } {
  return { url, connections, dataDir };
}

function toConfig(env: Environment) {
  const production = isProduction(env);
  const siteUrl = env.SITE_URL ?? (env.SEED === "demo" && !production ? DEMO_SITE_URL : null);
  const cmsBaseUrl = env.CMS_BASE_URL ?? env.SITE_URL ?? null;
  return Object.freeze({
    production,
    /** Name of the environment as shown to staff. */
    environment: production ? "production" as const : env.DENO_ENV,
    /** 0 lets the operating system choose a free port. */
    port: env.PORT,
    host: hostOf(env),
    /** Public URL of the service; null to use the URL of each request. */
    baseUrl: env.BASE_URL ?? null,
    /** URL of the marketing site; null disables links to it. The demo has a fictitious one. */
    siteUrl,
    /** Origin of public images. */
    imageHost: env.IMAGE_HOST ?? null,
    video: Object.freeze({
      /** URL of the video host's player; the id of a video is appended. */
      playerUrl: env.VIDEO_PLAYER_URL.replace(/\/+$/, ""),
    }),
    media: Object.freeze({
      /** Hosts from which original pictures may be imported. */
      hosts: Object.freeze(mediaHostsOf(env)),
      /** Folder of temporary files during uploads and imports. */
      uploadFolder: `${env.DATA_DIR.replace(/\/+$/, "")}/uploads`,
      /** The disk cache of renditions and its maximum size. */
      renditions: Object.freeze({
        folder: `${env.DATA_DIR.replace(/\/+$/, "")}/renditions`,
        maxBytes: env.RENDITION_CACHE_MB * 1024 * 1024,
      }),
    }),
    dataDir: env.DATA_DIR,
    /** Null selects the embedded database in `dataDir`. */
    databaseUrl: env.DATABASE_URL ?? null,
    /** Most pooled connections to a server. */
    databaseConnections: env.DATABASE_CONNECTIONS,
    kvPath: env.DENO_KV_PATH ?? `${env.DATA_DIR.replace(/\/+$/, "")}/kv.sqlite3`,
    /** Access token of a remote store. Deno reads it from the environment itself; it is here only for log redaction. */
    kvToken: env.DENO_KV_ACCESS_TOKEN === undefined ? null : new Secret(env.DENO_KV_ACCESS_TOKEN),
    seed: env.SEED,
    logLevel: env.LOG_LEVEL,
    /** How long a stopping process continues to serve, so that load balancers can stop sending requests (design §7). */
    drainMs: env.DRAIN_SECONDS * 1000,
    session: Object.freeze({ ttlDays: env.SESSION_TTL_DAYS }),
    syncQueue: Object.freeze({ retentionDays: env.SYNC_QUEUE_RETENTION_DAYS }),
    /** Header with the client's address; null trusts only the socket. */
    trustProxy: env.TRUST_PROXY ?? null,
    /** Requests per address and minute, by scope (design §7). */
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
    cms: cmsBaseUrl === null ? null : Object.freeze({
      baseUrl: cmsBaseUrl,
      nightly: env.CMS_SYNC_NIGHTLY,
      /** Whether projects and pictures are requested with only the fields that are read. */
      sparseFields: env.CMS_SPARSE_FIELDS,
    }),
    crm: crmOf(env),
    /** Names of the unset CRM secrets, as the admin page shows them (spec §4.10). */
    crmMissing: Object.freeze(CRM_NAMES.filter((name) => env[name] === undefined)),
    tracking: Object.freeze({
      /** Host of the CRM's tracking script, with a port unless it is the default one (spec §4.11b). */
      host: env.CRM_TRACKING_HOST,
    }),
    cmp: cmpOf(env),
    access: accessOf(env),
    /** Names of the unset variables of the identity perimeter. */
    accessMissing: Object.freeze(ACCESS_NAMES.filter((name) => env[name] === undefined)),
    admin: Object.freeze({
      emails: Object.freeze(env.ADMIN_EMAILS),
      /** Whether the dev bypass replaces authentication, on a developer's machine (spec §5). */
      devBypass: bypasses(env),
    }),
    assistant: assistantOf(env),
  });
}

/** Returns `MEDIA_HOSTS`; by default the hosts of `IMAGE_HOST` and `CMS_BASE_URL`. */
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
    /** Name of the CRM's visitor cookie (spec §4.11a). */
    visitorCookie: env.CRM_VISITOR_COOKIE,
    allowSimulatedGuid: env.CRM_ALLOW_SIMULATED_GUID,
  });
}

/** Returns the consent settings. A purpose without an id has no default and so never has consent (spec §5). */
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

/** Margin of the pre-stream timeout above the model timeout, and its upper bound (spec §8). */
const PRESTREAM_MARGIN_MS = 12_000;
const PRESTREAM_MAX_MS = 120_000;
const BUDGET_DAYS = 30;
/** Matches the model ids of the provider adapter (spec §4.5, model selection). */
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
        /** Null selects the provider's own URL. */
        baseUrl: env.MODEL_BASE_URL ?? null,
      })
      : null,
    /** Names of the provider variables that are unset. */
    missing: Object.freeze([
      ...(model === STUB_MODEL ? ["ASSISTANT_MODEL"] : []),
      ...(apiKey ? [] : ["MODEL_API_KEY"]),
    ]),
    /** Whether the chosen model is not of the provider's family; the stub then answers (spec §4.5). */
    modelIsForeign: model !== STUB_MODEL && !PROVIDER_FAMILY.test(model),
    temperature: env.ASSISTANT_TEMPERATURE,
    maxTokens: env.ASSISTANT_MAX_TOKENS,
    timeoutMs: env.ASSISTANT_TIMEOUT_MS,
    /** Whether all figures, negations and names of a sentence must come from one passage. */
    strictGrounding: env.ASSISTANT_STRICT_GROUNDING,
    prestreamTimeoutMs: Math.min(
      Math.max(env.ASSISTANT_PRESTREAM_TIMEOUT_MS ?? least, least),
      PRESTREAM_MAX_MS,
    ),
    dailyBudgetUsd: env.MODEL_BUDGET_DAILY_USD || env.MODEL_BUDGET_MONTHLY_USD / BUDGET_DAYS,
  });
}
