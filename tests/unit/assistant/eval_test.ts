import assert from "node:assert/strict";
import {
  type Figures,
  measureAnswers,
  measureGrounding,
  measureScope,
} from "@/tests/assistant/eval.ts";
import { measureBuyers } from "@/tests/assistant/buyers/measure.ts";
import { PARTS } from "@/tests/assistant/scope/sets.ts";

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

/** Asserts that every figure with a bound is within it, and that every bound is the bound of a figure. */
function assertWithin(figures: Figures, bounds: Awaited<ReturnType<typeof statedBounds>>): void {
  for (const [name, isWithin] of bounds) {
    const figure = figures[name];
    assert.ok(figure !== undefined && isWithin(figure), `${name}: ${figure}`);
  }
}

/** Whether a figure measures whole answers, not the guards. */
const isOfAnswers = (name: string) => /^(un)?answerable questions |^answers to /.test(name);

Deno.test("both guards are within the bounds of docs/assistant.md (§4.5)", async () => {
  const bounds = await statedBounds();
  assert.ok(bounds.size >= 15, `${bounds.size}`);
  const figures: Record<string, number> = {};
  for (const part of PARTS) Object.assign(figures, (await measureScope(part)).figures);
  Object.assign(figures, (await measureGrounding()).figures);
  assertWithin(figures, new Map([...bounds].filter(([name]) => !isOfAnswers(name))));
});

Deno.test("answers on the demo corpus are within the bounds of docs/assistant.md (§4.5)", async () => {
  const bounds = [...await statedBounds()].filter(([name]) => isOfAnswers(name));
  assert.equal(bounds.length, 14);
  const figures = { ...await measureAnswers(), ...await measureBuyers() };
  assertWithin(figures, new Map(bounds));
});
