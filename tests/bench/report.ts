/** What a measurement reports, and the page they make together. */
import assert from "node:assert/strict";

/** One measurement beside its peer, in the same unit and from the same run. */
export interface BenchRow {
  name: string;
  /** What ours is measured against. */
  peer: string;
  ours: number;
  theirs: number;
  unit: string;
  /** Ours in proportion to theirs, so that more is better where the unit is throughput. */
  ratio: number;
  /** What we aim for, in words: "at least 0.4". */
  aim: string;
  met: boolean;
  /** What the figures leave unsaid: percentiles, how much was asked. */
  note?: string;
}

/** What is measured together, and can be measured alone: `deno task bench <key>`. */
export interface Bench {
  readonly key: string;
  readonly title: string;
  /** What is asked, how often, and what the service remembers of it. */
  readonly about: string;
  readonly run: () => Promise<BenchRow[]>;
}

/** What a ratio, or the figure itself where the peer is a limit, must keep to. */
export interface Aim {
  readonly atLeast?: number;
  readonly atMost?: number;
}

/**
 * The row of several runs of the same: met when each of them is, and told by the worst of them, which is the one
 * with the lowest ratio where much is good and the highest where little is. Without an aim it is reported.
 */
export function worstOf(
  runs: readonly (Pick<BenchRow, "ours" | "theirs" | "note">)[],
  { name, peer, unit, aim = {} }: Pick<BenchRow, "name" | "peer" | "unit"> & { aim?: Aim },
): BenchRow {
  const rated = runs.map((run) => ({ ...run, ratio: run.ours / run.theirs }));
  const { atLeast, atMost } = aim;
  const sorted = rated.toSorted((a, b) =>
    atMost === undefined ? a.ratio - b.ratio : b.ratio - a.ratio
  );
  const [worst] = sorted;
  assert(worst, `${name} was not measured`);
  return {
    name,
    peer,
    unit,
    ...worst,
    aim: atLeast !== undefined
      ? `at least ${atLeast}`
      : atMost !== undefined
      ? `at most ${atMost}`
      : "reported",
    met: (atLeast === undefined || worst.ratio >= atLeast) &&
      (atMost === undefined || worst.ratio <= atMost),
  };
}

const FIGURE = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 3 });
const INTRODUCTION = `# Benchmarks

\`deno task bench\` measures everything and writes this page; \`deno task bench recommend start\` measures the sections
of these names and leaves the others as they are. Each row compares with a peer measured in the same run; the
figures are for proportion, not for promise. Rows on a server need \`TEST_DATABASE_URL\`. \`BENCH_SERVICE\` names
another checkout whose service is measured instead; the page is not written then, and \`BENCH_SAVE\` names a file for
the rows, which \`BENCH_BEFORE\` puts beside those of a later run.
`;

/** Formats a figure as the page shows it. */
export function figure(value: number): string {
  return FIGURE.format(value);
}

/** Rows of an earlier run by what they measure. */
export type Before = ReadonlyMap<string, BenchRow>;

/** What rows of two runs are matched by. */
export function keyOf({ name, peer }: BenchRow): string {
  return `${name} | ${peer}`;
}

/** The section of one bench. */
export function toSection(
  { key, title, about }: Bench,
  rows: readonly BenchRow[],
  { date, before }: { readonly date: Date; readonly before: Before },
): string {
  const isCompared = rows.some((row) => before.has(keyOf(row)));
  const columns = ["What", "Beside", "Ours", "Theirs", "Ratio", "Aim", "Met", "Note"];
  if (isCompared) columns.splice(2, 0, "Ours before", "Ratio before");
  const lines = rows.map((row) => {
    const old = before.get(keyOf(row));
    const was = old === undefined ? ["–", "–"] : [measured(old.ours, old), figure(old.ratio)];
    return [
      row.name,
      row.peer,
      ...isCompared ? was : [],
      measured(row.ours, row),
      measured(row.theirs, row),
      figure(row.ratio),
      row.aim,
      row.met ? "yes" : "**no**",
      row.note ?? "",
    ];
  });
  const table = [columns, columns.map(() => "---"), ...lines]
    .map((cells) => `| ${cells.join(" | ")} |`).join("\n");
  const cores = navigator.hardwareConcurrency;
  return `## ${title}

\`deno task bench ${key}\` on ${
    date.toISOString().slice(0, 10)
  } with Deno ${Deno.version.deno} on ${cores} cores.

${about}

${table}
`;
}

function measured(value: number, { unit }: Pick<BenchRow, "unit">): string {
  return `${figure(value)} ${unit}`.trim();
}

/** The page with the sections that were measured in place of their old ones, in the order of all benches. */
export function mergePage(
  page: string,
  sections: ReadonlyMap<string, string>,
  benches: readonly Bench[],
): string {
  const old = new Map(page.split(/^(?=## )/m).map((text) => [/^## (.*)$/m.exec(text)?.[1], text]));
  const kept = benches.flatMap(({ title }) => sections.get(title) ?? old.get(title) ?? []);
  return [INTRODUCTION, ...kept].map((text) => `${text.trim()}\n`).join("\n");
}
