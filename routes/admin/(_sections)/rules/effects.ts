/** What each rule of a rule set does for buyers, as far as it is counted. Pure. */
import { counted } from "../../../../components/ui/counted.ts";
import {
  type Count,
  type Firing,
  shareOf,
  type TrackReport,
} from "../../../../lib/analysis/mod.ts";

/** What a rule does, over every answer set of the tracks that its rule set serves. */
export interface RuleEffect {
  /** Share of the answer sets that fire it, from 0 to 1. */
  readonly share: number;
  /** Whether no buyer gets anything else without it. */
  readonly idle: boolean;
}

/** The effect of each rule that the reports on the tracks of its rule set know; one that never fires has none. */
export function effectsIn(reports: readonly TrackReport[]): Map<string, RuleEffect> {
  const size = sum(reports.map((report) => report.size));
  const ids = new Set(reports.flatMap(({ fires }) => fires.map(({ ruleId }) => ruleId)));
  return new Map([...ids].map((id) => {
    const own = reports.map(({ fires, redundant, unfinished }) => ({
      count: fires.find(({ ruleId }) => ruleId === id)?.count,
      idle: !unfinished.includes("redundant") && redundant.some(({ ruleId }) => ruleId === id),
    })).filter(({ count }) => count !== undefined);
    const count = sum(own.flatMap(({ count }) => count ?? []));
    return [id, { share: shareOf(count, size), idle: own.every(({ idle }) => idle) }];
  }));
}

function sum(counts: readonly Count[]): bigint {
  return counts.reduce((total, { all }) => total + all, 0n);
}

/** How the rules of a list have fared with the latest picks. */
export interface Firings {
  /** How many picks they were held against. */
  readonly picks: number;
  readonly byRule: ReadonlyMap<string, Firing>;
}

const SHARES = new Intl.NumberFormat("en", { style: "percent", maximumSignificantDigits: 2 });
const DAYS = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" });

/** What a rule does, as short statements; none where nothing is known. */
export function effectInWords(
  ruleId: string,
  effect: RuleEffect | undefined,
  firings: Firings | null,
): string[] {
  const words = [];
  if (effect) {
    const small = effect.share > 0 && effect.share < 0.0001;
    words.push(`Fires for ${small ? "under 0.01%" : SHARES.format(effect.share)} of answer sets`);
  }
  if (firings && firings.picks > 0) {
    const firing = firings.byRule.get(ruleId);
    words.push(
      firing
        ? `Last fired ${DAYS.format(firing.last)}, for ${firing.count} of the last ${
          counted(firings.picks, "pick")
        }`
        : `Not fired for the last ${counted(firings.picks, "pick")}`,
    );
  }
  return words;
}
