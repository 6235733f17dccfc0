import assert from "node:assert/strict";
import { renderToString } from "preact-render-to-string";
import { compileSnapshot } from "@/lib/catalog/mod.ts";
import { AnswersForm } from "@/routes/admin/(_sections)/simulator/AnswersForm.tsx";
import { parseSimulatorState } from "@/routes/admin/(_sections)/simulator/state.ts";
import { viewSimulation } from "@/routes/admin/(_sections)/simulator/view.ts";
import { aCatalog, aFactor } from "@/tests/helpers/factories.ts";

/** Renders the form for a number of questions, the second of which is answered. */
async function formOf(questions: number): Promise<string> {
  const factors = Array.from(
    { length: questions },
    (_, index) => aFactor(`f${index}`, [`yes${index}`, `no${index}`]),
  );
  const state = parseSimulatorState(new URLSearchParams("options=yes1"));
  const given = { state, draft: null, scenarios: [] };
  const view = await viewSimulation(compileSnapshot(aCatalog({ factors })), given);
  return renderToString(<AnswersForm view={view} />);
}

Deno.test("a long form of answers folds the questions without one", async () => {
  assert.doesNotMatch(await formOf(12), /<details/);
  const long = await formOf(13);
  assert.equal(long.match(/<details/g)?.length, 13);
  assert.deepEqual(
    long.match(/<details [^>]*open[^>]*>.*?<\/summary>/g)?.map((text) =>
      text.replace(/<.*?>/g, "")
    ),
    ["Factor f1"],
  );
  assert.equal(long.match(/<legend/g)?.length, 14, "the track and the questions keep their names");
});
