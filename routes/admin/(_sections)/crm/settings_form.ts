/** The form of the CRM settings. A control has the name of its column (spec §2.6). */
import {
  type Fields,
  type FormOfFields,
  type GroupOfFields,
  recordForm,
  renderGroups,
} from "@/components/admin/record/fields.tsx";
import { checkbox, onOffLabel, optionalLine, select } from "@/components/admin/record/inputs.tsx";
import type { Snapshot } from "@/lib/catalog/mod.ts";
import { type CrmSettings, CrmSettingsForm, premiumTierOf } from "@/lib/crm/mod.ts";
import { formatCount, formatList } from "@/lib/text/mod.ts";
import { isMissing, suggestionOf } from "./known.ts";

/** Forms and lists of the CRM, as suggestions. */
export interface Choices {
  readonly forms: readonly { readonly id: string; readonly name: string }[];
  readonly lists: readonly { readonly id: string; readonly name: string }[];
}

const GROUPS: readonly GroupOfFields<CrmSettings>[] = [
  {
    legend: "Leads in the CRM",
    hint: "Each lead creates or updates a contact. The form and the list are optional.",
    keys: ["form_name", "contact_list_id"],
  },
  {
    legend: "Tracking",
    hint: "The CRM’s script on buyers’ pages, only for visitors who consent to marketing.",
    keys: ["tracking_enabled", "tracking_site_id"],
  },
  {
    legend: "Hot leads",
    hint: "A lead is hot when it meets every condition. Without a condition, no lead is hot.",
    keys: [
      "hot_lead_enabled",
      "hot_lead_require_completed",
      "hot_lead_min_tier_ordinal",
      "hot_lead_require_premium",
    ],
  },
  {
    legend: "Links that go with a contact",
    hint:
      "Addresses for the three links below. {system} stands for the id of the recommended system and {name} for its name. Leave an address empty to send no link.",
    keys: ["resources_url", "configure_url", "repfinder_url"],
  },
];

const LABELS: Readonly<Record<keyof CrmSettings, string>> = {
  form_name: "Form",
  contact_list_id: "Contact list",
  tracking_enabled: "Put the script on buyers’ pages",
  tracking_site_id: "Site number",
  hot_lead_enabled: "Flag hot leads",
  hot_lead_require_completed: "Every question is answered",
  hot_lead_min_tier_ordinal: "The recommended system costs at least",
  hot_lead_require_premium: "The recommended system is premium",
  resources_url: "Resources of the system",
  configure_url: "Configure and price the system",
  repfinder_url: "Find a dealer",
};

/** Returns the label of a column with that of its group, for readers without the form; undefined for another name. */
export function settingLabel(name: string): string | undefined {
  for (const { legend, keys } of GROUPS) {
    const column = keys.find((key) => key === name);
    if (column !== undefined) return `${legend}: ${LABELS[column]}`;
  }
  return undefined;
}

const { shape } = CrmSettingsForm;
const NONE = "Not set";
const LINK = { type: "url", mono: true, maxLength: 500, none: NONE } as const;

/**
 * Returns the form, with the current tiers and the suggestions from the CRM. The list and the tier that are stored are
 * named, and the tier is offered even when the ladder has lost it.
 */
export function settingsForm(
  snapshot: Snapshot,
  { forms, lists }: Choices,
  { hot_lead_min_tier_ordinal: stored, contact_list_id: list }: Pick<
    CrmSettings,
    "hot_lead_min_tier_ordinal" | "contact_list_id"
  >,
): FormOfFields<CrmSettings> {
  const tiers = tierOptions(snapshot, stored);
  const highest = Math.max(...snapshot.catalog.tiers.map(({ ordinal }) => ordinal));
  const fields: Fields<CrmSettings> = {
    form_name: optionalLine({
      label: LABELS.form_name,
      hint:
        "Name or number of the form that leads are posted through. Leave it empty to post none.",
      maxLength: 200,
      none: NONE,
      suggestions: () => forms.map(({ name }) => name),
    }),
    contact_list_id: optionalLine({
      label: LABELS.contact_list_id,
      hint: `Number of the list that contacts join. Leave it empty to join none.${
        listed(lists, list)
      }`,
      mono: true,
      maxLength: 20,
      none: NONE,
      schema: shape.contact_list_id,
      suggestions: () => lists.map(suggestionOf),
    }),
    tracking_enabled: checkbox({ label: LABELS.tracking_enabled, describe: onOffLabel }),
    tracking_site_id: optionalLine({
      label: LABELS.tracking_site_id,
      hint: "The number is public and part of the script. Without it, pages load no script.",
      mono: true,
      maxLength: 20,
      none: NONE,
      schema: shape.tracking_site_id,
    }),
    hot_lead_enabled: checkbox({ label: LABELS.hot_lead_enabled, describe: onOffLabel }),
    hot_lead_require_completed: checkbox({
      label: LABELS.hot_lead_require_completed,
      describe: onOffLabel,
    }),
    hot_lead_min_tier_ordinal: select({
      label: LABELS.hot_lead_min_tier_ordinal,
      optional: true,
      empty: "Any budget",
      schema: shape.hot_lead_min_tier_ordinal.refine(
        (ordinal) => ordinal === null || ordinal === stored || ordinal <= highest,
        tiers.length === 0
          ? "The budget ladder has no steps yet, so no system would be hot"
          : `No system can cost that much. The steps are: ${
            tiers.map(({ label }) => label).join(", ")
          }`,
      ),
      options: () => tiers,
      describe: (ordinal) =>
        ordinal === null
          ? NONE
          : tiers.find(({ value }) => value === `${ordinal}`)?.label ?? `${ordinal}`,
    }),
    hot_lead_require_premium: checkbox({
      label: LABELS.hot_lead_require_premium,
      hint: premiumHint(snapshot),
      describe: onOffLabel,
    }),
    resources_url: optionalLine({
      ...LINK,
      label: LABELS.resources_url,
      schema: shape.resources_url,
    }),
    configure_url: optionalLine({
      ...LINK,
      label: LABELS.configure_url,
      schema: shape.configure_url,
    }),
    repfinder_url: optionalLine({
      ...LINK,
      label: LABELS.repfinder_url,
      hint:
        "The same for everyone, without a placeholder. The chat page leads buyers there who have no recommendation yet.",
      schema: shape.repfinder_url,
    }),
  };
  return { ...recordForm(fields), Editor: (props) => renderGroups(fields, props, GROUPS) };
}

/** Names the lists of the CRM, the chosen one first. */
function listed(lists: Choices["lists"], chosen: string | null): string {
  const missing = chosen !== null && isMissing(lists, chosen);
  const shown = lists.toSorted((a, b) => Number(b.id === chosen) - Number(a.id === chosen))
    .slice(0, 5).map(({ id, name }) => `${id} is “${name}”`);
  const more = lists.length - shown.length;
  if (more > 0) shown.push(`${formatCount(more)} more`);
  const names = shown.length === 0 ? "" : ` ${formatList(shown)}.`;
  return missing ? ` The CRM has no list ${chosen}.${names}` : names;
}

function tierOptions({ catalog }: Snapshot, stored: number | null) {
  const options = catalog.tiers.toSorted((a, b) => a.ordinal - b.ordinal)
    .map(({ label, ordinal }) => ({ value: `${ordinal}`, label: `${label} (step ${ordinal})` }));
  if (stored === null || options.some(({ value }) => value === `${stored}`)) return options;
  return [...options, { value: `${stored}`, label: `Step ${stored}, which no longer exists` }];
}

function premiumHint(snapshot: Snapshot): string {
  const tier = premiumTierOf(snapshot);
  return tier === null
    ? "The budget ladder has no steps yet, so no system is premium."
    : `That is ${tier.label} and every step above it on the budget ladder.`;
}
