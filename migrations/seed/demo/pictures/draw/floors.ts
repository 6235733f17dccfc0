/** What people walk on. */
import type { Ground, Spot } from "./camera.ts";
import { mix, shade } from "./colour.ts";
import { upTo } from "./random.ts";
import { linear, paint, type Point } from "./sheet.ts";
import { outline, see } from "./camera.ts";
import { face, lit, type Side, type Stage } from "./stage.ts";

export type FloorKind =
  | "boards"
  | "herringbone"
  | "deck"
  | "stone"
  | "terrazzo"
  | "carpet"
  | "concrete"
  | "lawn"
  | "snow"
  | "sand"
  | "gravel"
  | "meadow";

export interface Floor {
  kind: FloorKind;
  colour: string;
}

/** A rectangle in plan. */
export interface Area {
  x: readonly [number, number];
  z: readonly [number, number];
}

/** Paints a floor in an area at a height, lit as its side is. */
export function drawFloor(
  stage: Stage,
  { kind, colour }: Floor,
  { area, side, y = 0 }: { area: Area; side: Side; y?: number },
): void {
  const { sheet, camera, light } = stage;
  const { x: [x0, x1], z: [z0, z1] } = area;
  const hue = lit(stage, side, colour);
  const corners: Spot[] = [[x0, y, z0], [x1, y, z0], [x1, y, z1], [x0, y, z1]];
  const near = see(camera, [(x0 + x1) / 2, y, Math.max(z0, camera.z + 1)]);
  const far = see(camera, [(x0 + x1) / 2, y, z1]);
  const distant = side === "outside"
    ? mix(hue, light.haze, Math.min(0.6, z1 / 60))
    : shade(hue, 1.06);
  const fill = linear(sheet, [[0, distant], [1, shade(hue, 0.9)]], [far, near]);
  paint(sheet, outline(camera, corners), { fill });
  const area2: Area = { x: area.x, z: [Math.max(z0, camera.z + 0.3), z1] };
  PATTERNS[kind](stage, { area: area2, hue, y });
}

interface Pattern {
  area: Area;
  hue: string;
  y: number;
}

const PATTERNS: Record<FloorKind, (stage: Stage, pattern: Pattern) => void> = {
  boards: (stage, pattern) => boards(stage, pattern, { width: 0.16, gap: 0.004, varied: 0.05 }),
  deck: (stage, pattern) => boards(stage, pattern, { width: 0.14, gap: 0.012, varied: 0.04 }),
  herringbone: (stage, { area: { x, z }, hue, y }) => {
    const tiles = (odd: boolean) =>
      upTo((x[1] - x[0]) / 0.5).flatMap((column) =>
        upTo((z[1] - z[0]) / 0.125).map((row): string => {
          if ((row % 2 === 0) === odd) return "";
          const [left, front] = [x[0] + column * 0.5, z[0] + row * 0.125];
          const up = column % 2 === 0 ? 0.25 : 0;
          return outline(stage.camera, [
            [left, y, front + up],
            [left + 0.5, y, front + 0.25 - up],
            [left + 0.5, y, front + 0.375 - up],
            [left, y, front + 0.125 + up],
          ]);
        })
      ).join("");
    paint(stage.sheet, tiles(true), { fill: shade(hue, 0.86), opacity: 0.5 });
  },
  stone: (stage, pattern) => joints(stage, pattern, { size: [1.2, 0.8], gap: 0.012 }),
  concrete: (stage, pattern) => joints(stage, pattern, { size: [2.4, 2.4], gap: 0.014 }),
  terrazzo: (stage, { area: { x, z }, hue, y }) => {
    const tones = [mix(hue, "#ffffff", 0.5), shade(hue, 0.72), mix(hue, "#b5623f", 0.4)];
    for (const tone of tones) {
      const chips = upTo(150).map((): string => {
        const at: Ground = [stage.random(...x), z[1] - (z[1] - z[0]) * stage.random()];
        const r = stage.random(0.02, 0.055);
        const corners = upTo(5).map((index): Spot => {
          const angle = index / 5 * 2 * Math.PI;
          const reach = r * stage.random(0.6, 1.1);
          return [at[0] + Math.cos(angle) * reach, y, at[1] + Math.sin(angle) * reach];
        });
        return outline(stage.camera, corners);
      });
      paint(stage.sheet, chips.join(""), { fill: tone, opacity: 0.55 });
    }
  },
  carpet: (stage, { area: { x, z }, hue, y }) => {
    const size = 1;
    const tiles = upTo((x[1] - x[0]) / size).flatMap((column) =>
      upTo((z[1] - z[0]) / size).map((row): string => {
        if ((column + row) % 2 === 0) return "";
        const [left, front] = [x[0] + column * size, z[0] + row * size];
        return outline(stage.camera, [
          [left, y, front],
          [left + size, y, front],
          [left + size, y, front + size],
          [left, y, front + size],
        ]);
      })
    );
    paint(stage.sheet, tiles.join(""), { fill: shade(hue, 0.93), opacity: 0.7 });
  },
  lawn: (stage, pattern) => {
    tufts(stage, pattern, { count: 140, height: 0.07, tone: shade(pattern.hue, 0.82) });
    tufts(stage, pattern, { count: 100, height: 0.06, tone: shade(pattern.hue, 1.12) });
  },
  meadow: (stage, pattern) => {
    tufts(stage, pattern, { count: 160, height: 0.2, tone: shade(pattern.hue, 0.8) });
    tufts(stage, pattern, { count: 130, height: 0.22, tone: shade(pattern.hue, 1.14) });
  },
  snow: (stage, pattern) => drifts(stage, pattern, mix(pattern.hue, stage.light.sky[0], 0.22)),
  sand: (stage, pattern) => drifts(stage, pattern, shade(pattern.hue, 0.93)),
  gravel: (stage, { area: { x, z }, hue, y }) => {
    for (const tone of [shade(hue, 0.8), shade(hue, 1.16)]) {
      const stones = upTo(170).map((): string => {
        const at: Ground = [stage.random(...x), stage.random(...z)];
        const r = stage.random(0.015, 0.04);
        return outline(stage.camera, [[at[0] - r, y, at[1]], [at[0], y, at[1] + r], [
          at[0] + r,
          y,
          at[1],
        ], [at[0], y, at[1] - r]]);
      });
      paint(stage.sheet, stones.join(""), { fill: tone, opacity: 0.6 });
    }
  },
};

/** Boards that run away from the eye, each a little lighter or darker than the next. */
function boards(
  stage: Stage,
  { area: { x, z }, hue, y }: Pattern,
  { width, gap, varied }: { width: number; gap: number; varied: number },
): void {
  const { camera, sheet, random } = stage;
  const strip = (from: number, to: number, [front, back]: readonly [number, number]) =>
    outline(camera, [[from, y, front], [to, y, front], [to, y, back], [from, y, back]]);
  const [light, dark, seams]: [string[], string[], string[]] = [[], [], []];
  for (const index of upTo((x[1] - x[0]) / width)) {
    const from = x[0] + index * width;
    seams.push(strip(from, from + gap, z));
    let front = z[0] - random(0, 2.4);
    while (front < z[1]) {
      const back = front + 2.4;
      const part = [Math.max(front, z[0]), Math.min(back, z[1])] as const;
      const chance = random();
      if (part[0] < part[1] && chance < 0.6) {
        (chance < 0.3 ? light : dark).push(strip(from, from + width, part));
      }
      front = back;
    }
  }
  paint(sheet, light.join(""), { fill: shade(hue, 1 + varied), opacity: 0.7 });
  paint(sheet, dark.join(""), { fill: shade(hue, 1 - varied * 1.4), opacity: 0.7 });
  paint(sheet, seams.join(""), { fill: shade(hue, 0.55), opacity: 0.55 });
}

function joints(
  stage: Stage,
  { area: { x, z }, hue, y }: Pattern,
  { size: [across, along], gap }: { size: readonly [number, number]; gap: number },
): void {
  const slabs: string[] = [];
  const lines: string[] = [];
  const rectangle = (left: number, front: number, [width, depth]: readonly [number, number]) =>
    outline(stage.camera, [
      [left, y, front],
      [left + width, y, front],
      [left + width, y, front + depth],
      [left, y, front + depth],
    ]);
  for (const row of upTo((z[1] - z[0]) / along + 1)) {
    const front = z[1] - (row + 1) * along;
    if (front + along < z[0]) continue;
    lines.push(rectangle(x[0], front, [x[1] - x[0], gap]));
    const shift = row % 2 === 0 ? 0 : across / 2;
    for (const column of upTo((x[1] - x[0]) / across)) {
      const left = x[0] + column * across + shift;
      lines.push(rectangle(left, front, [gap, along]));
      if (stage.random() < 0.35 && left + across <= x[1]) {
        slabs.push(rectangle(left, front, [across, along]));
      }
    }
  }
  paint(stage.sheet, slabs.join(""), { fill: shade(hue, 0.95), opacity: 0.6 });
  paint(stage.sheet, lines.join(""), { fill: shade(hue, 0.66), opacity: 0.5 });
}

function tufts(
  stage: Stage,
  { area: { x, z }, y }: Pattern,
  { count, height, tone }: { count: number; height: number; tone: string },
): void {
  const { camera, random, sheet } = stage;
  const blades = upTo(count).map((): string => {
    const at: Ground = [random(...x), z[0] + (z[1] - z[0]) * random() ** 2];
    const [lean, tall] = [random(-0.05, 0.05), height * random(0.5, 1)];
    return outline(camera, [[at[0] - 0.015, y, at[1]], [at[0] + lean, y + tall, at[1]], [
      at[0] + 0.02,
      y,
      at[1],
    ]]);
  });
  paint(sheet, blades.join(""), { fill: tone, opacity: 0.75 });
}

function drifts(stage: Stage, { area: { x, z }, y }: Pattern, tone: string): void {
  const { camera, random, sheet } = stage;
  const waves = upTo(26).map((): string => {
    const at: Ground = [random(...x), z[0] + (z[1] - z[0]) * random() ** 1.6];
    const [reach, thick] = [random(0.6, 2.2), random(0.05, 0.16)];
    const points: Point[] = [
      see(camera, [at[0] - reach, y, at[1]]),
      see(camera, [at[0], y + thick * 0.4, at[1] + thick]),
      see(camera, [at[0] + reach, y, at[1]]),
      see(camera, [at[0], y, at[1] - thick]),
    ];
    const [a, b, c, d] = points.map(([u, v]) => `${Math.round(u)} ${Math.round(v)}`);
    return `M${a}Q${b} ${c}Q${d} ${a}Z`;
  });
  paint(sheet, waves.join(""), { fill: tone, opacity: 0.5 });
}

/** Paints a carpet with a border. */
export function drawRug(stage: Stage, area: Area, colour: string): void {
  const hue = lit(stage, "inside", colour);
  const spots = (inset: number): Spot[] => {
    const [x0, x1] = [area.x[0] + inset, area.x[1] - inset];
    const [z0, z1] = [area.z[0] + inset, area.z[1] - inset];
    return [[x0, 0.01, z0], [x1, 0.01, z0], [x1, 0.01, z1], [x0, 0.01, z1]];
  };
  face(stage, spots(0), { fill: shade(hue, 0.9) });
  face(stage, spots(0.04), { fill: hue });
  face(stage, spots(0.22), { fill: shade(hue, 1.08) });
  face(stage, spots(0.27), { fill: hue });
}

/** Paints water that is level with the floor, and what it mirrors of the sky and of lit windows. */
export function drawPool(stage: Stage, area: Area): void {
  const { sheet, camera, light, random } = stage;
  const { x: [x0, x1], z: [z0, z1] } = area;
  const rim = lit(stage, "outside", "#d9d3c6");
  const box = (inset: number, y: number): Spot[] => [
    [x0 - inset, y, z0 - inset],
    [x1 + inset, y, z0 - inset],
    [x1 + inset, y, z1 + inset],
    [x0 - inset, y, z1 + inset],
  ];
  face(stage, box(0.35, 0), { fill: rim });
  const water = mix(lit(stage, "outside", "#4fa3ad"), light.sky[1], 0.25);
  const [near, far] = [see(camera, [0, 0, Math.max(z0, camera.z + 0.5)]), see(camera, [0, 0, z1])];
  const fill = linear(sheet, [[0, mix(water, light.sky[2], 0.5)], [1, shade(water, 0.82)]], [
    far,
    near,
  ]);
  face(stage, box(0, -0.06), { fill });
  const ripples = upTo(46).map((): string => {
    const at: Ground = [random(x0 + 0.2, x1 - 0.2), random(z0, z1)];
    const reach = random(0.15, 0.6);
    return outline(camera, [[at[0] - reach, -0.06, at[1]], [at[0], -0.06, at[1] + 0.02], [
      Math.min(x1, at[0] + reach),
      -0.06,
      at[1],
    ], [at[0], -0.06, at[1] - 0.02]]);
  });
  paint(sheet, ripples.join(""), { fill: mix(light.sky[2], "#ffffff", 0.4), opacity: 0.4 });
  face(stage, [[x0, 0, z1], [x1, 0, z1], [x1, -0.06, z1], [x0, -0.06, z1]], {
    fill: shade(rim, 0.7),
  });
}
