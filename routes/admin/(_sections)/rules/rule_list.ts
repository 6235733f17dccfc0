/** Parses the address of the rule list, and builds the addresses of its pages. Pure. */
import { type Rule, ruleSentence, type RuleSet, type Snapshot } from "@/lib/catalog/mod.ts";
import { sectionHref } from "@/components/hrefs/admin.ts";
import { hasStatus, statusFilter } from "@/components/admin/list/parts.tsx";
import { withQuery } from "@/components/admin/list_query.ts";

const STATUS_FILTER = statusFilter({
  "": "Live and off",
  live: "Live",
  off: "Switched off",
  retired: "Retired",
});
/** The filters of the list. */
export const RULE_FILTERS = [
  { name: "q", label: "Search" },
  STATUS_FILTER,
];

/** The state of the list. */
export interface RuleListQuery {
  readonly ruleSet: RuleSet;
  readonly text: string;
  readonly status: string;
  /** Parameters that every link of the list keeps: rule set, and whether effects are counted. */
  readonly keeps: Readonly<Record<string, string>>;
  /** The canonical query of this state. */
  readonly params: URLSearchParams;
  /** Address of the first page in this state. */
  readonly href: string;
}

/**
 * Parses the state of the list: rule set (the default one unless another is named), search text and status. Null
 * for a catalog without rule sets.
 */
export function ruleListQuery(query: URLSearchParams, { catalog }: Snapshot): RuleListQuery | null {
  const sets = catalog.ruleSets;
  const ruleSet = sets.find(({ id }) => id === query.get("set")) ??
    sets.find(({ isDefault }) => isDefault) ?? sets[0];
  if (!ruleSet) return null;
  const text = (query.get("q") ?? "").trim().slice(0, 100);
  const status = STATUS_FILTER.options.find(({ value }) => value === query.get("status"))?.value ??
    "";
  const keeps = {
    set: ruleSet.id,
    ...(query.get("effects") === "on" && { effects: "on" }),
  };
  const params = new URLSearchParams({
    ...keeps,
    ...(text !== "" && { q: text }),
    ...(status !== "" && { status }),
  });
  const href = sectionHref("rules", params.toString());
  return { ruleSet, text, status, keeps, params, href };
}

/** Returns the rules that match, in order of priority. */
export function listedRules(
  { ruleSet, text: asked, status }: RuleListQuery,
  snapshot: Snapshot,
): Rule[] {
  const words = asked.toLowerCase().split(/\s+/).filter((word) => word !== "");
  return snapshot.catalog.rules.filter((rule) => {
    if (rule.ruleSetId !== ruleSet.id || !hasStatus(rule, status)) return false;
    if (words.length === 0) return true;
    const text = `${rule.name} ${rule.id} ${ruleSentence(rule, snapshot)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  }).sort((a, b) => a.priority - b.priority || (a.id < b.id ? -1 : 1));
}

/** Page size of the list. */
export const RULES_A_PAGE = 50;

/** Returns the address of the page that shows a rule, or of the first page when no page shows it. */
export function pageHrefOf(query: RuleListQuery, snapshot: Snapshot, ruleId: string): string {
  const place = listedRules(query, snapshot).findIndex(({ id }) => id === ruleId);
  return pageHref(query, Math.floor(Math.max(0, place) / RULES_A_PAGE) + 1);
}

/** Returns the address of a page of the list, counted from 1. */
export function pageHref({ params }: RuleListQuery, page: number): string {
  const query = withQuery(params, { page: page > 1 ? String(page) : null });
  return sectionHref("rules", query.slice(1));
}
