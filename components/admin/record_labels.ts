/** Labels of the kinds of record, and the capability that editing each one needs. */
import { type AdminSection, recordHref } from "../hrefs/admin.ts";
import type { Capability } from "@/lib/staff/mod.ts";
import type { Catalog, RecordType, Reference } from "@/lib/catalog/mod.ts";

interface RecordWords {
  /** As a heading: "Budget tiers". */
  readonly plural: string;
  /** Singular, for running text. */
  readonly noun: string;
  readonly capability: Capability;
  /** The section that lists the records; null for options, which their factor lists. */
  readonly section: AdminSection | null;
}

/** Labels and capability, by kind of record. */
export const RECORD_WORDS: Readonly<Record<RecordType, RecordWords>> = {
  system: { plural: "Systems", noun: "system", capability: "edit_data", section: "systems" },
  attribute: {
    plural: "Attributes",
    noun: "attribute",
    capability: "edit_data",
    section: "attributes",
  },
  tier: { plural: "Budget tiers", noun: "budget tier", capability: "edit_data", section: "tiers" },
  factor: { plural: "Factors", noun: "factor", capability: "edit_data", section: "factors" },
  option: { plural: "Options", noun: "option", capability: "edit_data", section: null },
  rule: { plural: "Rules", noun: "rule", capability: "edit_rules", section: "rules" },
  "rule-set": {
    plural: "Rule sets",
    noun: "rule set",
    capability: "edit_rules",
    section: "rule-sets",
  },
  track: { plural: "Tracks", noun: "track", capability: "edit_rules", section: "tracks" },
};

/** Returns the page of a catalog record; null for an option, whose page needs the id of its factor. */
export function catalogRecordHref(type: RecordType, id: string): string | null {
  const { section } = RECORD_WORDS[type];
  return section && recordHref(section, id);
}

/** Returns what is wrong with a reference, as the end of a sentence that begins with the referring record. */
export function staleReferenceText(catalog: Catalog, { to, how }: Reference): string {
  const target = recordOf(catalog, to);
  const name = target ? `“${target.name}”` : `the ${RECORD_WORDS[to.type].noun} ${to.id}`;
  const state = !target ? "no longer exists" : target.retired ? "is retired" : "is switched off";
  return `${how.replace(/\bit\b/, name)}, which ${state}`;
}

function recordOf(
  catalog: Catalog,
  { type, id }: Reference["to"],
): { name: string; retired: boolean } | undefined {
  const { systems, attributes, tiers, factors, rules, ruleSets, tracks } = catalog;
  const options = factors.flatMap(({ options, retired }) =>
    options.map((option) => ({
      id: option.id,
      name: option.label,
      retired: retired || option.retired,
    }))
  );
  const records = {
    system: systems,
    attribute: attributes,
    tier: tiers.map(({ id, label }) => ({ id, name: label, retired: false })),
    factor: factors,
    option: options,
    rule: rules,
    "rule-set": ruleSets,
    track: tracks,
  }[type];
  return records.find((record) => record.id === id);
}
