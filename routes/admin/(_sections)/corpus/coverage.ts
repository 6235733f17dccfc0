/** What the corpus lacks, as links to the lists that show it. Pure. */
import type { Snapshot, System } from "../../../../lib/catalog/mod.ts";
import { ENOUGH_PASSAGES, type SystemCoverage } from "../../../../lib/corpus/mod.ts";
import { corpusHref } from "../../../../components/hrefs/admin.ts";
import { parseSort, type Sort, sortRecords } from "../../../../components/admin/list_query.ts";

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

/** One state of the list of systems. */
export interface CoverageQuery {
  readonly show: typeof COVERAGE_CHOICES[number]["value"];
  readonly sort: Sort;
}

const SORT_KEYS = {
  system: ({ system }: CoveredSystem) => system.name,
  items: ({ items }: CoveredSystem) => items,
  passages: ({ passages }: CoveredSystem) => passages,
};

/** Reads the state of the list; what it does not know counts as not given. */
export function coverageQuery(query: URLSearchParams): CoverageQuery {
  return {
    show: COVERAGE_CHOICES.find(({ value }) => value === query.get("show"))?.value ?? "",
    sort: parseSort(query, Object.keys(SORT_KEYS), { by: "passages", descending: false }),
  };
}

const NOTHING: SystemCoverage = { items: 0, passages: 0, byType: {} };

/** The systems that are not retired, as far as the state of the list shows them. */
export function coveredSystems(
  { catalog }: Pick<Snapshot, "catalog">,
  coverage: ReadonlyMap<string, SystemCoverage>,
  { show, sort }: CoverageQuery,
): CoveredSystem[] {
  const covered = catalog.systems.filter(({ retired }) => !retired)
    .map((system) => ({ system, ...coverage.get(system.id) ?? NOTHING }))
    .filter(({ passages }) =>
      show === "" ||
      (show === "none" ? passages === 0 : passages > 0 && passages < ENOUGH_PASSAGES)
    );
  return sortRecords(covered, sort, SORT_KEYS);
}

const SYSTEM_GAPS = [
  {
    label: "Systems without evidence",
    effect: "Nothing is quoted when they are recommended.",
    query: "show=none",
  },
  {
    label: "Systems with one passage only",
    effect: "There is little to quote when they are recommended.",
    query: "show=few",
  },
] as const;

/** The systems that have too little, counted as the lists have them that the links lead to. */
export function systemGaps(
  snapshot: Pick<Snapshot, "catalog">,
  coverage: ReadonlyMap<string, SystemCoverage>,
): Gap[] {
  return SYSTEM_GAPS.map(({ query, ...words }) => ({
    ...words,
    count: coveredSystems(snapshot, coverage, coverageQuery(new URLSearchParams(query))).length,
    href: corpusHref("coverage", query),
  }));
}
