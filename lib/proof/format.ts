/** A proof as a person reads it in a terminal. */
import type { Gap } from "./gap.ts";
import type { CatalogProof, TrackCoverage } from "./prove.ts";

const GAPS_SHOWN = 8;

/** Prints a proof, one finding a line; every gap and every reachable system with its witness. */
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
    ...tracks.flatMap(formatCoverage),
    whole ? "The catalog is whole." : "The catalog is NOT whole.",
  ].join("\n");
}

function formatCoverage(coverage: TrackCoverage): string[] {
  const { track, samples, picked, withAlternatives, leads, gaps } = coverage;
  return [
    `Track ${track ?? "default"}: ${percent(picked, samples)} of ${samples} random answers get a ` +
    `pick, ${percent(withAlternatives, picked)} of the picks have a cheaper alternative`,
    `  leads: ${
      leads.map(({ systemId, count }) => `${systemId} ${percent(count, samples)}`).join(", ")
    }`,
    ...gaps.slice(0, GAPS_SHOWN).map((gap) => `  gap: ${formatGap(gap, samples)}`),
    ...(gaps.length > GAPS_SHOWN ? [`  and ${gaps.length - GAPS_SHOWN} rarer kinds of gap`] : []),
  ];
}

function formatGap({ cause, optionIds, wouldDo, answers, count }: Gap, samples: number): string {
  const reason = cause === "no-rule"
    ? "no rule fires"
    : `every fired system falls short of ${optionIds.join(" + ")}`;
  const remedy = wouldDo.length === 0
    ? "no system would do"
    : `a rule is missing for ${wouldDo.join(", ")}`;
  return `${percent(count, samples)} ${reason}; ${remedy}; for example ${answers.join(",")}`;
}

function percent(part: number, whole: number): string {
  return `${(whole === 0 ? 0 : part / whole * 100).toFixed(1)} %`;
}
