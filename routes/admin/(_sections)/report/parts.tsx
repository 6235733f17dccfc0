/** Shared parts of the report's sections. */
import type { ComponentChildren, JSX } from "preact";
import { type Snapshot, tierOf } from "@/lib/catalog/mod.ts";
import { shareOf, type TrackReport } from "@/lib/analysis/mod.ts";
import { nameIn, optionLabel } from "@/components/admin/record_names.ts";
import { recordHref, simulatorHref } from "@/components/hrefs/admin.ts";

/** A report and its subject: the catalog snapshot and the track; null stands for buyers without a track. */
export interface Subject {
  snapshot: Snapshot;
  track: string | null;
  report: TrackReport;
}

/** The name of a rule, linked to its record. */
export function RuleLink({ snapshot, id }: { snapshot: Snapshot; id: string }): JSX.Element {
  return <a href={recordHref("rules", id)} class="text-link">{nameIn(snapshot.rules, id)}</a>;
}

/** The name of a system, linked to its record, optionally with its tier. */
export function SystemLink(
  { snapshot, id, withTier }: { snapshot: Snapshot; id: string; withTier?: boolean },
): JSX.Element {
  const tier = withTier ? tierOf(snapshot, id) : null;
  return (
    <>
      <a href={recordHref("systems", id)} class="text-link">
        {snapshot.systemById.get(id)?.name ?? id}
      </a>
      {tier && <>{" "}({tier.label})</>}
    </>
  );
}

/** Example answers, with a link that tries them in the simulator. */
function Witness(
  { of: { snapshot, track }, label = "For example", optionIds }: {
    of: Subject;
    label?: string;
    optionIds: readonly string[];
  },
): JSX.Element {
  const labels = optionIds.map((id) => optionLabel(snapshot, id));
  return (
    <p class="mt-0.5 text-sm text-muted">
      {label}: {labels.join(" · ")}
      <a
        href={simulatorHref({ track, optionIds })}
        class="ms-3 whitespace-nowrap text-link"
      >
        Open in the simulator<span class="sr-only">: {labels.join(", ")}</span>
      </a>
    </p>
  );
}

/** A share as a bar. It is decorative, because the figure is beside it. */
export function ShareBar({ part, whole }: { part: bigint; whole: bigint }): JSX.Element {
  return (
    <svg
      class="h-2 w-full text-accent"
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect width="100" height="4" class="text-line" fill="currentColor" />
      <rect width={(shareOf(part, whole) * 100).toFixed(2)} height="4" fill="currentColor" />
    </svg>
  );
}

/** A finding in a sentence, with example answers if there are any. */
export function Finding(
  { of, label, witness, children }: {
    of: Subject;
    label?: string;
    witness: readonly string[] | null;
    children: ComponentChildren;
  },
): JSX.Element {
  return (
    <li class="py-2.5">
      <p>{children}</p>
      {witness && <Witness of={of} {...(label !== undefined && { label })} optionIds={witness} />}
    </li>
  );
}
