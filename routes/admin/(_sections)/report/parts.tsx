/** Shared parts of the report's sections. */
import type { ComponentChildren, JSX } from "preact";
import { type Snapshot, tierOf } from "@/lib/catalog/mod.ts";
import { shareOf, type TrackReport } from "@/lib/analysis/mod.ts";
import { Icon } from "@/components/ui/Icon.tsx";
import { optionLabel } from "../simulator/labels.ts";
import { recordHref, simulatorHref } from "@/components/hrefs/admin.ts";

/** A report and its subject: the catalog snapshot and the track; null stands for buyers without a track. */
export interface Subject {
  snapshot: Snapshot;
  track: string | null;
  report: TrackReport;
}

/** The name of a rule, linked to its record. */
export function RuleLink({ snapshot, id }: { snapshot: Snapshot; id: string }): JSX.Element {
  const name = snapshot.rules.find((rule) => rule.id === id)?.name ?? id;
  return <a href={recordHref("rules", id)} class="text-link">{name}</a>;
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
export function Witness(
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
      focusable="false"
    >
      <rect width="100" height="4" class="text-line" fill="currentColor" />
      <rect width={(shareOf(part, whole) * 100).toFixed(2)} height="4" fill="currentColor" />
    </svg>
  );
}

interface SectionProps {
  id: string;
  title: string;
  /** Number of findings. */
  count: number;
  /** Explains the findings in one or two sentences. */
  about: string;
  /** Text shown without findings. */
  clear: string;
  /** Whether the report stopped before this check was complete. */
  unfinished: boolean;
  children?: ComponentChildren;
}

/** The section of one kind of finding. */
export function FindingSection(props: SectionProps): JSX.Element {
  const { id, title, count, about, clear, unfinished, children } = props;
  return (
    <section aria-labelledby={id}>
      <div class="flex flex-wrap items-baseline gap-x-3">
        <h2 id={id} class="text-base font-medium">{title}</h2>
        {count > 0 && <span class="text-sm text-muted tabular-nums">{count}</span>}
      </div>
      {count === 0 && !unfinished && (
        <p class="mt-1 flex items-center gap-2 text-sm">
          <Icon name="check" class="size-4 flex-none text-positive" />
          {clear}
        </p>
      )}
      {unfinished && (
        <p class="mt-1 flex items-center gap-2 text-sm text-warning">
          <Icon name="warning" class="size-4 flex-none" />
          This check is unfinished; there may be more.
        </p>
      )}
      {count > 0 && (
        <>
          <p class="mt-1 max-w-text text-sm text-muted">{about}</p>
          {children}
        </>
      )}
    </section>
  );
}

/** The list of findings in a section. */
export function Findings({ children }: { children: ComponentChildren }): JSX.Element {
  return <ol class="mt-2 divide-y divide-line border-y border-line">{children}</ol>;
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
