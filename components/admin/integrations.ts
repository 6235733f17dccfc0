/** Which integrations a deployment has, for staff: names of variables, and never a value. */
import type { Config } from "../../lib/config.ts";

/** What one integration is for, and whether it works. */
export interface Integration {
  readonly name: string;
  /** What it means that it is on, or what does not happen while it is off. */
  readonly effect: string;
  readonly on: boolean;
  /** Variables of the environment that would turn it on. */
  readonly missing: readonly string[];
  /** What is not as it should be although it is on. */
  readonly warning?: string;
}

/** The part of the configuration that tells of integrations. */
export type IntegrationConfig = Pick<
  Config,
  "access" | "admin" | "assistant" | "cms" | "cmp" | "crm" | "crmMissing"
>;

/** Every integration, in the order in which a deployment is set up. */
export function integrationsOf(config: IntegrationConfig): Integration[] {
  const { access, assistant, cms, cmp, crm, crmMissing } = config;
  return [
    {
      name: "Staff sign-in",
      on: access !== null,
      effect: access !== null
        ? `Identities come from ${new URL(access.origin).host}.`
        : "Nobody can be told apart.",
      missing: access === null ? ["ACCESS_TEAM_DOMAIN", "ACCESS_AUD"] : [],
    },
    {
      name: "Content system",
      on: cms !== null,
      effect: cms !== null
        ? `Content comes from ${new URL(cms.baseUrl).host}.`
        : "Attributes, projects and pictures are not synchronised.",
      missing: cms === null ? ["CMS_BASE_URL"] : [],
    },
    {
      name: "CRM",
      on: crm !== null,
      effect: crm !== null ? "Leads are handed over." : "Leads are not handed over.",
      missing: crmMissing,
      ...(crm?.allowSimulatedGuid && {
        warning: "Made-up contact ids are accepted, because CRM_ALLOW_SIMULATED_GUID is on.",
      }),
    },
    {
      name: "Consent",
      on: cmp !== null,
      effect: cmp !== null ? "Visitors' choices are respected." : "Nobody is taken to consent.",
      missing: cmp === null ? ["CMP_SITE_ID"] : [],
      ...purposeWarning(cmp),
    },
    {
      name: "Assistant",
      on: assistant.provider !== null,
      effect: assistant.provider !== null
        ? `Answers come from ${assistant.provider.model}.`
        : "It quotes the corpus, without a language model.",
      missing: assistant.provider === null ? ["ASSISTANT_MODEL", "MODEL_API_KEY"] : [],
    },
  ];
}

function purposeWarning(cmp: Config["cmp"]): { warning?: string } {
  if (cmp === null) return {};
  const unset = [
    ...(cmp.measurementPurpose === null ? ["CMP_PURPOSE_MEASUREMENT"] : []),
    ...(cmp.marketingPurpose === null ? ["CMP_PURPOSE_MARKETING"] : []),
  ];
  if (unset.length === 0) return {};
  return { warning: `Nobody can consent to a purpose without a number: set ${unset.join(", ")}.` };
}
