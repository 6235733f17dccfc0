import assert from "node:assert/strict";
import { renderToString } from "preact-render-to-string";
import { OptionSymbol } from "@/components/buyer/drawings/OptionDrawing.tsx";
import { optionScenes } from "@/components/buyer/drawings/option_scene.ts";
import { factors } from "@/migrations/seed/demo/factors.ts";

const demo = new Map(factors.map((factor) => [factor.id, optionScenes(factor)]));

for (const id of ["place", "opening", "width", "height", "look", "floor"]) {
  Deno.test(`optionScenes() draws each answer of the demo's "${id}" differently (#18)`, () => {
    const drawings = [...demo.get(id) ?? []].map(([, scene]) =>
      renderToString(<OptionSymbol id="x" scene={scene} />)
    );
    assert.equal(drawings.length, factors.find((factor) => factor.id === id)?.options.length);
    assert.equal(new Set(drawings).size, drawings.length);
    for (const drawing of drawings) assert.doesNotMatch(drawing, /NaN|undefined|Infinity/);
  });
}

Deno.test("optionScenes() draws nothing for questions about things that are not visible", () => {
  for (const id of ["sound", "handling", "household", "priorities", "venue", "workspace"]) {
    assert.equal(demo.get(id)?.size, 0, id);
  }
});

function questionOf(name: string, ...labels: string[]) {
  const options = labels.map((label, place) => ({ id: `o${place}`, label }));
  return { id: name.toLowerCase(), name, options };
}

Deno.test("optionScenes() draws how panels move in any question that asks it", () => {
  const scenes = optionScenes(questionOf("Movement", "Folding panels", "Pivoting panels"));
  assert.deepEqual([...scenes.values()], [
    { kind: "moves", operation: "folding" },
    { kind: "moves", operation: "pivoting" },
  ]);
  const drawn = [...scenes.values()].map((scene) =>
    renderToString(<OptionSymbol id="x" scene={scene} />)
  );
  assert.notEqual(drawn[0], drawn[1]);
});

Deno.test("optionScenes() draws nothing for a question with an answer that cannot be drawn", () => {
  assert.equal(optionScenes(questionOf("Floor", "A level floor", "Whatever you say")).size, 0);
  assert.equal(optionScenes(questionOf("Width", "Up to 12 feet", "Not measured")).size, 0);
});

Deno.test("optionScenes() limits the width of an opening, whatever number its label has", () => {
  for (const label of ["Up to 0 feet", "Over 999 feet"]) {
    const [scene] = optionScenes(questionOf("Width", label)).values();
    assert.ok(scene?.kind === "opening" && scene.width >= 4 && scene.width <= 125, label);
  }
});
