import assert from "node:assert/strict";
import fc from "fast-check";
import { planRendition, sizeOf } from "@/lib/media/renditions/plan.ts";
import { RENDITION_WIDTHS } from "@/lib/media/browser.ts";

const side = fc.integer({ min: 1, max: 16_384 });
const share = fc.nat(1_000).map((thousandths) => thousandths / 1_000);
const pictures = fc.record({ width: side, height: side });
const focals = fc.record({ x: share, y: share });
const widths = fc.constantFrom(...RENDITION_WIDTHS);
const heights = fc.integer({ min: 1, max: 1920 });

const CENTRE = { x: 0.5, y: 0.5 };

Deno.test("a rendition keeps the picture's proportions and never enlarges it (design §7)", () => {
  fc.assert(fc.property(pictures, widths, (picture, width) => {
    const plan = planRendition(picture, { spec: { width, box: null }, focal: CENTRE });
    assert.equal(plan.cut, null);
    assert.equal(plan.scaled.width, Math.min(width, picture.width));
    assert.ok(plan.scaled.height <= Math.max(1, picture.height));
    const exact = picture.height * plan.scaled.width / picture.width;
    assert.ok(Math.abs(plan.scaled.height - exact) <= 1);
  }));
});

Deno.test("a contained picture fits its box, and fills one side of it or keeps its own size (design §7)", () => {
  fc.assert(fc.property(pictures, widths, heights, (picture, width, height) => {
    const spec = { width, box: { height, fit: "contain" as const } };
    const { scaled, cut } = planRendition(picture, { spec, focal: CENTRE });
    assert.equal(cut, null);
    assert.ok(scaled.width <= Math.min(width, picture.width));
    assert.ok(scaled.height <= Math.min(height, picture.height));
    const touches = scaled.width === width || scaled.height === height;
    assert.ok(touches || (scaled.width === picture.width && scaled.height === picture.height));
  }));
});

Deno.test("a cover crop is the largest in the picture, and contains the focal point (design §7)", () => {
  fc.assert(fc.property(pictures, widths, heights, focals, (picture, width, height, focal) => {
    const spec = { width, box: { height, fit: "cover" as const } };
    const plan = planRendition(picture, { spec, focal });
    const { scaled, cut } = plan;
    assert.ok(cut);

    // The crop is inside the scaled picture, which is not enlarged.
    assert.ok(cut.left >= 0 && cut.left + cut.width <= scaled.width);
    assert.ok(cut.top >= 0 && cut.top + cut.height <= scaled.height);
    assert.ok(scaled.width <= picture.width && scaled.height <= picture.height);

    // The crop has the size of the box if the picture fills it, otherwise the box's proportions.
    assert.deepEqual(sizeOf(plan), { width: cut.width, height: cut.height });
    if (picture.width >= width && picture.height >= height) {
      assert.deepEqual(sizeOf(plan), { width, height });
    } else {
      const by = Math.min(picture.width / width, picture.height / height);
      assert.ok(Math.abs(cut.width - width * by) <= 1);
      assert.ok(Math.abs(cut.height - height * by) <= 1);
    }

    // The crop spans the scaled picture in one direction, except for a rounded pixel.
    assert.ok(scaled.width - cut.width <= 1 || scaled.height - cut.height <= 1);

    const [x, y] = [focal.x * scaled.width, focal.y * scaled.height];
    assert.ok(x >= cut.left - 0.5 && x <= cut.left + cut.width + 0.5);
    assert.ok(y >= cut.top - 0.5 && y <= cut.top + cut.height + 0.5);
  }));
});

const CROPS: [focal: [x: number, y: number], left: number, top: number][] = [
  [[0, 0], 0, 0],
  [[0.5, 0.5], 160, 0],
  [[1, 1], 320, 0],
  [[0.25, 0.9], 0, 0],
  [[0.6, 0.5], 224, 0],
];
for (const [[x, y], left, top] of CROPS) {
  Deno.test(`a square cut from 2:1 around ${x}, ${y} starts at ${left}, ${top}`, () => {
    const spec = { width: 320 as const, box: { height: 320, fit: "cover" as const } };
    const { scaled, cut } = planRendition({ width: 2000, height: 1000 }, { spec, focal: { x, y } });
    assert.deepEqual(scaled, { width: 640, height: 320 });
    assert.deepEqual(cut, { width: 320, height: 320, left, top });
  });
}
