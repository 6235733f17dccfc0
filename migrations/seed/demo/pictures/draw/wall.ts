/** A movable wall in its opening: leaves of glass or solid panels, their frames, and the frame around them. */
import { type Ground, outline, see, type Spot } from "./camera.ts";
import { mix, shade } from "./colour.ts";
import type { Leaf, Opening } from "./leaves.ts";
import { upTo } from "./random.ts";
import { line, linear, paint, type Point } from "./sheet.ts";
import { face, footprint, lit, type Side, solid, type Stage } from "./stage.ts";

export type Glass = "clear" | "satin" | "fluted" | "bronze" | "grey";
export type Panelling = "plain" | "wood" | "fabric" | "metal" | "slats" | "pleat";

/** What the leaves of a wall are made of. */
export interface Finish {
  frame: string;
  /** Colour of the frame on its other side, where it has two. */
  frameOutside?: string;
  /** Width of stiles and rails in metres; 0 is no frame. */
  stile: number;
  thick: number;
  face: Glass | Panelling;
  /** Colour of solid panels. */
  panel?: string;
  /** Panes upwards and across that bars divide each leaf into. */
  bars?: readonly [rows: number, columns: number];
  /** Height up to which a leaf is solid. */
  kick?: number;
  metal?: string;
}

const SOLID: ReadonlySet<string> = new Set(["plain", "wood", "fabric", "metal", "slats", "pleat"]);

/** Paints leaves from back to front. `side` is where the eye is. */
export function drawLeaves(
  stage: Stage,
  leaves: readonly Leaf[],
  { finish, side }: { finish: Finish; side: Side },
): void {
  const { camera } = stage;
  const far = ({ from, to }: Leaf) =>
    Math.hypot((from[0] + to[0]) / 2 - camera.x, (from[1] + to[1]) / 2 - camera.z);
  for (const leaf of [...leaves].sort((a, b) => far(b) - far(a))) {
    if (SOLID.has(finish.face)) drawSolid(stage, leaf, { finish, side });
    else drawGlazed(stage, leaf, { finish, side });
  }
}

/** A place on a leaf: shares of its width and height, and how far out of its middle. */
function onLeaf({ from, to, bottom, top, tilt = [0, 0] }: Leaf, out: number) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const normal: Ground = [-(to[1] - from[1]) / length * out, (to[0] - from[0]) / length * out];
  return (u: number, v: number): Spot => [
    from[0] + (to[0] - from[0]) * u + normal[0],
    bottom + (top - bottom) * v,
    from[1] + (to[1] - from[1]) * u + normal[1] + tilt[0] + (tilt[1] - tilt[0]) * v,
  ];
}

function lengthOf({ from, to }: Leaf): number {
  return Math.hypot(to[0] - from[0], to[1] - from[1]);
}

/** Which way of its normal the eye is: 1 or -1. */
function facing({ camera }: Stage, { from, to }: Leaf): 1 | -1 {
  const side = (to[0] - from[0]) * (camera.z - from[1]) - (to[1] - from[1]) * (camera.x - from[0]);
  return side > 0 ? 1 : -1;
}

/** How light a leaf is by the way it stands: from the side it is darker. */
function levelOf({ from, to }: Leaf): number {
  const turned = Math.abs(to[1] - from[1]) / (Math.hypot(to[0] - from[0], to[1] - from[1]) || 1);
  return (to[1] - from[1]) * (to[0] - from[0]) >= 0 ? 1 - 0.22 * turned : 1 + 0.1 * turned;
}

type Quad = (u: readonly [number, number], v: readonly [number, number]) => string;

function quadOn({ camera }: Stage, place: (u: number, v: number) => Spot): Quad {
  return (u, v) =>
    outline(camera, [place(u[0], v[0]), place(u[1], v[0]), place(u[1], v[1]), place(u[0], v[1])]);
}

interface Look {
  finish: Finish;
  side: Side;
}

function drawGlazed(stage: Stage, leaf: Leaf, { finish, side }: Look): void {
  const { sheet } = stage;
  const eye = facing(stage, leaf);
  const level = levelOf(leaf);
  const half = finish.thick / 2;
  const [width, height] = [lengthOf(leaf), leaf.top - leaf.bottom];
  const [su, sv] = [finish.stile / width, finish.stile / height];
  const colourOf = (isSeen: boolean) => {
    const inner = finish.frame;
    const outer = finish.frameOutside ?? inner;
    // The normal of a closed leaf points away from the eye's side.
    return lit(stage, side, isSeen === (side === "inside") ? inner : outer);
  };
  const ring = (out: number): string => {
    const quad = quadOn(stage, onLeaf(leaf, out));
    return quad([0, 1], [0, 1]) +
      quad([su, 1 - su], [sv * 1.25, 1 - sv]);
  };
  const frame = shade(colourOf(true), level);
  if (finish.stile > 0) {
    paint(sheet, ring(-eye * half), { fill: shade(frame, 0.62), holes: true });
  }
  drawPane(stage, leaf, { finish, side });
  if (finish.stile === 0) {
    const place = onLeaf(leaf, 0);
    const quad = quadOn(stage, place);
    const metal = lit(stage, side, finish.metal ?? "#aeb2b2");
    paint(sheet, quad([0, 1], [0, 0.03]), { fill: metal });
    paint(sheet, quad([0, 1], [0.972, 1]), { fill: metal });
    const edge = lit(stage, side, "#cfe4df");
    for (const u of [0, 1]) {
      paint(sheet, line([see(stage.camera, place(u, 0)), see(stage.camera, place(u, 1))]), {
        stroke: shade(edge, side === "inside" ? 0.92 : 0.8),
        width: 2.2,
        opacity: 0.85,
      });
    }
    drawHandle(stage, leaf, { finish, side });
    return;
  }
  if (finish.kick !== undefined) {
    const place = onLeaf(leaf, 0);
    const share = finish.kick / height;
    paint(sheet, quadOn(stage, place)([su, 1 - su], [sv, share]), { fill: shade(frame, 0.9) });
  }
  drawBars(stage, leaf, { finish, colour: frame });
  paint(sheet, ring(eye * half), { fill: frame, holes: true });
  const front = onLeaf(leaf, eye * half);
  const quad = quadOn(stage, front);
  paint(sheet, quad([su * 0.82, su], [sv, 1 - sv]), { fill: shade(frame, 0.7) });
  paint(sheet, quad([1 - su, 1 - su * 0.88], [sv, 1 - sv]), { fill: shade(frame, 1.14) });
  drawEnds(stage, leaf, { thick: half, colour: frame });
  drawHandle(stage, leaf, { finish, side });
}

/** The narrow sides of a leaf, as far as they are seen. */
function drawEnds(
  stage: Stage,
  leaf: Leaf,
  { thick, colour }: { thick: number; colour: string },
): void {
  const [near, far] = [onLeaf(leaf, thick), onLeaf(leaf, -thick)];
  const { camera } = stage;
  const along: Ground = [leaf.to[0] - leaf.from[0], leaf.to[1] - leaf.from[1]];
  for (const [u, sign] of [[0, -1], [1, 1]] as const) {
    const end = u === 0 ? leaf.from : leaf.to;
    const towards = sign * (along[0] * (camera.x - end[0]) + along[1] * (camera.z - end[1]));
    if (towards <= 0) continue;
    face(stage, [near(u, 0), far(u, 0), far(u, 1), near(u, 1)], { fill: shade(colour, 0.78) });
  }
}

const PANES: Record<Glass, { colour: string; opacity: number }> = {
  clear: { colour: "#e8f2f2", opacity: 0.1 },
  satin: { colour: "#eef2f0", opacity: 0.66 },
  fluted: { colour: "#e6efec", opacity: 0.32 },
  bronze: { colour: "#5d4632", opacity: 0.38 },
  grey: { colour: "#33414a", opacity: 0.4 },
};

function drawPane(stage: Stage, leaf: Leaf, { finish, side }: Look): void {
  const { sheet, camera, light } = stage;
  if (!(finish.face in PANES)) return;
  const glass = finish.face as Glass;
  const { colour, opacity } = PANES[glass];
  const place = onLeaf(leaf, 0);
  const quad = quadOn(stage, place);
  const at = (u: number, v: number): Point => see(camera, place(u, v));
  const whole = quad([0, 1], [0, 1]);
  const turned = Math.abs(leaf.to[1] - leaf.from[1]) / lengthOf(leaf);
  const extra = side === "outside" ? 0.3 * (1 - light.lamps) : 0.05;
  const sky = mix(light.sky[1], "#ffffff", 0.25);
  const strong = Math.min(0.85, opacity + extra + turned * 0.12);
  const tone = glass === "clear" ? sky : lit(stage, side, colour);
  const fill = linear(sheet, [
    [0, tone, strong * 1.25 > 1 ? 1 : strong * 1.25],
    [0.55, tone, strong * 0.72],
    [1, tone, strong],
  ], [at(0, 1), at(1, 0)]);
  paint(sheet, whole, { fill });
  if (glass === "fluted") {
    const ribs = Math.max(8, Math.round(lengthOf(leaf) / 0.045));
    const ribbon = upTo(ribs).map((index) => quad([index / ribs, (index + 0.45) / ribs], [0, 1]));
    paint(sheet, ribbon.join(""), { fill: "#ffffff", opacity: 0.24 });
    return;
  }
  if (glass === "satin") return;
  const streak = (from: number, wide: number) =>
    outline(camera, [
      place(from, 0),
      place(from + wide, 0),
      place(Math.min(1, from + wide + 0.34), 1),
      place(
        Math.min(1, from + 0.34),
        1,
      ),
    ]);
  const shift = stage.random(0.05, 0.3);
  paint(sheet, streak(shift, 0.2) + streak(shift + 0.27, 0.06), {
    fill: mix("#ffffff", light.sky[1], 0.3),
    opacity: side === "outside" ? 0.16 : 0.1,
  });
}

function drawBars(
  stage: Stage,
  leaf: Leaf,
  { finish, colour }: { finish: Finish; colour: string },
): void {
  const [rows, columns] = finish.bars ?? [1, 1];
  const place = onLeaf(leaf, 0);
  const quad = quadOn(stage, place);
  const [width, height] = [lengthOf(leaf), leaf.top - leaf.bottom];
  const half = Math.max(0.011, finish.stile * 0.28);
  const bars = [
    ...upTo(rows - 1).map((row) => {
      const v = (row + 1) / rows;
      return quad([0, 1], [v - half / height, v + half / height]);
    }),
    ...upTo(columns - 1).map((column) => {
      const u = (column + 1) / columns;
      return quad([u - half / width, u + half / width], [0, 1]);
    }),
  ];
  paint(stage.sheet, bars.join(""), { fill: shade(colour, 0.94) });
}

function drawHandle(stage: Stage, leaf: Leaf, { finish, side }: Look): void {
  if (leaf.handle === undefined || leaf.top - leaf.bottom < 0.9) return;
  const eye = facing(stage, leaf);
  const out = eye * (finish.thick / 2 + 0.035);
  const place = onLeaf(leaf, out);
  const width = lengthOf(leaf);
  const inset = Math.max(0.05, finish.stile / 2) / width;
  const u = leaf.handle === "to" ? 1 - inset : inset;
  const height = leaf.top - leaf.bottom;
  const middle = Math.min(0.5, (1.05 - leaf.bottom) / height);
  const reach = 0.16 / height;
  const half = 0.012 / width;
  const quad = quadOn(stage, place);
  const metal = lit(stage, side, finish.metal ?? "#c8c4ba");
  paint(stage.sheet, quad([u - half, u + half], [middle - reach, middle + reach]), { fill: metal });
}

function drawSolid(stage: Stage, leaf: Leaf, { finish, side }: Look): void {
  const { sheet, camera } = stage;
  const eye = facing(stage, leaf);
  const half = finish.thick / 2;
  const level = levelOf(leaf);
  const base = lit(stage, side, finish.panel ?? finish.frame);
  const place = onLeaf(leaf, eye * half);
  const quad = quadOn(stage, place);
  const at = (u: number, v: number): Point => see(camera, place(u, v));
  const lean = leaf.tilt ? (leaf.tilt[0] < leaf.tilt[1] ? 1.05 : 0.8) : 1;
  const hue = shade(base, level * lean);
  drawEnds(stage, leaf, { thick: half, colour: shade(lit(stage, side, finish.frame), 0.85) });
  const fill = linear(sheet, [[0, shade(hue, 1.05)], [1, shade(hue, 0.9)]], [
    at(0.2, 1),
    at(0.7, 0),
  ]);
  paint(sheet, quad([0, 1], [0, 1]), { fill });
  drawGrain(stage, { quad, leaf, hue, finish });
  if (finish.stile > 0 && leaf.tilt === undefined) {
    const width = lengthOf(leaf);
    const u = Math.min(0.2, finish.stile / width);
    const frame = shade(lit(stage, side, finish.frame), level);
    paint(sheet, quad([0, u], [0, 1]) + quad([1 - u, 1], [0, 1]), { fill: frame });
  }
  paint(sheet, quad([0, 0.004], [0, 1]), { fill: shade(hue, 0.5), opacity: 0.7 });
  drawHandle(stage, leaf, { finish, side });
}

function drawGrain(
  stage: Stage,
  { quad, leaf, hue, finish }: { quad: Quad; leaf: Leaf; hue: string; finish: Finish },
): void {
  const { sheet, random } = stage;
  const width = lengthOf(leaf);
  const strips = (pitch: number, share: number) => {
    const count = Math.max(2, Math.round(width / pitch));
    return upTo(count).map((index) => quad([index / count, (index + share) / count], [0, 1]));
  };
  switch (finish.face) {
    case "wood": {
      const count = Math.max(2, Math.round(width / 0.3));
      upTo(count).forEach((index) => {
        const tone = shade(hue, random(0.94, 1.05));
        paint(sheet, quad([index / count, (index + 1) / count], [0, 1]), {
          fill: tone,
          opacity: 0.6,
        });
        const veins = upTo(5).map(() => {
          const u = (index + random(0.08, 0.9)) / count;
          return quad([u, u + random(0.003, 0.008) / width], [0, 1]);
        });
        paint(sheet, veins.join(""), { fill: shade(hue, 0.78), opacity: 0.5 });
      });
      break;
    }
    case "slats":
      paint(sheet, strips(0.06, 0.36).join(""), { fill: shade(hue, 0.6), opacity: 0.8 });
      break;
    case "fabric":
      paint(sheet, quad([0.02, 0.98], [0.3, 0.304]) + quad([0.02, 0.98], [0.65, 0.654]), {
        fill: shade(hue, 0.7),
        opacity: 0.6,
      });
      break;
    case "metal":
      paint(sheet, quad([0, 1], [0.02, 0.06]) + quad([0, 1], [0.94, 0.98]), {
        fill: shade(hue, 0.86),
      });
      break;
    default:
  }
}

/** The fixed frame around the leaves, and the track or sill on the floor. */
export function drawSurround(
  stage: Stage,
  { width, height, sill }: Opening,
  { finish, side, hasTrack, tracks }: Look & { hasTrack: boolean; tracks: number },
): void {
  const outer = finish.frameOutside ?? finish.frame;
  const colour = lit(stage, side, side === "inside" ? finish.frame : outer);
  const depth = 0.1 + tracks * 0.07;
  const middle = depth / 2 - 0.06;
  if (finish.stile > 0 && !SOLID.has(finish.face)) {
    for (const sign of [-1, 1]) {
      solid(stage, {
        plan: footprint([sign * (width / 2 - 0.03), middle], [0.06, depth]),
        from: sill,
        to: height,
        colour,
      });
    }
  }
  const left: Ground = [-width / 2, -0.06];
  face(stage, [
    [left[0], height - 0.06, left[1]],
    [-left[0], height - 0.06, left[1]],
    [-left[0], height, left[1]],
    [left[0], height, left[1]],
  ], { fill: colour });
  face(stage, [
    [left[0], height - 0.06, left[1]],
    [-left[0], height - 0.06, left[1]],
    [-left[0], height - 0.06, depth],
    [left[0], height - 0.06, depth],
  ], { fill: shade(colour, 0.6) });
  if (!hasTrack) return;
  face(stage, [
    [left[0], sill + 0.004, left[1]],
    [-left[0], sill + 0.004, left[1]],
    [-left[0], sill + 0.004, depth],
    [left[0], sill + 0.004, depth],
  ], { fill: shade(lit(stage, side, "#8d8a84"), 0.8) });
  for (const index of upTo(tracks)) {
    const z = 0.005 + index * 0.075;
    face(stage, [
      [left[0], sill + 0.006, z],
      [-left[0], sill + 0.006, z],
      [-left[0], sill + 0.006, z + 0.02],
      [left[0], sill + 0.006, z + 0.02],
    ], { fill: "#2c2926" });
  }
}
