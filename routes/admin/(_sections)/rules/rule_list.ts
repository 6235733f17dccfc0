/** What the address of the rule list asks for. Pure. */
import {
  type Rule,
  ruleSentence,
  type RuleSet,
  type Snapshot,
} from "../../../../lib/catalog/mod.ts";
import { sectionHref } from "../../../../components/hrefs/admin.ts";
import { withQuery } from "../../../../components/admin/list_query.ts";

/** What the list can be narrowed to, as its select offers it. */
const RULE_STATUSES = [
  { value: "", label: "Live and off" },
  { value: "live", label: "Live" },
  { value: "off", label: "Switched off" },
  { value: "retired", label: "Retired" },
] as const;
/** The fields that narrow the list. */
export const RULE_FILTERS = [
  { name: "q", label: "Search" },
  { name: "status", label: "Status", options: RULE_STATUSES },
];
type RuleStatus = typeof RULE_STATUSES[number]["value"];

/** One state of the list. */
export interface RuleListQuery {
  readonly ruleSet: RuleSet;
  readonly text: string;
  readonly status: RuleStatus;
  /** What every state of the list keeps: its rule set, and whether effects are counted. */
  readonly keeps: Readonly<Record<string, string>>;
  /** The query that says so, without anything else. */
  readonly params: URLSearchParams;
  /** The address of the list so narrowed, at its first page. */
  readonly href: string;
}

/**
 * Reads the state of the list: its rule set, the default one unless another is named, a text to look for
 * and a status. Null for a catalog without rule sets.
 */
export function ruleListQuery(query: URLSearchParams, { catalog }: Snapshot): RuleListQuery | null {
  const sets = catalog.ruleSets;
  const ruleSet = sets.find(({ id }) => id === query.get("set")) ??
    sets.find(({ isDefault }) => isDefault) ?? sets[0];
  if (!ruleSet) return null;
  const text = (query.get("q") ?? "").trim().slice(0, 100);
  const status = RULE_STATUSES.find(({ value }) => value === query.get("status"))?.value ?? "";
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

/** The rules that a state of the list shows, in the order in which they count. */
export function listedRules(
  { ruleSet, text: asked, status }: RuleListQuery,
  snapshot: Snapshot,
): Rule[] {
  const words = asked.toLowerCase().split(/\s+/).filter((word) => word !== "");
  return snapshot.catalog.rules.filter((rule) => {
    if (rule.ruleSetId !== ruleSet.id || rule.retired !== (status === "retired")) return false;
    if (status === "live" && !rule.enabled || status === "off" && rule.enabled) return false;
    if (words.length === 0) return true;
    const text = `${rule.name} ${rule.id} ${ruleSentence(rule, snapshot)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  }).sort((a, b) => a.priority - b.priority || (a.id < b.id ? -1 : 1));
}

/** Most rules of a page. */
export const RULES_A_PAGE = 50;

/** The address of the page of the list that shows a rule; the first one where the list does not show it. */
export function pageHrefOf(query: RuleListQuery, snapshot: Snapshot, ruleId: string): string {
  const place = listedRules(query, snapshot).findIndex(({ id }) => id === ruleId);
  return pageHref(query, Math.floor(Math.max(0, place) / RULES_A_PAGE) + 1);
}

/** The address of a page of the list, from 1. */
export function pageHref({ params }: RuleListQuery, page: number): string {
  const query = withQuery(params, { page: page > 1 ? String(page) : null });
  return sectionHref("rules", query.slice(1));
}
