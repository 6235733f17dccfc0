/** How the report's page prints figures and shows a report that stopped. */
import assert from "node:assert/strict";
import { renderToString } from "preact-render-to-string";
import { figure, percent, share } from "@/routes/admin/(_sections)/report/figures.ts";
import { FindingSections } from "@/routes/admin/(_sections)/report/findings.tsx";
import { Leads } from "@/routes/admin/(_sections)/report/Leads.tsx";
import { FindingIndex, Stopped, Summary } from "@/routes/admin/(_sections)/report/Summary.tsx";
import { compileSnapshot } from "@/lib/catalog/mod.ts";
import { analyzeTrack, QUESTIONS } from "@/lib/analysis/mod.ts";
import { demoCatalog } from "@/migrations/seed/demo/mod.ts";

const snapshot = compileSnapshot(demoCatalog);

const SHARES: [part: bigint, whole: bigint, text: string][] = [
  [0n, 5n, "0%"],
  [0n, 0n, "0%"],
  [1n, 1_000_000n, "under 0.1%"],
  [1n, 3n, "33.3%"],
  [41n, 100n, "41.0%"],
  [999_999n, 1_000_000n, "over 99.9%"],
  [2n ** 200n, 2n ** 201n, "50.0%"],
  [7n, 7n, "100%"],
];

for (const [part, whole, text] of SHARES) {
  Deno.test(`percent() prints ${text}, and 0% or 100% only when it is exact`, () => {
    assert.equal(percent(part, whole), text);
  });
}

Deno.test("figure() prints counts in full, and huge ones in scientific notation", () => {
  assert.equal(figure(19_199_999n), "19,199,999");
  assert.equal(figure(2n ** 144n), "2.2 × 10⁴³");
  assert.equal(share(1n, 1n), "1 answer set (100%)");
});

Deno.test("figure() rounds a count that it shows as a power of ten", () => {
  assert.equal(figure(99_900_000_000_000_000n), "1.0 × 10¹⁷");
  assert.equal(figure(98_600_000_000_000_000n), "9.9 × 10¹⁶");
  assert.equal(figure(1_250_000_000_000_001n), "1.3 × 10¹⁵");
});

Deno.test("a stopped report says where it stopped and which findings are unfinished", async () => {
  const whole = await analyzeTrack(snapshot, "home");
  for (const question of QUESTIONS) {
    assert.ok(
      renderToString(<Stopped snapshot={snapshot} stopped={{ question, id: null }} steps={5} />)
        .includes("after 5 steps, while"),
    );
  }
  const report = await analyzeTrack(snapshot, "home", { budget: whole.steps - 1 });
  assert.ok(report.stopped);
  const notice = renderToString(
    <Stopped snapshot={snapshot} stopped={report.stopped} steps={report.steps} />,
  );
  const rule = snapshot.rules.find(({ id }) => id === report.stopped?.id);
  assert.ok(rule && notice.includes(rule.name), notice);
  const sections = renderToString(
    <FindingSections snapshot={snapshot} track="home" report={report} />,
  );
  assert.match(sections, /This check is unfinished/);
  assert.doesNotMatch(renderToString(<FindingIndex report={report} />), /All clear/);
  const early = await analyzeTrack(snapshot, "home", { budget: 1 });
  assert.match(renderToString(<Summary report={early} />), /Unknown/);
  assert.doesNotMatch(renderToString(<FindingIndex report={early} />), /All clear/);
});

Deno.test("a report without findings says “All clear”", async () => {
  const report = await analyzeTrack(snapshot, "home");
  const clear = { ...report, redundant: [], apart: [], missed: [] };
  assert.match(renderToString(<FindingIndex report={clear} />), /All clear/);
});

Deno.test("a report folds the rare picks of a large catalog", async () => {
  const report = await analyzeTrack(snapshot, "home");
  const leads = Array.from({ length: 20 }, () => report.leads).flat();
  const shown = (some: typeof report.leads) =>
    renderToString(<Leads snapshot={snapshot} track="home" report={{ ...report, leads: some }} />);
  const [open = "", folded = ""] = shown(leads).split("<details");
  assert.equal(open.split("<tr").length - 2, 30);
  assert.equal(folded.split("<tr").length - 2, leads.length - 30);
  assert.match(folded, new RegExp(`${leads.length - 30} more`));
  assert.doesNotMatch(shown(report.leads), /<details/);
});
