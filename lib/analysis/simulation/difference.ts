/** Compares the selections for one set of answers before and after a change of the rules. Pure. */
import type { Snapshot } from "@/lib/catalog/mod.ts";
import { formatList } from "@/lib/text/mod.ts";
import type { Selection } from "@/lib/selection/mod.ts";

/** The difference between two selections. Lists hold ids in the order of the selection that contains them. */
export interface Difference {
  /** The leads before and after, null for none; null when the lead is the same. */
  readonly lead: { readonly from: string | null; readonly to: string | null } | null;
  /** Alternatives that appear, and below those that disappear. */
  readonly gained: readonly string[];
  readonly lost: readonly string[];
  readonly nowFire: readonly string[];
  readonly noLongerFire: readonly string[];
  /** Rules that fire both times, but surface a system only after the change, and below only before it. */
  readonly nowContribute: readonly string[];
  readonly noLongerContribute: readonly string[];
  /** Whether buyers see no difference: the lead and the set of alternatives are the same. */
  readonly same: boolean;
}

/** Returns the difference between two selections for the same answers. */
export function differenceOf(before: Selection, after: Selection): Difference {
  const [from, to] = [before, after].map(({ lead }) => lead?.systemId ?? null);
  const lead = from === to ? null : { from: from ?? null, to: to ?? null };
  const [had, has] = [before, after].map(({ alternatives }) =>
    alternatives.map(({ systemId }) => systemId)
  );
  const gained = without(has, had);
  const lost = without(had, has);
  const [fired, fires] = [before, after].map(({ firedRules }) =>
    firedRules.map(({ ruleId }) => ruleId)
  );
  const [contributed, contributes] = [before, after].map(({ firedRules }) =>
    firedRules.filter((rule) => rule.contributed).map(({ ruleId }) => ruleId)
  );
  const both = new Set(fired?.filter((id) => fires?.includes(id)));
  return {
    lead,
    gained,
    lost,
    nowFire: without(fires, fired),
    noLongerFire: without(fired, fires),
    nowContribute: without(contributes, contributed).filter((id) => both.has(id)),
    noLongerContribute: without(contributed, contributes).filter((id) => both.has(id)),
    same: lead === null && gained.length === 0 && lost.length === 0,
  };
}

function without(ids: readonly string[] = [], others: readonly string[] = []): string[] {
  return ids.filter((id) => !others.includes(id));
}

/** Prints a difference as sentences, the most important first, with names looked up in the snapshot. */
export function formatDifference(difference: Difference, { catalog }: Snapshot): string[] {
  const systems = new Map(catalog.systems.map(({ id, name }) => [id, name]));
  const rules = new Map(catalog.rules.map(({ id, name }) => [id, name]));
  const named = (ids: readonly string[], names: ReadonlyMap<string, string>) =>
    formatList(ids.map((id) => names.get(id) || id));
  const { lead, gained, lost } = difference;
  const sentences = lead === null ? [] : [formatLead(lead, (id) => systems.get(id) ?? id)];
  const say = (ids: readonly string[], text: (names: string) => string, names = rules) => {
    if (ids.length > 0) sentences.push(text(named(ids, names)));
  };
  const verb = (ids: readonly string[], one: string, many: string) => ids.length === 1 ? one : many;
  say(
    gained,
    (names) => `${names} ${verb(gained, "joins", "join")} the cheaper alternatives.`,
    systems,
  );
  say(
    lost,
    (names) => `${names} ${verb(lost, "leaves", "leave")} the cheaper alternatives.`,
    systems,
  );
  const { nowFire, noLongerFire, nowContribute, noLongerContribute } = difference;
  say(nowFire, (names) => `${names} ${verb(nowFire, "fires", "fire")}.`);
  say(noLongerFire, (names) => `${names} no longer ${verb(noLongerFire, "fires", "fire")}.`);
  say(
    nowContribute,
    (names) => `${names} now ${verb(nowContribute, "puts", "put")} a system forward.`,
  );
  say(
    noLongerContribute,
    (names) => `${names} no longer ${verb(noLongerContribute, "puts", "put")} a system forward.`,
  );
  return sentences;
}

function formatLead(
  { from, to }: { from: string | null; to: string | null },
  nameOf: (id: string) => string,
): string {
  if (from === null) return `${nameOf(to ?? "")} leads, where nothing was recommended.`;
  if (to === null) return `Nothing is recommended, where ${nameOf(from)} led.`;
  return `${nameOf(to)} leads instead of ${nameOf(from)}.`;
}
