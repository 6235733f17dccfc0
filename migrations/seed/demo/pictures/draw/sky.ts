/** The sky, and the far things that stand on its horizon. */
import { mix, shade } from "./colour.ts";
import { outdoors } from "./light.ts";
import { upTo } from "./random.ts";
import {
  blob,
  ellipse,
  glow,
  line,
  paint,
  type Point,
  polygon,
  rectangle,
  vertical,
} from "./sheet.ts";
import type { Stage } from "./stage.ts";

/** Paints the sky over the whole sheet, down to the horizon and a little below. */
export function drawSky({ sheet, camera, light, random }: Stage): void {
  const { width, height } = sheet;
  const horizon = camera.centre[1];
  const [zenith, middle, low] = light.sky;
  const top = Math.min(0, horizon - height * 0.62);
  const fill = vertical(sheet, [[0, zenith], [0.58, middle], [1, low]], [top, horizon + 4]);
  paint(sheet, rectangle([0, 0], width, height), { fill });
  if (light.stars) {
    const stars = upTo(90).map((): string => {
      const at: Point = [random(0, width), random(0, horizon * 0.85)];
      return ellipse(at, random(0.5, 1.5));
    });
    paint(sheet, stars.join(""), { fill: "#dfe8ff", opacity: 0.55 });
  }
  if (light.sun) {
    const at: Point = [light.sun.at[0] * width, light.sun.at[1] * height];
    glow(sheet, { at, r: width * 0.34 }, { colour: light.sun.colour, opacity: 0.75 });
    paint(sheet, ellipse(at, light.sun.size * width), { fill: light.sun.colour, opacity: 0.95 });
  }
  for (const _ of upTo(light.clouds)) {
    const at: Point = [random(0, width), horizon - random(0.16, 0.62) * horizon];
    drawCloud({ sheet, camera, light, random }, at, random(0.1, 0.24) * width);
  }
}

/** A long flat bank, lit from below the horizon or from above. */
function drawCloud({ sheet, light, random }: Stage, [x, y]: Point, reach: number): void {
  const colour = mix(light.sky[2], "#ffffff", light.lamps > 0.7 ? 0.04 : 0.5);
  const bands = upTo(3).map((index): string => {
    const length = reach * random(0.5, 1);
    const thick = reach * random(0.018, 0.04);
    const left = x - length / 2 + random(-0.3, 0.3) * reach;
    const level = y + (index - 1) * reach * 0.05;
    return blob([
      [left, level],
      [left + length * 0.3, level - thick],
      [left + length * 0.6, level - thick * 1.5],
      [left + length, level],
      [left + length * 0.5, level + thick * 0.35],
    ]);
  });
  for (const band of bands) paint(sheet, band, { fill: colour, opacity: 0.34 });
}

interface Ridge {
  /** Highest and lowest rise over the horizon, as angles. */
  rise: readonly [number, number];
  colour: string;
  far: number;
  /** Length of its waves, as a share of the sheet. */
  wave?: number;
}

/** Paints soft hills on the horizon. */
export function drawHills(stage: Stage, { rise, colour, far, wave = 0.4 }: Ridge): void {
  const { sheet, camera, light, random } = stage;
  const [low, high] = rise;
  const phases = [random(0, 7), random(0, 7), random(0, 7)] as const;
  const at = (x: number) => {
    const turn = x / sheet.width / wave * 2 * Math.PI;
    const swell = Math.sin(turn + phases[0]) * 0.55 + Math.sin(turn * 2.3 + phases[1]) * 0.3 +
      Math.sin(turn * 4.1 + phases[2]) * 0.15;
    return camera.centre[1] - camera.focal * (low + (high - low) * (swell + 1) / 2);
  };
  const crest = upTo(61).map((index): Point => {
    const x = (index / 60 * 1.1 - 0.05) * sheet.width;
    return [x, at(x)];
  });
  const bottom = camera.centre[1] + 6;
  const top = Math.min(...crest.map(([, y]) => y));
  const hue = outdoors(light, colour, far);
  const fill = vertical(sheet, [[0, hue], [1, mix(hue, light.haze, 0.45)]], [top, bottom]);
  paint(sheet, polygon([[-90, bottom], ...crest, [sheet.width * 1.06, bottom]]), { fill });
}

/** Paints steep mountains with a lit and a shaded flank each. */
export function drawPeaks(
  stage: Stage,
  { rise, colour, far, snow = 0 }: Ridge & { snow?: number },
): void {
  const { sheet, camera, light, random } = stage;
  const bottom = camera.centre[1] + 6;
  const hue = outdoors(light, colour, far);
  const dark = mix(shade(hue, 0.8), light.haze, far * 0.3);
  const white = mix(outdoors(light, "#ffffff", far * 0.6), hue, 0.05);
  const step = sheet.width * 0.2;
  const peaks = upTo(8).map((index) => ({
    x: (index - 1) * step + random(-0.3, 0.3) * step,
    height: camera.focal * random(...rise),
  })).sort((a, b) => b.height - a.height);
  for (const { x, height } of peaks) {
    const half = height * random(1.15, 1.5);
    const top: Point = [x, bottom - height];
    const flank = (side: number) =>
      upTo(6).map((index): Point => {
        const down = (index + 1) / 6;
        return [
          x + side * half * down * random(0.86, 1.1),
          top[1] + height * down * (index === 5 ? 1 : random(0.92, 1.06)),
        ];
      });
    const [left, right] = [flank(-1), flank(1)];
    const ridge: Point[] = [
      [x + half * 0.08, top[1] + height * 0.3],
      [x - half * 0.05, top[1] + height * 0.55],
      [x + half * 0.12, bottom],
    ];
    const fade = (from: string) =>
      vertical(sheet, [[0, from], [1, mix(from, light.haze, 0.6)]], [top[1], bottom]);
    paint(sheet, polygon([top, ...left, [x - half, bottom], ...ridge.toReversed()]), {
      fill: fade(hue),
    });
    paint(sheet, polygon([top, ...right, [x + half, bottom], ...ridge.toReversed()]), {
      fill: fade(dark),
    });
    if (snow === 0) continue;
    const depth = height * snow;
    const edge = upTo(7).map((index): Point => [
      x + half * snow * (index / 3 - 1) * 0.92,
      top[1] + depth * (index % 2 === 0 ? random(0.8, 1) : random(0.45, 0.62)),
    ]);
    paint(sheet, polygon([top, ...edge.slice(0, 4)]), { fill: white });
    paint(sheet, polygon([top, ...edge.slice(3)]), { fill: mix(white, dark, 0.28) });
  }
}

/** Paints a skyline with windows that are lit as the hour has it. */
export function drawCity(
  stage: Stage,
  { rise, colour, far }: Ridge,
): void {
  const { sheet, camera, light, random } = stage;
  const bottom = camera.centre[1] + camera.focal * 0.05;
  let x = -40;
  while (x < sheet.width + 40) {
    const width = camera.focal * random(0.035, 0.085);
    const height = camera.focal * random(...rise);
    const top = camera.centre[1] - height;
    const hue = outdoors(light, shade(colour, random(0.86, 1.12)), far);
    const fill = vertical(sheet, [[0, hue], [1, mix(hue, light.haze, 0.5)]], [top, bottom]);
    paint(sheet, rectangle([x, top], width, bottom - top), { fill });
    paint(sheet, rectangle([x + width * 0.68, top], width * 0.32, bottom - top), {
      fill: "#000000",
      opacity: 0.07,
    });
    if (random() < 0.3) {
      paint(sheet, rectangle([x + width * 0.35, top - height * 0.07], width * 0.3, height * 0.07), {
        fill: hue,
      });
    }
    drawWindows(stage, { x, top, width, bottom, far });
    x += width * random(0.82, 1.25);
  }
}

function drawWindows(
  { sheet, light, random }: Stage,
  { x, top, width, bottom, far }: {
    x: number;
    top: number;
    width: number;
    bottom: number;
    far: number;
  },
): void {
  const columns = Math.max(3, Math.round(width / 11));
  const [across, down] = [width / columns, width / columns * 1.35];
  const [on, off]: [string[], string[]] = [[], []];
  for (const row of upTo((bottom - top) / down - 1)) {
    for (const column of upTo(columns)) {
      const pane = rectangle(
        [x + (column + 0.25) * across, top + (row + 0.6) * down],
        across * 0.5,
        down * 0.52,
      );
      if (random() < light.lamps * 0.42) on.push(pane);
      else if (random() < 0.75) off.push(pane);
    }
  }
  const dim = 1 - far;
  if (off.length > 0) paint(sheet, off.join(""), { fill: light.sky[0], opacity: 0.3 * dim });
  if (on.length > 0) paint(sheet, on.join(""), { fill: "#ffdf9e", opacity: 0.85 * dim });
}

/** Paints the sea from the horizon down, with the glitter of the sky on it. */
export function drawSea(stage: Stage, colour: string): void {
  const { sheet, camera, light, random } = stage;
  const [, horizon] = camera.centre;
  const hue = outdoors(light, colour);
  const fill = vertical(sheet, [
    [0, mix(hue, light.sky[2], 0.55)],
    [0.1, mix(hue, light.sky[1], 0.3)],
    [1, hue],
  ], [horizon, sheet.height]);
  paint(sheet, rectangle([0, horizon], sheet.width, sheet.height - horizon), { fill });
  const glints = upTo(150).map((): string => {
    const down = random() ** 2.2;
    const y = horizon + 3 + down * (sheet.height - horizon) * 0.55;
    const centre = light.sun ? light.sun.at[0] : 0.55;
    const x = (centre + (random() - 0.5) * (0.3 + down * 1.3)) * sheet.width;
    const length = 8 + down * random(30, 120);
    return line([[x - length / 2, y], [x + length / 2, y]]);
  });
  paint(sheet, glints.join(""), {
    stroke: mix(light.sky[2], "#ffffff", 0.45),
    width: 1.6,
    opacity: 0.42,
    cap: "round",
  });
}
