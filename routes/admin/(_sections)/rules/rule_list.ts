/** What the address of the rule list asks for. Pure. */
import {
  type Rule,
  ruleSentence,
  type RuleSet,
  type Snapshot,
} from "../../../../lib/catalog/mod.ts";
import { sectionHref } from "../../../../components/hrefs/admin.ts";
import { pageOf, withQuery } from "../../../../components/admin/list_query.ts";

/** What the list can be narrowed to, as its select offers it. */
export const RULE_STATUSES = [
  { value: "", label: "Live and off" },
  { value: "live", label: "Live" },
  { value: "off", label: "Switched off" },
  { value: "retired", label: "Retired" },
] as const;
type RuleStatus = typeof RULE_STATUSES[number]["value"];

/** One state of the list. */
export interface RuleListQuery {
  readonly ruleSet: RuleSet;
  readonly text: string;
  readonly status: RuleStatus;
  /** The query that says so, without anything else. */
  readonly params: URLSearchParams;
  /** The address of the list so narrowed, at its first page. */
  readonly href: string;
  /** Whether it lists every rule that counts, so that neighbours in it are neighbours indeed. */
  readonly ordered: boolean;
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
  const params = new URLSearchParams({
    set: ruleSet.id,
    ...(text !== "" && { q: text }),
    ...(status !== "" && { status }),
    ...(query.get("effects") === "on" && { effects: "on" }),
  });
  const href = sectionHref("rules", params.toString());
  return { ruleSet, text, status, params, href, ordered: text === "" && status === "" };
}

/** The rules that a state of the list shows, in the order in which they count. */
export function listedRules(
  { ruleSet, text, status }: RuleListQuery,
  snapshot: Snapshot,
): Rule[] {
  const words = text.toLowerCase().split(/\s+/).filter((word) => word !== "");
  return snapshot.catalog.rules.filter((rule) => {
    if (rule.ruleSetId !== ruleSet.id || rule.retired !== (status === "retired")) return false;
    if (status === "live" && !rule.enabled || status === "off" && rule.enabled) return false;
    if (words.length === 0) return true;
    const told = `${rule.name} ${rule.id} ${ruleSentence(rule, snapshot)}`.toLowerCase();
    return words.every((word) => told.includes(word));
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

/** The page that an address asks for, and the rules of the list that stand on it. */
export function rulePage(
  query: RuleListQuery,
  snapshot: Snapshot,
  params: URLSearchParams,
): ReturnType<typeof pageOf<Rule>> {
  return pageOf(listedRules(query, snapshot), params, RULES_A_PAGE);
}
