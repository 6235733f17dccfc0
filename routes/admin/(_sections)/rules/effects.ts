/** The effect of each rule on buyers: shares of answer sets, and recent firings. Pure. */
import { counted } from "@/components/ui/counted.ts";
import { type Count, type Firing, shareOf, type TrackReport } from "@/lib/analysis/mod.ts";
import { formatCount, formatDay } from "@/lib/text/mod.ts";

/** The effect of a rule over all answer sets of the tracks that its rule set serves. */
export interface RuleEffect {
  /** Fraction of the answer sets that fire it, from 0 to 1. */
  readonly share: number;
  /** Whether the rule is redundant: without it, every buyer gets the same result. */
  readonly idle: boolean;
}

/** Computes the effect of each rule from the reports on its rule set's tracks. A rule that never fires has no entry. */
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

/** How often each rule fired for the latest picks. */
export interface Firings {
  /** Number of picks that were replayed. */
  readonly picks: number;
  readonly byRule: ReadonlyMap<string, Firing>;
}

const SHARES = new Intl.NumberFormat("en", { style: "percent", maximumSignificantDigits: 2 });

/** Formats a share of answer sets: "2.5%", or "under 0.01%" when it is small. */
export function formatShare(share: number): string {
  return share > 0 && share < 0.0001 ? "under 0.01%" : SHARES.format(share);
}

/** Describes the effect of a rule in short statements; empty when nothing is known. */
export function effectInWords(
  ruleId: string,
  effect: RuleEffect | undefined,
  firings: Firings | null,
): string[] {
  const words = [];
  if (effect) words.push(`Fires for ${formatShare(effect.share)} of answer sets`);
  if (firings && firings.picks > 0) {
    const firing = firings.byRule.get(ruleId);
    words.push(
      firing
        ? `Last fired ${formatDay(firing.last)}, for ${formatCount(firing.count)} of the last ${
          counted(firings.picks, "pick")
        }`
        : `Not fired for the last ${counted(firings.picks, "pick")}`,
    );
  }
  return words;
}
