/** Searches the stored records by name, id or text, for staff. */
import { compareNames, hasWords, plainText, searchWords } from "@/lib/text/mod.ts";
import type { Catalog } from "../schema.ts";
import type { RecordType } from "./references.ts";

/** A record that was found. */
export interface Found {
  readonly type: RecordType;
  readonly id: string;
  readonly name: string;
  /** The parent record: the factor of an option; null for every other kind. */
  readonly within: { readonly id: string; readonly name: string } | null;
  readonly state: "live" | "retired" | "off" | "draft";
}

/** A record with its texts beside the name, such as descriptions and rationales. */
interface Searched extends Found {
  readonly texts: readonly (string | null)[];
}

/** The matches of one kind of record. */
export interface FoundGroup {
  readonly type: RecordType;
  /** The best matches, up to the limit. */
  readonly records: readonly Found[];
  /** Number of all matches of this kind. */
  readonly total: number;
}

/** The order of the groups in the result: the records that staff look for most often come first. */
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
 * Finds the records whose name or id contains every word of the text, and those with another text that contains all of
 * it in its order. Case and accents do not matter, and no character is a wildcard. Exact matches come first, then prefix
 * matches, then other names, then other texts; ties put retired records last and are then ordered by name. At most
 * `limit` records per kind are returned, and kinds without a match are omitted. A text without words finds nothing.
 */
export function searchRecords(catalog: Catalog, text: string, limit = 50): FoundGroup[] {
  const wanted = plainText(text).trim();
  const words = searchWords(text);
  if (words.length === 0) return [];
  const found = recordsOf(catalog)
    .map((record) => ({ record, rank: matchRank(record, wanted, words) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .toSorted((a, b) =>
      a.rank - b.rank || stateOrder(a.record) - stateOrder(b.record) ||
      compareNames(a.record.name, b.record.name)
    )
    .map(({ record: { texts: _, ...record } }): Found => record);
  return TYPES.flatMap((type) => {
    const records = found.filter((record) => record.type === type);
    return records.length === 0
      ? []
      : [{ type, records: records.slice(0, limit), total: records.length }];
  });
}

const NO_MATCH = 4;

function matchRank(
  { id, name, texts }: Searched,
  wanted: string,
  words: readonly string[],
): number {
  const names = [plainText(name), plainText(id)];
  if (names.includes(wanted)) return 0;
  if (names.some((text) => text.startsWith(wanted))) return 1;
  if (hasWords(`${name} ${id}`, words)) return 2;
  return texts.some((text) => text !== null && plainText(text).includes(wanted)) ? 3 : NO_MATCH;
}

function stateOrder({ state }: Found): number {
  return state === "retired" ? 1 : 0;
}

/** The marks that take a record out of use. */
interface Switches {
  readonly retired?: boolean;
  readonly enabled?: boolean;
  readonly draft?: boolean;
}

function stateOf({ retired, draft, enabled }: Switches): Searched["state"] {
  if (retired) return "retired";
  if (draft) return "draft";
  return enabled === false ? "off" : "live";
}

function recordsOf(catalog: Catalog): Searched[] {
  const found = (
    type: RecordType,
    record: { id: string } & Switches,
    name: string,
    ...texts: readonly (string | null)[]
  ): Searched => ({
    type,
    id: record.id,
    name,
    texts,
    within: null,
    state: stateOf(record),
  });
  return [
    ...catalog.systems.map((it) => found("system", it, it.name, it.tagline, it.description)),
    ...catalog.attributes.map((it) => found("attribute", it, it.name, it.description)),
    ...catalog.tiers.map((tier) => found("tier", tier, tier.label, tier.description)),
    ...catalog.factors.flatMap((factor) => [
      found("factor", factor, factor.name, factor.question, factor.help),
      ...factor.options.map((option) => ({
        ...found(
          "option",
          { ...option, retired: option.retired || factor.retired },
          option.label,
          option.description,
        ),
        within: { id: factor.id, name: factor.name },
      })),
    ]),
    ...catalog.rules.map((rule) =>
      found("rule", rule, rule.name, ...rule.outcomes.map(({ rationale }) => rationale))
    ),
    ...catalog.ruleSets.map((ruleSet) => found("rule-set", ruleSet, ruleSet.name)),
    ...catalog.tracks.map((track) => found("track", track, track.name, track.description)),
  ];
}
