/** The fields of the CRM settings. A control has the name of its column (spec §2.6). */
import type { SettingGroup } from "../../../../components/admin/settings/fields.ts";
import type { Snapshot } from "../../../../lib/catalog/mod.ts";
import { premiumTierOf } from "../../../../lib/crm/mod.ts";

/** Forms and lists of the CRM, as suggestions. */
export interface Choices {
  readonly forms: readonly { readonly id: string; readonly name: string }[];
  readonly lists: readonly { readonly id: string; readonly name: string }[];
}

/**
 * Returns the fields, with the current tiers and the suggestions from the CRM. `stored` is the tier ordinal that the
 * rule names; it is offered even when no tier has it any more.
 */
export function settingGroups(
  snapshot: Snapshot,
  { forms, lists }: Choices,
  stored: number | null,
): SettingGroup[] {
  return [
    {
      legend: "Leads in the CRM",
      hint: "Each lead creates or updates a contact. The form and the list are optional.",
      fields: [
        {
          kind: "text",
          name: "form_name",
          label: "Form",
          hint:
            "Name or number of the form that leads are posted through. Leave it empty to post none.",
          optional: true,
          maxLength: 200,
          suggestions: forms.map(({ name }) => name),
        },
        {
          kind: "text",
          name: "contact_list_id",
          label: "Contact list",
          hint: `Number of the list that contacts join. Leave it empty to join none.${
            listed(lists)
          }`,
          optional: true,
          mono: true,
          maxLength: 20,
          suggestions: lists.map(({ id }) => id),
        },
      ],
    },
    {
      legend: "Tracking",
      hint: "The CRM’s script on buyers’ pages, only for visitors who consent to marketing.",
      fields: [
        { kind: "checkbox", name: "tracking_enabled", label: "Put the script on buyers’ pages" },
        {
          kind: "text",
          name: "tracking_site_id",
          label: "Site number",
          hint: "The id is public and part of the script. Without it, pages load no script.",
          optional: true,
          mono: true,
          maxLength: 20,
        },
      ],
    },
    {
      legend: "Hot leads",
      hint: "A lead is hot when it meets every condition. Without a condition, no lead is hot.",
      fields: [
        { kind: "checkbox", name: "hot_lead_enabled", label: "Flag hot leads" },
        {
          kind: "checkbox",
          name: "hot_lead_require_completed",
          label: "Every question is answered",
        },
        {
          kind: "select",
          name: "hot_lead_min_tier_ordinal",
          label: "The recommended system costs at least",
          optional: true,
          empty: "Any budget",
          options: tierOptions(snapshot, stored),
        },
        {
          kind: "checkbox",
          name: "hot_lead_require_premium",
          label: "The recommended system is premium",
          hint: premiumHint(snapshot),
        },
      ],
    },
    {
      legend: "Links that go with a contact",
      hint:
        "Addresses for the three links below. {system} stands for the id of the recommended system and {name} for its name. Leave an address empty to send no link.",
      fields: [
        link("resources_url", "Resources of the system"),
        link("configure_url", "Configure and price the system"),
        link("repfinder_url", "Find a dealer", "The same for everyone, without a placeholder."),
      ],
    },
  ];
}

function link(name: string, label: string, hint?: string): SettingGroup["fields"][number] {
  return {
    kind: "text",
    type: "url",
    name,
    label,
    ...(hint !== undefined && { hint }),
    optional: true,
    mono: true,
    maxLength: 500,
  };
}

function listed(lists: Choices["lists"]): string {
  const shown = lists.slice(0, 5).map(({ id, name }) => `${id} is “${name}”`);
  return shown.length === 0 ? "" : ` ${shown.join(", ")}${lists.length > 5 ? ", …" : ""}.`;
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
