/** The list of a rule set: its state in the address, and its rules. Pure. */
import {
  byPriority,
  type Rule,
  ruleSentence,
  type RuleSet,
  type Snapshot,
} from "@/lib/catalog/mod.ts";
import { type ListState, readList } from "@/components/admin/list/define.ts";
import { hasStatus, statusFilter } from "@/components/admin/list/parts.tsx";
import { hasWords, searchWords } from "@/lib/text/mod.ts";

/** The filters of the list. */
export const RULE_FILTERS = [
  { name: "q", label: "Search" },
  statusFilter({ "": "Live and off", live: "Live", off: "Switched off", retired: "Retired" }),
];

/** The list of one rule set. */
export interface RuleList {
  readonly ruleSet: RuleSet;
  /** Parameters that every link of the list keeps: rule set, and whether effects are counted. */
  readonly keeps: Readonly<Record<string, string>>;
  readonly state: ListState;
}

/**
 * Returns the list that a query asks for: of the rule set that it names, else of the default one. Null for a catalog
 * without rule sets.
 */
export function ruleListOf(query: URLSearchParams, { catalog }: Snapshot): RuleList | null {
  const sets = catalog.ruleSets;
  const ruleSet = sets.find(({ id }) => id === query.get("set")) ??
    sets.find(({ isDefault }) => isDefault) ?? sets[0];
  if (!ruleSet) return null;
  const keeps = {
    set: ruleSet.id,
    ...(query.get("effects") === "on" && { effects: "on" }),
  };
  return { ruleSet, keeps, state: readList(query, { filters: RULE_FILTERS, keeps, columns: [] }) };
}

/** Returns the rules of the list, in order of priority. */
export function listedRules({ ruleSet, state: { filter } }: RuleList, snapshot: Snapshot): Rule[] {
  const [words, status] = [searchWords(filter("q")), filter("status")];
  return snapshot.catalog.rules.filter((rule) =>
    rule.ruleSetId === ruleSet.id && hasStatus(rule, status) &&
    hasWords(`${rule.name} ${rule.id} ${ruleSentence(rule, snapshot)}`, words)
  ).sort(byPriority);
}

/** Page size of the list. */
export const RULES_A_PAGE = 50;
