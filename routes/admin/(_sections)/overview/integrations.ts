/** The integrations of a deployment, for staff. Shows the names of variables, never a value. */
import type { Contact } from "@/lib/assistant/mod.ts";
import { type Config, providerLack, unsetPurposes } from "@/lib/config/mod.ts";
import { formatMoment } from "@/components/ui/format_date.ts";
import { sectionHref } from "@/components/hrefs/admin.ts";

/**
 * `on`: the service uses it. `configured`: its variables are set, but the service has had no contact with it yet.
 * `off`: variables are missing.
 */
export type IntegrationState = "on" | "configured" | "off";

/** One integration and its state. */
export interface Integration {
  readonly name: string;
  /** The consequences of its state for staff and visitors. */
  readonly effect: string;
  readonly state: IntegrationState;
  /** Page with its details. */
  readonly href?: string;
  /** Environment variables that are not set. */
  readonly missing: readonly string[];
  /** A problem that exists although the variables are set. */
  readonly warning?: string;
}

/** The part of the configuration that integrations need. */
export type IntegrationConfig = Pick<
  Config,
  "access" | "accessMissing" | "admin" | "assistant" | "cms" | "cmp" | "crm" | "crmMissing"
>;

/** The last contact with an integration. */
export interface LastContact {
  readonly at: Date;
  /** Whether it succeeded. */
  readonly ok: boolean;
}

/** The last contact with each integration; null before the first. */
export interface LastContacts {
  readonly cms?: Date | null;
  readonly crm?: LastContact | null;
  readonly assistant?: Contact | null;
}

/** Returns all integrations, in the order in which an operator sets them up. */
export function integrationsOf(
  config: IntegrationConfig,
  { cms: cmsContact = null, crm: crmContact = null, assistant: answered = null }: LastContacts = {},
): Integration[] {
  const { access, accessMissing, assistant, cms, cmp, crm, crmMissing } = config;
  return [
    {
      name: "Staff sign-in",
      state: access !== null ? "on" : "off",
      effect: access !== null
        ? `Identities come from ${new URL(access.origin).host}.`
        : "Nobody can sign in.",
      missing: accessMissing,
    },
    {
      name: "CMS",
      href: sectionHref("cms"),
      ...cmsState(cms, cmsContact),
    },
    {
      name: "CRM",
      href: sectionHref("crm"),
      state: crm === null ? "off" : crmContact === null ? "configured" : "on",
      effect: crm === null
        ? "Leads wait here until the CRM is configured."
        : crmContact === null
        ? "Its credentials are set. We have not sent a lead yet."
        : `We last ${crmContact.ok ? "sent" : "failed to send"} a lead on ${
          formatMoment(crmContact.at)
        }.`,
      missing: crmMissing,
      ...(crm?.allowSimulatedGuid && {
        warning: "We accept simulated visitors, because CRM_ALLOW_SIMULATED_GUID is on.",
      }),
    },
    {
      name: "Consent",
      state: cmp !== null ? "on" : "off",
      effect: cmp !== null ? "We respect visitors’ choices." : "We assume that nobody consents.",
      missing: cmp === null ? ["CMP_SITE_ID"] : [],
      ...purposeWarning(cmp),
    },
    {
      name: "Assistant",
      state: assistant.provider === null ? "off" : answered === null ? "configured" : "on",
      effect: assistant.provider !== null
        ? `${assistant.provider.model} answers questions. ${answeredText(answered)}`
        : "Questions are answered with quotations from the corpus, without a language model.",
      missing: assistant.missing,
      ...(assistant.modelIsForeign && { warning: `${providerLack(assistant)}.` }),
    },
  ];
}

const FAILURES: Readonly<Record<Exclude<Contact["outcome"], "ok">, string>> = {
  timeout: "took too long",
  rate_limited: "had too many requests",
  upstream: "failed",
};

/** Describes this process's last contact with the model. */
function answeredText(contact: Contact | null): string {
  if (contact === null) return "This process has not asked it yet.";
  const at = formatMoment(contact.at);
  if (contact.outcome === "ok") return `It last answered on ${at}.`;
  const status = contact.status === null ? "" : ` (status ${contact.status})`;
  return `On ${at} it ${FAILURES[contact.outcome]}${status}.`;
}

/** The state of the CMS: `on` once the service has read it. */
function cmsState(
  cms: IntegrationConfig["cms"],
  contact: Date | null,
): Pick<Integration, "state" | "effect" | "missing"> {
  if (cms === null) {
    const effect = "Attributes, projects and pictures are not synchronised.";
    return { state: "off", effect, missing: ["CMS_BASE_URL"] };
  }
  const { host } = new URL(cms.baseUrl);
  const effect = contact === null
    ? `${host} is configured. We have not read it yet.`
    : `We last read ${host} on ${formatMoment(contact)}.`;
  return { state: contact === null ? "configured" : "on", effect, missing: [] };
}

function purposeWarning(cmp: Config["cmp"]): { warning?: string } {
  if (cmp === null) return {};
  const unset = unsetPurposes(cmp);
  if (unset.length === 0) return {};
  return { warning: `Nobody can consent to a purpose without a number: set ${unset.join(", ")}.` };
}
