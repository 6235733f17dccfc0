/**
 * `deno task bench`: every measurement is a ratio against a peer in the same run, for the machine
 * beneath is noisy and absolute figures do not travel. Writes docs/benchmarks.md.
 */
import { benchEngine } from "./engine_bench.ts";
import { benchHttp } from "./http_bench.ts";
import { benchLibrary } from "./library_bench.ts";
import { benchPayload } from "./payload_bench.ts";
import { benchRenditions } from "./rendition_bench.ts";
import { type BenchRow, toMarkdown } from "./report.ts";
import { benchReport } from "./report_bench.ts";
import { benchRetrieval } from "./retrieval_bench.ts";
import { benchSession } from "./session_bench.ts";

const rows: BenchRow[] = [];
const BENCHES = [
  benchEngine,
  benchReport,
  benchRetrieval,
  benchLibrary,
  benchRenditions,
  benchHttp,
  benchSession,
  benchPayload,
];
for (const bench of BENCHES) {
  rows.push(...await bench());
}
const report = toMarkdown(rows, new Date());
await Deno.writeTextFile(new URL("../../docs/benchmarks.md", import.meta.url), report);
await Deno.stdout.write(new TextEncoder().encode(report));
