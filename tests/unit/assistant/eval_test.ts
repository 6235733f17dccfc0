import assert from "node:assert/strict";
import {
  type Figures,
  measureAnswers,
  measureGrounding,
  measureScope,
} from "../../assistant/eval.ts";
import { PARTS } from "../../assistant/scope/sets.ts";

const DOCUMENT = new URL("../../../docs/assistant.md", import.meta.url);

/** Reads the bounds that the document states, by figure: `| name | at least 0.9 |`. */
async function statedBounds(): Promise<Map<string, (figure: number) => boolean>> {
  const text = await Deno.readTextFile(DOCUMENT);
  const rows = text.matchAll(/^\| ([^|]+?) +\| at (least|most) ([\d.]+) +\|/gm);
  return new Map(Array.from(rows, ([, name = "", side, bound]) => [
    name,
    (figure: number) => side === "least" ? figure >= Number(bound) : figure <= Number(bound),
  ]));
}

function assertWithin(figures: Figures, bounds: Awaited<ReturnType<typeof statedBounds>>): void {
  for (const [name, figure] of Object.entries(figures)) {
    const bound = bounds.get(name);
    if (bound !== undefined) assert.ok(bound(figure), `${name}: ${figure}`);
  }
}

Deno.test("both guards are within the bounds of docs/assistant.md (§4.5)", async () => {
  const bounds = await statedBounds();
  assert.ok(bounds.size >= 15, `${bounds.size}`);
  for (const part of PARTS) assertWithin((await measureScope(part)).figures, bounds);
  assertWithin((await measureGrounding()).figures, bounds);
});

Deno.test("answers on the demo corpus are within the bounds of docs/assistant.md (§4.5)", async () => {
  assertWithin(await measureAnswers(), await statedBounds());
});
