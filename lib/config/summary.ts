/** What may be said of a configuration, and what must not. */
import type { Config } from "./config.ts";
import { isLoopback } from "./loopback.ts";

/** The texts that must show nowhere, for the log's redaction: every secret, and the database's password. */
export function secretTexts({ assistant, crm, databaseUrl, kvToken }: Config): string[] {
  const password = /:\/\/[^:/@]*:([^@]*)@/.exec(databaseUrl ?? "")?.[1] ?? "";
  const texts = [
    ...Object.values(crm?.credentials.reveal() ?? {}),
    ...(crm ? addressTexts(crm.baseUrl) : []),
    assistant.provider?.apiKey.reveal() ?? "",
    kvToken?.reveal() ?? "",
    password,
    decodeURIComponent(password),
  ];
  return [...new Set(texts)].filter((text) => text !== "");
}

/** An address that is a secret, and its host, but for a host that only says "this machine". */
function addressTexts(url: string): string[] {
  const { host, hostname } = new URL(url);
  return [url, host, ...(isLoopback(hostname) ? [] : [hostname])];
}

/** One line per subject for the start log: what is on, what is off and why; no secret, no address. */
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

/** What keeps a provider that was half chosen from answering; null where one answers, or none was chosen. */
export function providerLack({ missing, modelIsForeign }: Config["assistant"]): string | null {
  if (modelIsForeign) return "ASSISTANT_MODEL names no model of the provider";
  if (missing.length !== 1) return null;
  return missing[0] === "MODEL_API_KEY"
    ? "MODEL_API_KEY is not set"
    : "ASSISTANT_MODEL is the stub";
}

/** The variables of the purposes that nobody can consent to, for no number is known of them (spec §5). */
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
