/**
 * Runs the benchmarks (`deno task bench`) and writes docs/benchmarks.md. Every measurement is a ratio to a peer in the
 * same run, because machines are noisy and absolute figures do not transfer. Arguments: the keys of the benches to run,
 * default all. The page's introduction documents the environment variables.
 */
import { assistant } from "./assistant_bench.ts";
import { busy } from "./busy_bench.ts";
import { changes } from "./changes_bench.ts";
import { cms } from "./cms_bench.ts";
import { engine } from "./engine_bench.ts";
import { explain } from "./explain_bench.ts";
import { first } from "./first_bench.ts";
import { http } from "./http_bench.ts";
import { lead } from "./lead_bench.ts";
import { library } from "./library_bench.ts";
import { payload } from "./payload_bench.ts";
import { projects } from "./projects_bench.ts";
import { recommend } from "./recommend_bench.ts";
import { renditions } from "./rendition_bench.ts";
import { type Bench, type BenchRow, keyOf, mergePage, toSection } from "./report.ts";
import { report } from "./report_bench.ts";
import { retrieval } from "./retrieval_bench.ts";
import { session } from "./session_bench.ts";
import { start } from "./start_bench.ts";
import { vitals } from "./vitals_bench.ts";
import { volume } from "./volume_bench.ts";
import { exitWithUsage } from "@/lib/cli/usage.ts";
import { print } from "../helpers/say.ts";

const PAGE = new URL("../../docs/benchmarks.md", import.meta.url);
const BENCHES: readonly Bench[] = [
  recommend,
  projects,
  volume,
  first,
  changes,
  busy,
  start,
  http,
  session,
  lead,
  cms,
  engine,
  explain,
  report,
  retrieval,
  library,
  renditions,
  assistant,
  payload,
  vitals,
];

async function readRows(file: string | undefined): Promise<BenchRow[]> {
  return file ? JSON.parse(await Deno.readTextFile(file)) : [];
}

const names = BENCHES.map(({ key }) => key);
if (Deno.args.some((name) => !names.includes(name))) {
  await exitWithUsage(`deno task bench [NAME …]\nNames: ${names.join(", ")}`);
}
const chosen = BENCHES.filter(({ key }) => Deno.args.length === 0 || Deno.args.includes(key));
const before = new Map(
  (await readRows(Deno.env.get("BENCH_BEFORE"))).map((row) => [keyOf(row), row]),
);
const isOther = Boolean(Deno.env.get("BENCH_SERVICE"));
const save = Deno.env.get("BENCH_SAVE");
const measured: BenchRow[] = [];
for (const bench of chosen) {
  const began = performance.now();
  const rows = await bench.run();
  const section = toSection(bench, rows, { date: new Date(), before });
  await print(section);
  await print(`(${bench.key} took ${Math.round((performance.now() - began) / 1_000)} s)\n`);
  measured.push(...rows);
  // Written after each bench, so that a later failure does not lose its rows.
  if (save) await Deno.writeTextFile(save, JSON.stringify(measured, null, 1));
  if (isOther) continue;
  const sections = new Map([[bench.title, section]]);
  await Deno.writeTextFile(PAGE, mergePage(await Deno.readTextFile(PAGE), sections, BENCHES));
}
if (!isOther) {
  await new Deno.Command(Deno.execPath(), { args: ["fmt", "-q", PAGE.pathname] }).output();
}
