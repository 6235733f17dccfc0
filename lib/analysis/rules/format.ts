/** Prints a catalog proof for a terminal. */
import type { RulesApart } from "./apart.ts";
import type { GapCause } from "./gaps.ts";
import type { CatalogProof } from "./prove.ts";
import type { TrackReport } from "./report.ts";
import { shareOf } from "./share.ts";
import { formatCount } from "@/lib/text/mod.ts";

const PAIRS_SHOWN = 8;

/** Prints a proof with one finding per line, and every system that leads with its witness. */
export function formatProof({ leadWitnesses, deadRules, ruleCount, tracks, whole }: CatalogProof) {
  const reached = leadWitnesses.filter(({ witness }) => witness !== null);
  return [
    `Systems that lead for some answers: ${reached.length} of ${leadWitnesses.length}`,
    ...leadWitnesses.map(({ systemId, witness }) =>
      witness === null
        ? `  ${systemId}: NEVER`
        : `  ${systemId}: ${witness.track ?? "default"} · ${witness.optionIds.join(", ")}`
    ),
    `Rules that fire and contribute for some answers: ${
      ruleCount - deadRules.length
    } of ${ruleCount}`,
    ...deadRules.map(({ ruleId, reason }) => `  ${ruleId}: ${reason.toUpperCase()}`),
    ...tracks.flatMap(formatTrack),
    whole ? "The catalog is whole." : "The catalog is NOT whole.",
  ].join("\n");
}

function formatTrack(report: TrackReport): string[] {
  const { track, size, picked, withAlternatives, leads, gaps, redundant, apart, stopped } = report;
  const repeated = redundant.filter(({ reason }) => reason === "repeated");
  const stop = [stopped?.question, stopped?.id].filter(Boolean).join(" ");
  return [
    `Track ${track ?? "default"}: ${percent(picked.all, size.all)} of ${
      formatCount(size.all)
    } answer sets get ` +
    `a pick, ${percent(picked.complete, size.complete)} of the ${
      formatCount(size.complete)
    } complete ones; ` +
    `${percent(withAlternatives.all, picked.all)} of the picks have a cheaper alternative, ` +
    `${percent(withAlternatives.complete, picked.complete)} of those for complete answer sets`,
    `  leads: ${
      leads.map(({ systemId, count }) => `${systemId} ${percent(count.all, size.all)}`).join(", ")
    }`,
    ...(gaps?.causes ?? []).map((gap) => `  gap: ${formatGap(gap, size.all)}`),
    ...repeated.map(({ ruleId }) => `  only repeats what others say: ${ruleId}`),
    ...apart.slice(0, PAIRS_SHOWN).map((pair) => `  apart: ${formatPair(pair)}`),
    ...(apart.length > PAIRS_SHOWN ? [`  rarer pairs apart: ${apart.length - PAIRS_SHOWN}`] : []),
    ...(stopped ? [`  STOPPED after ${report.steps} steps, at ${stop}: the rest is unknown`] : []),
  ];
}

function formatGap({ cause, count, witness, reason }: GapCause, size: bigint): string {
  const { optionIds, wouldDo } = reason;
  const why = cause === "no-rule"
    ? "no rule fires"
    : `every fired system falls short of ${optionIds.join(" + ")}`;
  const remedy = wouldDo.length === 0
    ? "no system would do"
    : `a rule is missing for ${wouldDo.join(", ")}`;
  return `${percent(count.all, size)} ${why}; for example ${witness.join(",")}, where ${remedy}`;
}

function formatPair({ ruleId, nextRuleId, count, witness, ...leads }: RulesApart): string {
  return `${ruleId} gives ${leads.systemId}, else ${nextRuleId} ${leads.nextSystemId}, for ` +
    `${formatCount(count.all)} answer sets such as ${witness.join(",")}`;
}

function percent(part: bigint, whole: bigint): string {
  return `${(shareOf(part, whole) * 100).toFixed(1)} %`;
}
