/** Catalog records in words, by kind. */
import { recordHref } from "../hrefs/admin.ts";
import type { Catalog, RecordType, Reference } from "@/lib/catalog/mod.ts";
import { type SectionWords, sectionWords } from "./sections.ts";

/** A kind of record in words; options have no section, because their factor lists them. */
type RecordWords = Omit<SectionWords, "slug"> & { readonly slug: SectionWords["slug"] | null };

/** Labels and capability, by kind of record. */
export const RECORD_WORDS: Readonly<Record<RecordType, RecordWords>> = {
  system: sectionWords("systems"),
  attribute: sectionWords("attributes"),
  tier: sectionWords("tiers"),
  factor: sectionWords("factors"),
  option: { slug: null, label: "Options", noun: "option", capability: "edit_data" },
  rule: sectionWords("rules"),
  "rule-set": sectionWords("rule-sets"),
  track: sectionWords("tracks"),
};

/** Returns the page of a catalog record; null for an option, whose page needs the id of its factor. */
export function catalogRecordHref(type: RecordType, id: string): string | null {
  const { slug } = RECORD_WORDS[type];
  return slug && recordHref(slug, id);
}

/** Returns what is wrong with a reference, as the end of a sentence that begins with the referring record. */
export function staleReferenceText(catalog: Catalog, { to, how }: Reference): string {
  const target = recordOf(catalog, to);
  const name = target ? `“${target.name}”` : `the ${RECORD_WORDS[to.type].noun} ${to.id}`;
  const state = !target ? "no longer exists" : target.retired ? "is retired" : "is switched off";
  return `${how.replace(/\bit\b/, () => name)}, which ${state}`;
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
