/** Finding stored records by name or id, for staff who know what they look for. */
import type { Catalog } from "../schema.ts";
import type { RecordType } from "./references.ts";

/** A record that was found. */
export interface Found {
  readonly type: RecordType;
  readonly id: string;
  readonly name: string;
  /** What it is part of, such as the factor of an option. */
  readonly within: { readonly id: string; readonly name: string } | null;
  readonly state: "live" | "retired" | "off" | "draft";
}

/** What was found of one kind. */
export interface FoundGroup {
  readonly type: RecordType;
  /** The best of them, at most as many as asked for. */
  readonly records: readonly Found[];
  /** How many there are in all. */
  readonly total: number;
}

/** In the order in which people think of them. */
const TYPES: readonly RecordType[] = [
  "system",
  "rule",
  "factor",
  "option",
  "attribute",
  "tier",
  "track",
  "rule-set",
];

/**
 * Finds the records whose name or id has every word of the text, in any case and with or without accents.
 * No character is a wildcard. Whole and leading matches come first, then live records, then by name; kinds
 * without a match are left out. A text without a word finds nothing.
 */
export function searchRecords(catalog: Catalog, text: string, limit = 50): FoundGroup[] {
  const wanted = plain(text).trim();
  const words = wanted.split(/\s+/).filter((word) => word !== "");
  if (words.length === 0) return [];
  const found = recordsOf(catalog)
    .map((record) => ({ record, place: placeOf(record, wanted, words) }))
    .filter(({ place }) => place < NO_MATCH)
    .toSorted((a, b) =>
      a.place - b.place || stateOrder(a.record) - stateOrder(b.record) ||
      a.record.name.localeCompare(b.record.name, "en", { numeric: true })
    )
    .map(({ record }) => record);
  return TYPES.flatMap((type) => {
    const records = found.filter((record) => record.type === type);
    return records.length === 0
      ? []
      : [{ type, records: records.slice(0, limit), total: records.length }];
  });
}

const NO_MATCH = 3;

function placeOf({ id, name }: Found, wanted: string, words: readonly string[]): number {
  const texts = [plain(name), plain(id)];
  if (texts.includes(wanted)) return 0;
  if (texts.some((text) => text.startsWith(wanted))) return 1;
  const all = texts.join(" ");
  return words.every((word) => all.includes(word)) ? 2 : NO_MATCH;
}

function stateOrder({ state }: Found): number {
  return state === "retired" ? 1 : 0;
}

/** Letters without case and accents. */
function plain(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

function recordsOf(catalog: Catalog): Found[] {
  const found = (
    type: RecordType,
    record: { id: string; retired?: boolean; enabled?: boolean; draft?: boolean },
    name: string,
  ): Found => ({
    type,
    id: record.id,
    name,
    within: null,
    state: record.retired
      ? "retired"
      : record.draft
      ? "draft"
      : record.enabled === false
      ? "off"
      : "live",
  });
  return [
    ...catalog.systems.map((system) => found("system", system, system.name)),
    ...catalog.attributes.map((attribute) => found("attribute", attribute, attribute.name)),
    ...catalog.tiers.map((tier) => found("tier", tier, tier.label)),
    ...catalog.factors.flatMap((factor) => [
      found("factor", factor, factor.name),
      ...factor.options.map((option) => ({
        ...found("option", { ...option, retired: option.retired || factor.retired }, option.label),
        within: { id: factor.id, name: factor.name },
      })),
    ]),
    ...catalog.rules.map((rule) => found("rule", rule, rule.name)),
    ...catalog.ruleSets.map((ruleSet) => found("rule-set", ruleSet, ruleSet.name)),
    ...catalog.tracks.map((track) => found("track", track, track.name)),
  ];
}
