/** The rows that benches report, and the page docs/benchmarks.md that is written from them. */
import assert from "node:assert/strict";

/** One measurement and that of its peer, in the same unit and from the same run. */
export interface BenchRow {
  name: string;
  /** The peer or the limit that ours is compared with. */
  peer: string;
  ours: number;
  theirs: number;
  unit: string;
  /** Usually ours divided by theirs, so that higher is better for throughput. */
  ratio: number;
  /** The aim in words, like "at least 0.4". */
  aim: string;
  met: boolean;
  /** Further figures, like percentiles and the number of answers. */
  note?: string;
}

/** A group of measurements that can be run alone: `deno task bench <key>`. */
export interface Bench {
  readonly key: string;
  /** The heading of its section. A changed title loses the old section of the page. */
  readonly title: string;
  /** The text of its section: the requests, their number, and what the service caches of them. */
  readonly about: string;
  readonly run: () => Promise<BenchRow[]>;
}

/** The bounds of a ratio. */
interface Aim {
  readonly atLeast?: number;
  readonly atMost?: number;
}

/**
 * Returns the row of several runs of the same measurement. It shows the worst run: the one with the highest ratio if
 * the aim is `atMost`, otherwise the lowest. The aim is met when every run meets it. Without an aim the row is only
 * reported.
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

\`deno task bench\` measures everything and writes this page. \`deno task bench recommend start\` measures only the
sections with these keys and keeps the others. Each row compares with a peer measured in the same run; rely on the ratios, not on
the absolute figures. Rows on a server need \`TEST_DATABASE_URL\`. \`BENCH_SERVICE\` names another checkout whose service is
measured instead; the page is not written then. \`BENCH_SAVE\` names a file for the rows, and \`BENCH_BEFORE\` names such a file of
an earlier run to compare with.
`;

/** Formats a figure as the page shows it. */
export function figure(value: number): string {
  return FIGURE.format(value);
}

/** The rows of an earlier run by {@linkcode keyOf}. */
export type Before = ReadonlyMap<string, BenchRow>;

/** Returns the key by which rows of two runs are matched. */
export function keyOf({ name, peer }: BenchRow): string {
  return `${name} | ${peer}`;
}

/** Formats the section of a bench, with columns for the earlier run if any of its rows was measured then. */
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

/** Returns the page with new sections in place of the old ones of the same titles, in the order of all benches. */
export function mergePage(
  page: string,
  sections: ReadonlyMap<string, string>,
  benches: readonly Bench[],
): string {
  const old = new Map(page.split(/^(?=## )/m).map((text) => [/^## (.*)$/m.exec(text)?.[1], text]));
  const kept = benches.flatMap(({ title }) => sections.get(title) ?? old.get(title) ?? []);
  return [INTRODUCTION, ...kept].map((text) => `${text.trim()}\n`).join("\n");
}
