/** What a measurement reports, and the page they make together. */

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
}

const FIGURE = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 3 });

/** Renders the rows as docs/benchmarks.md. */
export function toMarkdown(rows: readonly BenchRow[], date: Date): string {
  const lines = rows.map((row) =>
    [
      row.name,
      row.peer,
      `${FIGURE.format(row.ours)} ${row.unit}`,
      `${FIGURE.format(row.theirs)} ${row.unit}`,
      FIGURE.format(row.ratio),
      row.aim,
      row.met ? "yes" : "**no**",
    ].join(" | ")
  );
  return `# Benchmarks

Written by \`deno task bench\` on ${
    date.toISOString().slice(0, 10)
  } with Deno ${Deno.version.deno} on ${navigator.hardwareConcurrency} cores. Each row
compares with a peer measured in the same run; the figures are for proportion, not for promise.

| What | Beside | Ours | Theirs | Ratio | Aim | Met |
| --- | --- | --- | --- | --- | --- | --- |
${lines.map((line) => `| ${line} |`).join("\n")}
`;
}
