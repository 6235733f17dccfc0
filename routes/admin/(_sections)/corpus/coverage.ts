/** The gaps in the corpus about systems, as links to the lists that show them. Pure. */
import type { Snapshot, System } from "@/lib/catalog/mod.ts";
import { ENOUGH_PASSAGES, type SystemCoverage } from "@/lib/corpus/mod.ts";
import type { SelectOption } from "@/components/admin/fields.tsx";
import { corpusHref } from "@/components/hrefs/admin.ts";

/** A gap in the corpus, with its count and its list. */
export interface Gap {
  readonly label: string;
  /** Its consequence, as a sentence. */
  readonly effect: string;
  readonly count: number;
  readonly href: string;
}

/** A live system, and what can be quoted about it. */
export interface CoveredSystem extends SystemCoverage {
  readonly system: System;
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

/** The filters of the list of systems. */
export const COVERAGE_CHOICES: readonly SelectOption[] = [
  { value: "", label: "All systems" },
  ...SYSTEM_GAPS.map(({ show, label }) => ({ value: show, label })),
];

const NOTHING: SystemCoverage = { items: 0, passages: 0, byType: {} };

/** Returns the live systems that a value of {@linkcode COVERAGE_CHOICES} shows. */
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

/** Returns the gaps about systems, counted by the same filter as the lists that they link to. */
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
