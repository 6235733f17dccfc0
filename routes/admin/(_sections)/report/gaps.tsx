/** Answer sets without a pick: their number, causes, and shares by question. */
import type { JSX } from "preact";
import type { GapCause, GapFactor } from "@/lib/analysis/mod.ts";
import type { Snapshot } from "@/lib/catalog/mod.ts";
import { joined } from "@/components/admin/joined.ts";
import { Disclosure } from "@/components/ui/Disclosure.tsx";
import { optionLabel } from "@/components/admin/record_names.ts";
import { figure, percent, share } from "./figures.ts";
import { Finding, ShareBar, type Subject, SystemLink } from "./parts.tsx";

const SYSTEMS_NAMED = 4;

/** Returns the causes of answer sets without a pick, an item each. */
export function gapFindings(subject: Subject): JSX.Element[] {
  const { snapshot, report: { gaps, size } } = subject;
  return (gaps?.causes ?? []).map((gap) => (
    <Finding key={gap.cause} of={subject} witness={gap.witness}>
      <GapReason snapshot={snapshot} gap={gap} whole={size.all} />{" "}
      {percent(gap.count.complete, size.complete)} of the complete ones.{" "}
      <Remedy snapshot={snapshot} systemIds={gap.reason.wouldDo} />
    </Finding>
  ));
}

/** The share of answer sets without a pick of each answer, by question. */
export function GapShares({ snapshot, report: { gaps } }: Subject): JSX.Element | null {
  if (!gaps || gaps.factors.length === 0) return null;
  return (
    <Disclosure summary="By question" class="mt-3">
      <div class="grid gap-x-10 gap-y-5 sm:grid-cols-2">
        {gaps.factors.map((factor) => (
          <FactorShares
            key={factor.factorId}
            snapshot={snapshot}
            factor={factor}
            whole={gaps.count.all}
          />
        ))}
      </div>
    </Disclosure>
  );
}

function GapReason(
  { snapshot, gap, whole }: { snapshot: Snapshot; gap: GapCause; whole: bigint },
): JSX.Element {
  const { cause, count, reason } = gap;
  const sets = share(count.all, whole);
  if (cause === "no-rule") return <>No rule fires for {sets},</>;
  const answers = reason.optionIds.map((id) => optionLabel(snapshot, id)).join(" + ");
  return (
    <>
      For {sets}, rules fire, but every system that they name fails a requirement of the answers
      {answers && <>, here of {answers}</>};
    </>
  );
}

function Remedy(
  { snapshot, systemIds }: { snapshot: Snapshot; systemIds: readonly string[] },
): JSX.Element {
  if (systemIds.length === 0) {
    return <>No system meets the smallest of these answer sets, so the catalog lacks a system.</>;
  }
  const shown = systemIds.slice(0, SYSTEMS_NAMED);
  return (
    <>
      The smallest of these answer sets lacks a rule. These systems would do:{" "}
      {joined(shown.map((id) => <SystemLink key={id} snapshot={snapshot} id={id} />))}
      {systemIds.length > shown.length && <>{" "}and {systemIds.length - shown.length} more</>}.
    </>
  );
}

function FactorShares(
  { snapshot, factor, whole }: { snapshot: Snapshot; factor: GapFactor; whole: bigint },
): JSX.Element {
  const { factorId, options, skipped } = factor;
  const rows = [
    ...options.map(({ optionId, count }) => ({ label: optionLabel(snapshot, optionId), count })),
    { label: "Skipped", count: skipped },
  ];
  return (
    <div>
      <h3 class="text-sm font-medium">
        {snapshot.factorById.get(factorId)?.name ?? factorId}
      </h3>
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
