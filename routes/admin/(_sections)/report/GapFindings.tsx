/** Answer sets without a pick: their number, causes, and shares by question. */
import type { JSX } from "preact";
import type { GapCause, GapFactor, TrackReport } from "../../../../lib/analysis/mod.ts";
import { Disclosure } from "../../../../components/ui/Disclosure.tsx";
import { optionLabel } from "../simulator/labels.ts";
import { answerSets, figure, percent } from "./figures.ts";
import { Findings, FindingSection, ShareBar, type Subject, SystemLink, Witness } from "./parts.tsx";

const SYSTEMS_NAMED = 4;

/** The section on answer sets without a pick. */
export function GapFindings(
  { snapshot, track, report }: Subject & { report: TrackReport },
): JSX.Element {
  const { gaps, size, unfinished } = report;
  const causes = gaps?.causes ?? [];
  return (
    <FindingSection
      id="gaps"
      title="Answers without a pick"
      count={causes.length}
      about="We tell buyers with these answers that no system fits."
      clear="Every answer set leads to a system."
      unfinished={unfinished.includes("gaps")}
    >
      <Findings>
        {causes.map((gap) => (
          <li key={gap.cause} class="py-2.5">
            <p>
              <GapReason snapshot={snapshot} gap={gap} whole={size.all} />{" "}
              {percent(gap.count.complete, size.complete)} of the complete ones.{" "}
              <Remedy snapshot={snapshot} systemIds={gap.reason.wouldDo} />
            </p>
            <Witness snapshot={snapshot} track={track} optionIds={gap.witness} />
          </li>
        ))}
      </Findings>
      {gaps && gaps.factors.length > 0 && (
        <Disclosure summary="By question" class="mt-3">
          <div class="grid gap-x-10 gap-y-5 sm:grid-cols-2">
            {gaps.factors.map((factor) => (
              <FactorShares
                key={factor.factorId}
                name={snapshot.factorById.get(factor.factorId)?.name ?? factor.factorId}
                labelOf={(id) => optionLabel(snapshot, id)}
                factor={factor}
                whole={gaps.count.all}
              />
            ))}
          </div>
        </Disclosure>
      )}
    </FindingSection>
  );
}

function GapReason(
  { snapshot, gap, whole }: Pick<Subject, "snapshot"> & { gap: GapCause; whole: bigint },
): JSX.Element {
  const { cause, count, reason } = gap;
  const share = `${answerSets(count.all)} (${percent(count.all, whole)})`;
  if (cause === "no-rule") return <>No rule fires for {share},</>;
  const answers = reason.optionIds.map((id) => optionLabel(snapshot, id)).join(" + ");
  return (
    <>
      For {share}, rules fire, but every system that they name fails a requirement of the answers
      {answers && <>, here of {answers}</>};
    </>
  );
}

function Remedy(
  { snapshot, systemIds }: Pick<Subject, "snapshot"> & { systemIds: readonly string[] },
): JSX.Element {
  if (systemIds.length === 0) {
    return <>No system meets the smallest of these answer sets, so the catalog lacks a system.</>;
  }
  const shown = systemIds.slice(0, SYSTEMS_NAMED);
  return (
    <>
      The smallest of these answer sets lacks a rule. These systems would do:{" "}
      {shown.map((id, index) => (
        <span key={id}>
          {index > 0 && ", "}
          <SystemLink snapshot={snapshot} id={id} />
        </span>
      ))}
      {systemIds.length > shown.length && <>{" "}and {systemIds.length - shown.length} more</>}.
    </>
  );
}

interface FactorSharesProps {
  name: string;
  labelOf: (optionId: string) => string;
  factor: GapFactor;
  whole: bigint;
}

function FactorShares({ name, labelOf, factor, whole }: FactorSharesProps): JSX.Element {
  const rows = [
    ...factor.options.map(({ optionId, count }) => ({ label: labelOf(optionId), count })),
    { label: "Skipped", count: factor.skipped },
  ];
  return (
    <div>
      <h3 class="text-sm font-medium">{name}</h3>
      <ul class="mt-1 grid gap-1 text-sm">
        {rows.map(({ label, count }) => (
          <li key={label} class="grid grid-cols-[minmax(0,1fr)_4rem_5.5rem] items-center gap-3">
            <span class={count === 0n ? "text-muted" : undefined}>{label}</span>
            <ShareBar part={count} whole={whole} />
            <span class="text-end tabular-nums" title={figure(count)}>{percent(count, whole)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
