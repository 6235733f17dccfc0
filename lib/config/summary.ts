/** The loggable summary of a configuration, and the secret texts that must be redacted. */
import type { Config } from "./config.ts";
import { isLoopback } from "./loopback.ts";

/** Returns the texts that log redaction must hide: every secret, the CRM's address and the database password. */
export function secretTexts({ assistant, crm, databaseUrl, kvToken }: Config): string[] {
  const texts = [
    ...Object.values(crm?.credentials.reveal() ?? {}),
    ...(crm ? addressTexts(crm.baseUrl) : []),
    assistant.provider?.apiKey.reveal() ?? "",
    kvToken?.reveal() ?? "",
    ...(databaseUrl === null ? [] : passwordTexts(databaseUrl)),
  ];
  return [...new Set(texts)].filter((text) => text !== "");
}

/**
 * Returns the password of a database URL, from the user information or the query, as it is written and decoded. It is cut
 * by hand, because `URL` returns some characters of it in another form.
 */
function passwordTexts(databaseUrl: string): string[] {
  const [address = "", query = ""] = databaseUrl.split("?", 2);
  const [authority = ""] = address.replace(/^\w{1,20}:\/\//, "").split("/", 1);
  const user = authority.slice(0, Math.max(0, authority.lastIndexOf("@")));
  const password = user.includes(":") ? user.slice(user.indexOf(":") + 1) : "";
  const inQuery = new URLSearchParams(query).getAll("password");
  return [password, decodeURIComponent(password), ...inQuery, ...inQuery.map(encodeURIComponent)];
}

/** Returns a secret URL and its host. Omits a loopback host name, which is no secret and would hide ordinary text. */
function addressTexts(url: string): string[] {
  const { host, hostname } = new URL(url);
  return [url, host, ...(isLoopback(hostname) ? [] : [hostname])];
}

/** Returns one text per subject for the start log: what is on, and what is off and why. Contains no secrets. */
export function summarizeConfig(config: Config): Record<string, string> {
  const { assistant, cms, cmp, crm, crmMissing, access, admin } = config;
  return {
    listen: `${config.host}:${config.port}`,
    database: config.databaseUrl === null ? `embedded in ${config.dataDir}` : "postgres",
    kv: /^https?:/.test(config.kvPath)
      ? "remote, without a queue: the clock alone retries leads"
      : config.kvPath,
    seed: config.seed,
    cms: cms ? new URL(cms.baseUrl).host : "off: SITE_URL and CMS_BASE_URL are unset",
    crm: crm ? "configured" : `off: ${crmMissing.join(", ")} unset`,
    consent: consentOf(cmp),
    admin: access
      ? `behind ${new URL(access.origin).host}`
      : admin.devBypass
      ? "open to everybody who uses this machine: ADMIN_DEV_BYPASS is true"
      : "closed: ACCESS_TEAM_DOMAIN is unset",
    assistant: assistant.provider?.model ??
      `stub: ${providerLack(assistant) ?? "ASSISTANT_MODEL and MODEL_API_KEY are not set"}`,
  };
}

/** Returns why a partly configured model provider is off; null when it is on or not configured at all. */
export function providerLack({ missing, modelIsForeign }: Config["assistant"]): string | null {
  if (modelIsForeign) return "ASSISTANT_MODEL names no model of the provider";
  if (missing.length !== 1) return null;
  return missing[0] === "MODEL_API_KEY"
    ? "MODEL_API_KEY is not set"
    : "ASSISTANT_MODEL is the stub";
}

/** Returns the names of the unset purpose variables. Without its id, a purpose never has consent (spec §5). */
export function unsetPurposes(cmp: NonNullable<Config["cmp"]>): string[] {
  return [
    ...(cmp.measurementPurpose === null ? ["CMP_PURPOSE_MEASUREMENT"] : []),
    ...(cmp.marketingPurpose === null ? ["CMP_PURPOSE_MARKETING"] : []),
  ];
}

function consentOf(cmp: Config["cmp"]): string {
  if (cmp === null) return "off: CMP_SITE_ID is unset, so nobody consents";
  const unset = unsetPurposes(cmp);
  if (unset.length === 0) return "on";
  return unset.length === 1
    ? `in part: ${unset[0]} unset, so nobody consents to that`
    : `off: ${unset.join(", ")} unset, so nobody consents`;
}
