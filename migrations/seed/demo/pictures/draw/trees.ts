/** Trees and shrubs, each a flat shape with a lit and a shaded side. */
import { mix, shade } from "./colour.ts";
import { outdoors } from "./light.ts";
import { type Random, upTo } from "./random.ts";
import { blob, glow, line, paint, type Point, polygon } from "./sheet.ts";
import { scaleAt, see, type Spot } from "./camera.ts";
import type { Stage, Thing } from "./stage.ts";

export type TreeKind =
  | "leafy"
  | "fir"
  | "snowy-fir"
  | "cypress"
  | "palm"
  | "olive"
  | "birch"
  | "bare"
  | "shrub"
  | "grass"
  | "cactus"
  | "agave"
  | "trunk";

interface Tree {
  kind: TreeKind;
  at: Spot;
  height: number;
  /** Its foliage. */
  colour: string;
  /** How far it is lost in the haze. */
  far?: number;
}

interface Grown {
  foot: Point;
  height: number;
  tone: string;
  bark: string;
  random: Random;
}

/** A tree that stands in a scene. */
export function tree({ kind, at, height, colour, far = 0 }: Tree): Thing {
  return {
    at,
    draw(stage) {
      const size = height * scaleAt(stage.camera, at);
      const foot = see(stage.camera, at);
      if (foot[0] < -size || foot[0] > stage.sheet.width + size) return;
      const tone = outdoors(stage.light, colour, far);
      const bark = outdoors(stage.light, "#5c4a3d", far);
      if (kind !== "grass") {
        const r = size * (kind === "fir" || kind === "snowy-fir" ? 0.3 : 0.38);
        glow(stage.sheet, { at: [foot[0] + r * 0.4, foot[1]], r, squash: 0.16 }, {
          colour: shade(tone, 0.3),
          opacity: 0.4 * (1 - far),
        });
      }
      GROW[kind](stage, { foot, height: size, tone, bark, random: stage.random });
    },
  };
}

const GROW: Record<TreeKind, (stage: Stage, tree: Grown) => void> = {
  leafy: (stage, grown) => {
    trunk(stage, grown, { reach: 0.5, width: 0.035 });
    crown(stage, grown, { from: 0.3, rx: 0.34, lumps: 9 });
  },
  olive: (stage, grown) => {
    trunk(stage, grown, { reach: 0.5, width: 0.06 });
    trunk(stage, { ...grown, foot: [grown.foot[0] + grown.height * 0.03, grown.foot[1]] }, {
      reach: 0.5,
      width: 0.04,
      lean: 0.12,
    });
    crown(stage, grown, { from: 0.38, rx: 0.4, lumps: 12 });
  },
  birch: (stage, grown) => {
    const white = mix(outdoors(stage.light, "#efece4"), grown.tone, 0.08);
    trunk(stage, { ...grown, bark: white }, { reach: 0.85, width: 0.026, lean: 0.03 });
    crown(stage, grown, { from: 0.34, rx: 0.24, lumps: 8 });
  },
  shrub: (stage, grown) => crown(stage, grown, { from: 0, rx: 0.62, lumps: 8 }),
  cypress: (stage, { foot: [x, y], height, tone }) => {
    const half = (side: number): Point[] => [
      [x, y - height],
      [x + side * height * 0.075, y - height * 0.6],
      [x + side * height * 0.1, y - height * 0.25],
      [x + side * height * 0.05, y],
      [x, y],
    ];
    paint(stage.sheet, blob([...half(-1), ...half(1).slice(1, 4).toReversed()]), { fill: tone });
    paint(stage.sheet, blob([...half(1), [x + height * 0.03, y - height * 0.5]]), {
      fill: shade(tone, 0.78),
    });
  },
  fir: (stage, grown) => fir(stage, grown, null),
  "snowy-fir": (stage, grown) => fir(stage, grown, outdoors(stage.light, "#f7fafc")),
  palm: palm,
  bare: (stage, { foot, height, bark }) => {
    const twigs: string[] = [];
    const grow = ([x, y]: Point, { angle, length, width }: Branch) => {
      const end: Point = [x + Math.sin(angle) * length, y - Math.cos(angle) * length];
      twigs.push(line([[x, y], end]));
      if (width > 0.0045 * height) {
        paint(stage.sheet, line([[x, y], end]), { stroke: bark, width, cap: "round" });
        twigs.pop();
      }
      if (length < height * 0.045) return;
      for (const side of [-1, 1]) {
        grow(end, {
          angle: angle + side * stage.random(0.22, 0.5),
          length: length * stage.random(0.68, 0.82),
          width: width * 0.64,
        });
      }
    };
    grow(foot, { angle: 0.02, length: height * 0.27, width: height * 0.03 });
    paint(stage.sheet, twigs.join(""), { stroke: bark, width: height * 0.004, cap: "round" });
  },
  grass: (stage, { foot: [x, y], height, tone, random }) => {
    const blades = (count: number) =>
      upTo(count).map((): string => {
        const lean = random(-0.55, 0.55) * height;
        const root = x + random(-0.16, 0.16) * height;
        const tip = y - height * random(0.65, 1);
        const thick = height * 0.022;
        return `M${root - thick} ${y}Q${root + lean * 0.15} ${tip} ${root + lean} ${tip}Q${
          root + lean * 0.3
        } ${tip + height * 0.1} ${root + thick} ${y}Z`.replace(/\d+\.\d+/g, short);
      }).join("");
    paint(stage.sheet, blades(12), { fill: shade(tone, 0.75) });
    paint(stage.sheet, blades(12), { fill: tone });
    paint(stage.sheet, blades(5), { fill: shade(tone, 1.16) });
  },
  agave: (stage, { foot, height, tone }) => {
    rosette(stage, { foot, height, tone, count: 15, spread: 1.25, thick: 0.1 });
  },
  cactus: (stage, { foot: [x, y], height, tone }) => {
    const arm = (points: Point[]) => {
      const width = height * 0.13;
      paint(stage.sheet, line(points), { stroke: tone, width, cap: "round" });
      paint(stage.sheet, line(points.map(([a, b]): Point => [a + width * 0.22, b])), {
        stroke: shade(tone, 0.82),
        width: width * 0.4,
        cap: "round",
      });
    };
    arm([[x, y], [x, y - height]]);
    arm([[x, y - height * 0.4], [x + height * 0.22, y - height * 0.45], [
      x + height * 0.22,
      y - height * 0.75,
    ]]);
    arm([[x, y - height * 0.55], [x - height * 0.2, y - height * 0.58], [
      x - height * 0.2,
      y - height * 0.82,
    ]]);
  },
  trunk: (stage, { foot: [x, y], height, tone }) => {
    const width = height * 0.035;
    const quad = (left: number, right: number) =>
      polygon([
        [x + left * width, y],
        [x + right * width, y],
        [x + right * width * 0.7, y - height],
        [x + left * width * 0.7, y - height],
      ]);
    paint(stage.sheet, quad(-0.6, 0.6), { fill: tone });
    paint(stage.sheet, quad(0.1, 0.6), { fill: shade(tone, 0.75) });
  },
};

interface Branch {
  angle: number;
  length: number;
  width: number;
}

const short = (number: string) => String(Math.round(Number(number) * 10) / 10);

function trunk(
  { sheet }: Stage,
  { foot: [x, y], height, bark }: Grown,
  { reach, width, lean = 0 }: { reach: number; width: number; lean?: number },
): void {
  const [half, top, shift] = [height * width / 2, y - height * reach, lean * height];
  paint(
    sheet,
    polygon([[x - half, y], [x - half * 0.6 + shift, top], [x + half * 0.6 + shift, top], [
      x + half,
      y,
    ]]),
    { fill: bark },
  );
}

/** Lumps of foliage: the dark ones first and low, the lit ones last, high and towards the light. */
function crown(
  { sheet }: Stage,
  { foot: [x, y], height, tone, random }: Grown,
  { from, rx, lumps }: { from: number; rx: number; lumps: number },
): void {
  const middle = y - height * (from + 1) / 2;
  const [a, b] = [height * rx, height * (1 - from) / 2];
  const lump = (at: Point, r: number) =>
    blob(
      upTo(9).map((index): Point => {
        const angle = index / 9 * 2 * Math.PI;
        const reach = r * random(0.84, 1.12);
        return [at[0] + Math.cos(angle) * reach, at[1] + Math.sin(angle) * reach * 0.86];
      }),
    );
  const layers: [number, number, Point, number][] = [
    [0.68, 0.5, [0.1, 0.22], 1],
    [0.84, 0.44, [0.02, 0.04], 0.9],
    [1, 0.36, [-0.12, -0.14], 0.8],
    [1.1, 0.22, [-0.26, -0.34], 0.6],
  ];
  for (const [level, size, [dx, dy], spread] of layers) {
    const shapes = upTo(lumps).map((index): string => {
      const angle = index / lumps * 2 * Math.PI + random(-0.3, 0.3);
      const reach = random(0.25, 0.62) * spread;
      return lump([
        x + a * (dx + Math.cos(angle) * reach),
        middle + b * (dy + Math.sin(angle) * reach),
      ], Math.min(a, b) * size * random(0.75, 1.1));
    });
    paint(sheet, shapes.join(""), { fill: shade(tone, level) });
  }
}

function fir(
  { sheet }: Stage,
  { foot: [x, y], height, tone, bark, random }: Grown,
  snow: string | null,
) {
  paint(
    sheet,
    polygon([[x - height * 0.02, y], [x - height * 0.012, y - height * 0.2], [
      x + height * 0.012,
      y - height * 0.2,
    ], [x + height * 0.02, y]]),
    { fill: bark },
  );
  const tiers = 8;
  for (const tier of upTo(tiers)) {
    const base = y - height * (0.08 + 0.8 * tier / tiers);
    const top = base - height * (0.24 - 0.012 * tier);
    const half = height * 0.2 * (1 - tier / (tiers + 0.6)) + height * 0.02;
    const tips = upTo(7).map((index): Point => [
      x + half * (index / 3 - 1),
      base + (index % 2 === 0 ? random(0, 0.02) : -0.035) * height,
    ]);
    paint(sheet, polygon([[x, top], ...tips]), { fill: tone });
    paint(sheet, polygon([[x, top], [x, base - height * 0.02], ...tips.slice(4)]), {
      fill: shade(tone, 0.78),
    });
    if (snow === null) continue;
    const cap = tips.map(([a, b], index): Point => [
      x + (a - x) * 0.86,
      b - height * (index % 2 === 0 ? 0.035 : 0.06),
    ]);
    paint(sheet, polygon([[x, top], ...cap]), { fill: snow });
    paint(sheet, polygon([[x, top], [x, base - height * 0.07], ...cap.slice(4)]), {
      fill: shade(snow, 0.87),
    });
  }
}

function palm(stage: Stage, { foot: [x, y], height, tone, bark, random }: Grown): void {
  const bend = random(-0.12, 0.12) * height;
  const top: Point = [x + bend, y - height * 0.78];
  paint(stage.sheet, `M${x} ${y}Q${x} ${y - height * 0.45} ${top[0]} ${top[1]}`, {
    stroke: bark,
    width: height * 0.028,
    cap: "round",
  });
  rosette(stage, { foot: top, height: height * 0.42, tone, count: 13, spread: 2.1, thick: 0.085 });
}

interface Rosette {
  foot: Point;
  height: number;
  tone: string;
  count: number;
  /** Radians to either side of upright. */
  spread: number;
  thick: number;
}

/** Blades that rise from one point and bend outwards; the outer ones are painted first. */
export function rosette(
  { sheet, random }: Pick<Stage, "sheet" | "random">,
  { foot: [x, y], height, tone, count, spread, thick }: Rosette,
): void {
  const angles = upTo(count).map((index) => (index / (count - 1) * 2 - 1) * spread)
    .sort((a, b) => Math.abs(b) - Math.abs(a));
  for (const angle of angles) {
    const lean = angle + random(-0.12, 0.12);
    const length = height * random(0.82, 1.05) * (1 - 0.12 * Math.abs(lean));
    const tip: Point = [
      x + Math.sin(lean) * length,
      y - Math.cos(lean) * length + height * 0.16 * lean * lean,
    ];
    const bow: Point = [
      x + Math.sin(lean * 0.55) * length * 0.62,
      y - Math.cos(lean * 0.55) * length * 0.72,
    ];
    const half = height * thick;
    const [nx, ny] = [Math.cos(lean) * half, Math.sin(lean) * half];
    const side = (sign: number) =>
      `Q${short(String(bow[0] + sign * nx))} ${short(String(bow[1] + sign * ny))} `;
    const [root, end] = [
      `${short(String(x))} ${short(String(y))}`,
      tip.map(String).map(short).join(" "),
    ];
    paint(sheet, `M${root}${side(-1)}${end}${side(1)}${root}Z`, {
      fill: shade(tone, lean < 0 ? random(0.98, 1.14) : random(0.72, 0.92)),
    });
    paint(sheet, `M${root}Q${bow.map(String).map(short).join(" ")} ${end}`, {
      stroke: shade(tone, 0.68),
      width: Math.max(0.6, half * 0.1),
      opacity: 0.5,
    });
  }
}

/** A round shape on the ground that darkens it, where something stands. */
export function shadowAt(
  stage: Stage,
  at: Spot,
  { reach, opacity = 0.35 }: { reach: number; opacity?: number },
) {
  const r = reach * scaleAt(stage.camera, at);
  const squash = Math.max(
    0.06,
    Math.min(0.5, (stage.camera.y - at[1]) * scaleAt(stage.camera, at) / stage.camera.focal),
  );
  glow(stage.sheet, { at: see(stage.camera, at), r, squash }, { colour: "#1a1410", opacity });
}
