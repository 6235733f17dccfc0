/** What the corpus lacks, as links to the lists that show it. Pure. */
import type { Snapshot, System } from "../../../../lib/catalog/mod.ts";
import { ENOUGH_PASSAGES, type SystemCoverage } from "../../../../lib/corpus/mod.ts";
import { corpusHref } from "../../../../components/hrefs/admin.ts";

/** Something that the corpus lacks or has too much of, and the list of it. */
export interface Gap {
  readonly label: string;
  /** What follows from it, as a sentence. */
  readonly effect: string;
  readonly count: number;
  readonly href: string;
}

/** A system that buyers can be given, and what can be quoted about it. */
export interface CoveredSystem extends SystemCoverage {
  readonly system: System;
}

/** What the list of systems can be narrowed to. */
export const COVERAGE_CHOICES = [
  { value: "", label: "All systems" },
  { value: "none", label: "Without evidence" },
  { value: "few", label: "With one passage only" },
] as const;

const NOTHING: SystemCoverage = { items: 0, passages: 0, byType: {} };

/** The systems that are not retired, as far as one of {@linkcode COVERAGE_CHOICES} shows them. */
export function coveredSystems(
  { catalog }: Pick<Snapshot, "catalog">,
  coverage: ReadonlyMap<string, SystemCoverage>,
  show: string,
): CoveredSystem[] {
  return catalog.systems.filter(({ retired }) => !retired)
    .map((system) => ({ system, ...coverage.get(system.id) ?? NOTHING }))
    .filter(({ passages }) =>
      show === "" ||
      (show === "none" ? passages === 0 : passages > 0 && passages < ENOUGH_PASSAGES)
    );
}

const SYSTEM_GAPS = [
  {
    label: "Systems without evidence",
    effect: "Nothing is quoted when they are recommended.",
    show: "none",
  },
  {
    label: "Systems with one passage only",
    effect: "There is little to quote when they are recommended.",
    show: "few",
  },
] as const;

/** The systems that have too little, counted as the lists have them that the links lead to. */
export function systemGaps(
  snapshot: Pick<Snapshot, "catalog">,
  coverage: ReadonlyMap<string, SystemCoverage>,
): Gap[] {
  return SYSTEM_GAPS.map(({ show, ...words }) => ({
    ...words,
    count: coveredSystems(snapshot, coverage, show).length,
    href: corpusHref("coverage", `show=${show}`),
  }));
}
