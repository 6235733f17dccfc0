/** Close views: a handle, a hinge, a sill in section, a roller, the edge of a pane. */
import { mix, shade } from "./colour.ts";
import { type Hour, LIGHTS } from "./light.ts";
import { type Random, randomFrom, upTo } from "./random.ts";
import {
  ellipse,
  glow,
  line,
  linear,
  newSheet,
  paint,
  type Point,
  polygon,
  radial,
  rectangle,
  type Sheet,
  toSvg,
  vertical,
} from "./sheet.ts";
import type { Finish } from "./wall.ts";

export type DetailKind = "handle" | "hinge" | "sill" | "roller" | "pane" | "pleats" | "pivot";

export interface DetailRequest {
  seed: string;
  size: readonly [width: number, height: number];
  kind: DetailKind;
  hour: Hour;
  finish: Finish;
  /** Colours of what is out of focus behind. */
  behind: readonly [string, string, string];
}

interface Close {
  sheet: Sheet;
  random: Random;
  request: DetailRequest;
  /** Thousandths of the sheet's longer side. */
  unit: number;
}

/** The close view as SVG. */
export function drawDetail(request: DetailRequest): string {
  const sheet = newSheet(...request.size);
  const close: Close = {
    sheet,
    request,
    random: randomFrom(request.seed),
    unit: Math.max(...request.size) / 1000,
  };
  DETAILS[request.kind](close);
  const { width, height } = sheet;
  paint(sheet, rectangle([0, 0], width, height), {
    fill: radial(sheet, [[0, "#000000", 0], [0.6, "#000000", 0], [1, "#120d0a", 0.24]], {
      at: [width / 2, height / 2],
      r: Math.hypot(width, height) * 0.56,
    }),
  });
  return toSvg(sheet);
}

const DETAILS: Record<DetailKind, (close: Close) => void> = {
  handle: drawHandleClose,
  hinge: drawHinge,
  sill: drawSill,
  roller: drawRoller,
  pane: drawPaneEdge,
  pleats: drawPleats,
  pivot: drawPivot,
};

/** What is behind, out of focus: a sky, a floor, and soft discs of colour. */
function drawBlur({ sheet, random, request: { hour, behind } }: Close): void {
  const { width, height } = sheet;
  const { sky, lamps } = LIGHTS[hour];
  const [first, second, ground] = behind;
  paint(sheet, rectangle([0, 0], width, height), {
    fill: vertical(sheet, [
      [0, mix(sky[0], first, 0.25)],
      [0.5, mix(sky[2], first, 0.4)],
      [0.64, mix(second, sky[2], 0.3)],
      [1, ground],
    ], [0, height]),
  });
  for (const index of upTo(34)) {
    const r = random(0.02, 0.12) * width;
    const at: Point = [random(0, width), random(0.1, 0.8) * height];
    const isLamp = random() < lamps * 0.4;
    const colour = isLamp ? "#ffdf9f" : [first, second, sky[2]][index % 3] ?? first;
    glow(sheet, { at, r: isLamp ? r * 0.8 : r * 1.5 }, { colour, opacity: isLamp ? 0.7 : 0.5 });
    if (isLamp) paint(sheet, ellipse(at, r * 0.34), { fill: colour, opacity: 0.3 });
  }
}

/** An upright bar of metal or wood, rounded by light from the left. */
function drawStile(
  { sheet, random, request: { finish } }: Close,
  { x, width, colour }: { x: number; width: number; colour: string },
): void {
  const { height } = sheet;
  const fill = linear(sheet, [
    [0, shade(colour, 0.7)],
    [0.05, shade(colour, 1.2)],
    [0.3, shade(colour, 1.06)],
    [0.82, shade(colour, 0.9)],
    [1, shade(colour, 0.6)],
  ], [[x, 0], [x + width, 0]]);
  paint(sheet, rectangle([x, 0], width, height), { fill });
  if (!isWood(finish, colour)) return;
  const veins = upTo(16).map((index): string => {
    const from = x + width * (index + random(0.2, 0.8)) / 16;
    const bow = random(-0.06, 0.06) * width;
    return `M${Math.round(from)} 0C${Math.round(from + bow)} ${Math.round(height * 0.3)} ${
      Math.round(from - bow)
    } ${Math.round(height * 0.7)} ${Math.round(from + bow * 0.4)} ${height}`;
  });
  paint(sheet, veins.join(""), { stroke: shade(colour, 0.7), width: 2.4, opacity: 0.4 });
}

function isWood({ face }: Finish, colour: string): boolean {
  return face === "wood" || /^#(bb8c5d|8a5a3b|c7|b9|c4|86)/.test(colour);
}

function drawGlassSheet(
  { sheet, unit }: Close,
  { x, width }: { x: number; width: number },
): void {
  const { height } = sheet;
  paint(sheet, rectangle([x, 0], width, height), {
    fill: linear(sheet, [[0, "#ffffff", 0.2], [0.5, "#e6f2f2", 0.06], [1, "#cfe4e6", 0.22]], [[
      x,
      0,
    ], [
      x + width,
      height,
    ]]),
  });
  const streak = (from: number, wide: number) =>
    polygon([[x + width * from, 0], [x + width * (from + wide), 0], [
      x + width * (from + wide) - 260 * unit,
      height,
    ], [x + width * from - 260 * unit, height]]);
  const clip = rectangle([x, 0], width, height);
  sheet.definitions.push(`<clipPath id="glass${Math.round(x)}"><path d="${clip}"/></clipPath>`);
  paint(sheet, streak(0.7, 0.24) + streak(1.02, 0.07), {
    fill: "#ffffff",
    opacity: 0.13,
    clip: `url(#glass${Math.round(x)})`,
  });
}

function capsule([x, y]: Point, width: number, height: number): string {
  const r = Math.min(width, height) / 2;
  const n = (value: number) => Math.round(value * 10) / 10;
  return `M${n(x + r)} ${n(y)}h${n(width - 2 * r)}a${n(r)} ${n(r)} 0 0 1 ${n(r)} ${n(r)}v${
    n(height - 2 * r)
  }a${n(r)} ${n(r)} 0 0 1 ${n(-r)} ${n(r)}h${n(2 * r - width)}a${n(r)} ${n(r)} 0 0 1 ${n(-r)} ${
    n(-r)
  }v${n(2 * r - height)}a${n(r)} ${n(r)} 0 0 1 ${n(r)} ${n(-r)}Z`;
}

function steel(sheet: Sheet, colour: string, ends: readonly [Point, Point]): string {
  return linear(sheet, [
    [0, shade(colour, 1.3)],
    [0.35, shade(colour, 1.05)],
    [0.75, shade(colour, 0.78)],
    [1, shade(colour, 0.55)],
  ], ends);
}

function drawHandleClose(close: Close): void {
  const { sheet, unit, request: { finish } } = close;
  const { width, height } = sheet;
  drawBlur(close);
  drawGlassSheet(close, { x: 0, width: width * 0.5 });
  const x = width * 0.47;
  const stile = 150 * unit;
  drawStile(close, { x, width: stile, colour: finish.frame });
  paint(sheet, rectangle([x - 9 * unit, 0], 9 * unit, height), { fill: shade(finish.frame, 0.42) });
  paint(sheet, rectangle([x + stile, 0], 8 * unit, height), { fill: "#17130f" });
  drawStile(close, { x: x + stile + 8 * unit, width: stile * 0.92, colour: finish.frame });
  drawGlassSheet(close, { x: x + stile * 1.97, width: width - x - stile * 1.97 });
  const metal = finish.metal ?? "#b9b4a9";
  const plate: Point = [x + stile * 0.34, height * 0.36];
  const [wide, tall] = [46 * unit, 210 * unit];
  paint(sheet, capsule([plate[0] + 12 * unit, plate[1] + 16 * unit], wide, tall), {
    fill: "#000000",
    opacity: 0.26,
  });
  paint(sheet, capsule(plate, wide, tall), {
    fill: steel(sheet, metal, [plate, [plate[0] + wide, plate[1]]]),
  });
  const lever: Point = [plate[0] - 170 * unit, plate[1] + 44 * unit];
  const [long, thick] = [206 * unit, 30 * unit];
  paint(sheet, capsule([lever[0] + 14 * unit, lever[1] + 26 * unit], long, thick), {
    fill: "#000000",
    opacity: 0.2,
  });
  paint(sheet, capsule(lever, long, thick), {
    fill: steel(sheet, metal, [lever, [lever[0], lever[1] + thick]]),
  });
  paint(sheet, capsule([lever[0] + 8 * unit, lever[1] + 5 * unit], long - 26 * unit, 5 * unit), {
    fill: "#ffffff",
    opacity: 0.5,
  });
  paint(sheet, ellipse([plate[0] + wide / 2, plate[1] + 158 * unit], 9 * unit), {
    fill: "#211d19",
  });
}

function drawHinge(close: Close): void {
  const { sheet, unit, request: { finish } } = close;
  const { width, height } = sheet;
  drawBlur(close);
  const middle = width * 0.5;
  const leaf = (sign: 1 | -1, turn: number) => {
    const near = middle + sign * 8 * unit;
    const stile = 150 * unit * turn;
    const drop = 70 * unit * (1 - turn) * 3;
    const colour = shade(finish.frame, sign < 0 ? 1.08 : 0.8);
    const edge = near + sign * stile;
    const far = sign < 0 ? 0 : width;
    paint(sheet, polygon([[edge, 0], [far, 0], [far, height], [edge, height]]), {
      fill: linear(sheet, [[0, "#f4fbfb", 0.12], [1, "#cfe4e6", 0.34]], [[edge, 0], [far, height]]),
    });
    paint(sheet, polygon([[near, 0], [edge, 0], [edge, height], [near, height]]), {
      fill: linear(sheet, [[0, shade(colour, 0.62)], [0.12, shade(colour, 1.12)], [
        1,
        shade(colour, 0.86),
      ]], [
        [near, 0],
        [edge, 0],
      ]),
    });
    paint(sheet, rectangle([Math.min(edge, edge + sign * 10 * unit), 0], 10 * unit, height), {
      fill: shade(colour, 0.45),
    });
    const y = height - 150 * unit;
    paint(sheet, polygon([[edge, y], [far, y - sign * 0 + drop], [far, height], [edge, height]]), {
      fill: shade(colour, 0.95),
    });
    paint(
      sheet,
      polygon([[edge, y - 9 * unit], [far, y + drop - 9 * unit], [far, y + drop], [edge, y]]),
      {
        fill: shade(colour, 0.5),
      },
    );
  };
  leaf(-1, 1);
  leaf(1, 0.66);
  paint(sheet, rectangle([middle - 9 * unit, 0], 18 * unit, height), { fill: "#14110e" });
  const metal = finish.metal ?? "#b3aea4";
  const tall = 104 * unit;
  const top = height * 0.26;
  for (const index of upTo(3)) {
    const y = top + index * (tall + 5 * unit);
    const half = 27 * unit;
    if (index !== 1) {
      const sign = index === 0 ? -1 : 1;
      const plate = rectangle(
        [sign < 0 ? middle - 118 * unit : middle, y],
        118 * unit * (sign < 0 ? 1 : 0.7),
        tall,
      );
      paint(sheet, plate, { fill: shade(metal, sign < 0 ? 0.94 : 0.74) });
      for (const v of [0.25, 0.75]) {
        const at: Point = [middle + sign * 82 * unit * (sign < 0 ? 1 : 0.66), y + tall * v];
        paint(sheet, ellipse(at, 11 * unit), { fill: shade(metal, 0.55) });
        paint(sheet, ellipse([at[0] - 2 * unit, at[1] - 2 * unit], 8 * unit), {
          fill: shade(metal, 1.1),
        });
      }
    }
    paint(sheet, rectangle([middle - half + 10 * unit, y + 6 * unit], half * 2, tall), {
      fill: "#000000",
      opacity: 0.24,
    });
    paint(sheet, rectangle([middle - half, y], half * 2, tall), {
      fill: linear(sheet, [
        [0, shade(metal, 0.6)],
        [0.25, shade(metal, 1.3)],
        [0.6, metal],
        [1, shade(metal, 0.48)],
      ], [[middle - half, 0], [middle + half, 0]]),
    });
  }
}

function drawSill(close: Close): void {
  const { sheet, unit, random, request: { finish, behind } } = close;
  const { width, height } = sheet;
  const [first, second, ground] = behind;
  const paper = mix(first, "#f6f1e7", 0.72);
  paint(sheet, rectangle([0, 0], width, height), {
    fill: vertical(sheet, [[0, mix(paper, "#ffffff", 0.4)], [1, paper]], [0, height]),
  });
  const floor = height * 0.58;
  const middle = width * 0.5;
  const u = (value: number) => value * unit;
  const box = (x: number, y: number, [w, h]: Point, fill: string) =>
    paint(sheet, rectangle([x, y], w, h), { fill, stroke: "#2b2622", width: 2 });
  box(-20, floor + u(150), [width + 40, height], "#b7b0a5");
  const stones = upTo(240).map(() =>
    ellipse([random(0, width), random(floor + u(160), height)], random(1.5, 6))
  );
  paint(sheet, stones.join(""), { fill: "#8d867b", opacity: 0.7 });
  box(-20, floor + u(64), [middle - u(96) + 20, u(86)], "#efd9a4");
  const waves = upTo(Math.ceil((middle - u(96)) / u(44))).map((index) => {
    const x = index * u(44) - 10;
    return `M${Math.round(x)} ${Math.round(floor + u(146))}q${Math.round(u(11))} ${
      Math.round(-u(78))
    } ${Math.round(u(22))} ${Math.round(-u(78))}t${Math.round(u(22))} ${Math.round(u(78))}`;
  });
  paint(sheet, waves.join(""), { stroke: "#b58d3f", width: 2.4, opacity: 0.75 });
  box(-20, floor + u(22), [middle - u(96) + 20, u(42)], "#d7d0c4");
  box(-20, floor, [middle - u(96) + 20, u(22)], shade("#c39a6b", 1.04));
  box(middle + u(96), floor + u(34), [width, u(26)], mix(ground, "#b9a68c", 0.5));
  for (const index of upTo(5)) {
    box(middle + u(130) + index * u(110), floor + u(60), [u(26), u(90)], "#8e7a63");
  }
  // The track, in two shells with a break between them.
  const track = shade(mix(finish.frame, "#9a9c9c", 0.45), 1.1);
  for (const [x, w] of [[middle - u(96), u(74)], [middle + u(22), u(74)]] as const) {
    box(x, floor + u(10), [w, u(140)], track);
    box(x + u(12), floor + u(30), [w - u(24), u(46)], mix(paper, "#ffffff", 0.2));
    box(x + u(12), floor + u(90), [w - u(24), u(46)], mix(paper, "#ffffff", 0.2));
  }
  box(middle - u(22), floor + u(36), [u(44), u(22)], "#3a3734");
  box(middle - u(22), floor + u(104), [u(44), u(22)], "#3a3734");
  box(middle - u(30), floor - u(6), [u(60), u(22)], track);
  // The leaf that stands on it.
  const rail = floor - u(168);
  const inner = finish.frame;
  const outer = finish.frameOutside ?? inner;
  box(middle - u(84), rail, [u(70), u(140)], shade(inner, 1.12));
  box(middle + u(14), rail, [u(70), u(140)], shade(outer, 1.02));
  if (!isWood(finish, inner)) {
    box(middle - u(70), rail + u(22), [u(42), u(92)], mix(paper, "#ffffff", 0.2));
  }
  box(middle + u(28), rail + u(22), [u(42), u(92)], mix(paper, "#ffffff", 0.2));
  box(middle - u(14), rail + u(26), [u(28), u(24)], "#3a3734");
  box(middle - u(14), rail + u(90), [u(28), u(24)], "#3a3734");
  for (const x of [middle - u(60), middle + u(40)]) {
    paint(sheet, capsule([x, floor - u(30)], u(22), u(34)), { fill: "#2b2724" });
  }
  paint(sheet, ellipse([middle, floor - u(14)], u(26)), {
    fill: "#c9c3b8",
    stroke: "#2b2622",
    width: 2,
  });
  paint(sheet, ellipse([middle, floor - u(14)], u(8)), { fill: "#6d6861" });
  for (const x of [-u(34), u(20)]) {
    paint(sheet, rectangle([middle + x, -10], u(14), rail + u(24)), {
      fill: linear(sheet, [[0, "#bfe0e2"], [1, "#8fc0c6"]], [[middle + x, 0], [
        middle + x + u(14),
        0,
      ]]),
      stroke: "#3e6a70",
      width: 1.6,
    });
  }
  paint(sheet, rectangle([middle - u(20), rail - u(26)], u(40), u(30)), { fill: "#77716a" });
  box(middle - u(52), rail - u(14), [u(18), u(22)], "#2b2724");
  box(middle + u(34), rail - u(14), [u(18), u(22)], "#2b2724");
  // Rain outside, warmth inside.
  const rain = upTo(26).map((index) => {
    const x = middle + u(150) + (index % 9) * u(40) + random(0, u(20));
    const y = u(30) + Math.floor(index / 9) * u(100) + random(0, u(60));
    return line([[x, y], [x - u(16), y + u(46)]]);
  });
  paint(sheet, rain.join(""), {
    stroke: mix(second, "#5d86a0", 0.6),
    width: 2.6,
    opacity: 0.7,
    cap: "round",
  });
  for (const index of upTo(3)) {
    const x = middle - u(330) + index * u(74);
    paint(sheet, `M${x} ${floor - u(40)}q${u(-22)} ${u(-44)} 0 ${u(-88)}t0 ${u(-88)}`, {
      stroke: "#c8693a",
      width: 3.6,
      opacity: 0.75,
      cap: "round",
    });
  }
}

function drawRoller(close: Close): void {
  const { sheet, unit, random, request: { finish, behind } } = close;
  const { width, height } = sheet;
  const u = (value: number) => value * unit;
  const paper = mix(behind[0], "#f4efe6", 0.7);
  paint(sheet, rectangle([0, 0], width, height), {
    fill: vertical(sheet, [[0, paper], [1, mix(paper, "#ffffff", 0.5)]], [0, height]),
  });
  const middle = width / 2;
  const ceiling = height * 0.2;
  const box = (x: number, y: number, [w, h]: Point, fill: string) =>
    paint(sheet, rectangle([x, y], w, h), { fill, stroke: "#2b2622", width: 2 });
  box(-20, -20, [width + 40, ceiling + 20], "#b7b0a5");
  const stones = upTo(200).map(() =>
    ellipse([random(0, width), random(0, ceiling - 8)], random(1.5, 6))
  );
  paint(sheet, stones.join(""), { fill: "#8d867b", opacity: 0.7 });
  const lower = ceiling + u(150);
  for (const [x, w] of [[-20, middle - u(130) + 20], [middle + u(130), width]] as const) {
    box(x, lower, [w, u(26)], "#e9e3d8");
    paint(sheet, rectangle([x, lower + u(26)], w, u(6)), { fill: "#000000", opacity: 0.12 });
  }
  const metal = "#a9aaa6";
  // The track: a channel that is open below.
  const left = middle - u(112);
  box(left, ceiling, [u(224), u(28)], metal);
  for (const x of [left, left + u(200)]) box(x, ceiling + u(28), [u(24), u(148)], metal);
  for (const x of [left + u(24), left + u(142)]) {
    box(x, ceiling + u(150), [u(58), u(26)], shade(metal, 0.9));
  }
  for (const sign of [-1, 1]) {
    const at: Point = [middle + sign * u(54), ceiling + u(106)];
    paint(sheet, ellipse(at, u(44)), { fill: "#35312d", stroke: "#1b1815", width: 2 });
    paint(sheet, ellipse(at, u(28)), { fill: "#d8d2c6" });
    paint(sheet, ellipse(at, u(8)), { fill: "#4b463f" });
  }
  box(middle - u(62), ceiling + u(98), [u(124), u(16)], "#7f7b74");
  box(middle - u(13), ceiling + u(106), [u(26), u(190)], "#8f8b84");
  const threads = upTo(14).map((index) =>
    line([[middle - u(13), ceiling + u(180 + index * 8)], [
      middle + u(13),
      ceiling + u(186 + index * 8),
    ]])
  );
  paint(sheet, threads.join(""), { stroke: "#4e4a44", width: 2, opacity: 0.8 });
  // The panel: two faces and what is between them.
  const top = ceiling + u(270);
  const panel = finish.panel ?? finish.frame;
  const isGlazed = finish.panel === undefined;
  box(middle - u(104), top, [u(208), u(44)], shade(finish.frame, 1.05));
  if (isGlazed) {
    for (const x of [-u(66), u(46)]) {
      paint(sheet, rectangle([middle + x, top + u(44)], u(20), height), {
        fill: linear(sheet, [[0, "#c4e4e4"], [1, "#92c2c7"]], [[middle + x, 0], [
          middle + x + u(20),
          0,
        ]]),
        stroke: "#3e6a70",
        width: 1.6,
      });
    }
  } else {
    box(middle - u(84), top + u(44), [u(168), height], "#efe0b4");
    const fibres = upTo(Math.ceil((height - top) / u(34))).map((index) => {
      const y = top + u(48) + index * u(34);
      return `M${middle - u(84)} ${y}q${u(42)} ${u(30)} ${u(84)} 0t${u(84)} 0`;
    });
    paint(sheet, fibres.join(""), { stroke: "#b9974c", width: 2.4, opacity: 0.7 });
    box(middle - u(108), top + u(44), [u(24), height], panel);
    box(middle + u(84), top + u(44), [u(24), height], shade(panel, 0.86));
  }
  for (const x of [-u(92), u(62)]) {
    paint(sheet, capsule([middle + x, top - u(52)], u(30), u(58)), { fill: "#2b2724" });
  }
  const arrow = { stroke: "#2743a6", width: 5, cap: "round" as const };
  const y = height * 0.84;
  for (const sign of [-1, 1]) {
    const tip: Point = [middle + sign * u(330), y];
    paint(sheet, line([[middle + sign * u(170), y], tip]), arrow);
    paint(
      sheet,
      line([[tip[0] - sign * u(22), y - u(16)], tip, [tip[0] - sign * u(22), y + u(16)]]),
      arrow,
    );
  }
}

function drawGroundClose(close: Close, { top, colour }: { top: number; colour: string }): void {
  const { sheet, random } = close;
  const { width, height } = sheet;
  paint(sheet, rectangle([0, top], width, height - top), {
    fill: vertical(sheet, [[0, mix(colour, "#ffffff", 0.3)], [1, shade(colour, 0.82)]], [
      top,
      height,
    ]),
  });
  const tones = [mix(colour, "#ffffff", 0.55), shade(colour, 0.7), mix(colour, "#b5623f", 0.45)];
  for (const tone of tones) {
    const chips = upTo(90).map((): string => {
      const down = random();
      const at: Point = [random(0, width), top + down ** 1.4 * (height - top)];
      const r = (0.3 + down) * 13;
      return polygon(
        upTo(5).map((index): Point => {
          const angle = index / 5 * 2 * Math.PI;
          return [
            at[0] + Math.cos(angle) * r * random(0.6, 1.2),
            at[1] + Math.sin(angle) * r * 0.5 * random(0.6, 1.2),
          ];
        }),
      );
    });
    paint(sheet, chips.join(""), { fill: tone, opacity: 0.6 });
  }
}

function drawPaneEdge(close: Close): void {
  const { sheet, unit, request: { behind, finish } } = close;
  const { width, height } = sheet;
  drawBlur(close);
  const floor = height * 0.72;
  drawGroundClose(close, { top: floor, colour: behind[2] });
  const u = (value: number) => value * unit;
  const glass = (x0: number, x1: number, [y0, y1]: Point, opacity: number) => {
    paint(sheet, polygon([[x0, -10], [x1, -10], [x1, y1], [x0, y0]]), {
      fill: linear(sheet, [[0, "#ffffff", opacity * 1.5], [0.6, "#dff0ee", opacity * 0.6], [
        1,
        "#c4dfdd",
        opacity,
      ]], [
        [x0, 0],
        [x1, height],
      ]),
    });
    paint(
      sheet,
      polygon([[x0 + (x1 - x0) * 0.5, -10], [x0 + (x1 - x0) * 0.72, -10], [
        x0 + (x1 - x0) * 0.34,
        y0 + (y1 - y0) * 0.34,
      ], [x0 + (x1 - x0) * 0.12, y0 + (y1 - y0) * 0.12]]),
      { fill: "#ffffff", opacity: 0.12 },
    );
  };
  const middle = width * 0.54;
  const [low, near] = [floor + u(34), floor + u(120)];
  glass(-20, middle, [low, low + u(18)], 0.16);
  glass(middle + u(12), width + 20, [low + u(18), near], 0.26);
  const metal = finish.metal ?? "#a8a9a5";
  const rail = (x0: number, x1: number, [y0, y1]: Point) => {
    const tall = u(64);
    paint(
      sheet,
      polygon([[x0, y0 + u(10)], [x1, y1 + u(10)], [x1 + u(30), y1 + u(52)], [
        x0 + u(30),
        y0 + u(52),
      ]]),
      {
        fill: "#000000",
        opacity: 0.22,
      },
    );
    paint(sheet, polygon([[x0, y0 - tall], [x1, y1 - tall], [x1, y1], [x0, y0]]), {
      fill: vertical(sheet, [[0, shade(metal, 1.25)], [0.4, metal], [1, shade(metal, 0.6)]], [
        Math.min(y0, y1) - tall,
        Math.max(y0, y1),
      ]),
    });
    paint(sheet, line([[x0, y0 - tall], [x1, y1 - tall]]), {
      stroke: "#ffffff",
      width: 2,
      opacity: 0.7,
    });
  };
  rail(-20, middle - u(2), [low, low + u(18)]);
  rail(middle + u(14), width + 20, [low + u(18), near]);
  for (const x of [middle - u(5), middle + u(12)]) {
    paint(sheet, rectangle([x, -10], u(8), low + u(18) - u(54)), {
      fill: linear(sheet, [[0, "#e2f4ee"], [0.5, "#8cc0b0"], [1, "#5f9788"]], [[x, 0], [
        x + u(8),
        0,
      ]]),
    });
  }
  paint(sheet, rectangle([middle + u(3), -10], u(9), low - u(40)), {
    fill: "#ffffff",
    opacity: 0.35,
  });
}

function drawPleats(close: Close): void {
  const { sheet, unit, request: { finish } } = close;
  const { width, height } = sheet;
  const cloth = finish.panel ?? finish.frame;
  const count = 13;
  const wide = width * 0.9 / count;
  paint(sheet, rectangle([0, 0], width, height), { fill: shade(cloth, 0.5) });
  for (const index of upTo(count)) {
    const x = index * wide * (1 - 0.012 * index);
    const next = (index + 1) * wide * (1 - 0.012 * (index + 1));
    const middle = x + (next - x) * 0.56;
    const dip = 24 * unit;
    paint(sheet, polygon([[x, 0], [middle, 0], [middle, height], [x, height]]), {
      fill: linear(sheet, [[0, shade(cloth, 0.66)], [0.5, shade(cloth, 0.98)], [
        1,
        shade(cloth, 1.16),
      ]], [[x, 0], [
        middle,
        0,
      ]]),
    });
    paint(sheet, polygon([[middle, 0], [next, 0], [next, height], [middle, height]]), {
      fill: linear(sheet, [[0, shade(cloth, 0.82)], [1, shade(cloth, 0.44)]], [[middle, 0], [
        next,
        0,
      ]]),
    });
    paint(sheet, line([[middle, 0], [middle, height]]), {
      stroke: shade(cloth, 1.3),
      width: 2.4,
      opacity: 0.7,
    });
    paint(sheet, `M${x} ${120 * unit}Q${middle} ${120 * unit + dip} ${next} ${120 * unit}`, {
      stroke: "#000000",
      width: 1.4,
      opacity: 0.12,
    });
  }
  const post = width * 0.8;
  const metal = finish.metal ?? "#b9b3a7";
  paint(sheet, rectangle([post + 130 * unit, 0], width, height), {
    fill: linear(sheet, [[0, "#cfc7b9"], [1, "#e9e2d5"]], [[post, 0], [width, 0]]),
  });
  paint(sheet, rectangle([post + 120 * unit, 0], 36 * unit, height), {
    fill: "#000000",
    opacity: 0.18,
  });
  paint(sheet, rectangle([post, 0], 124 * unit, height), {
    fill: linear(sheet, [
      [0, shade(metal, 0.62)],
      [0.14, shade(metal, 1.28)],
      [0.6, metal],
      [1, shade(metal, 0.6)],
    ], [[post, 0], [post + 124 * unit, 0]]),
  });
  const grip: Point = [post + 44 * unit, height * 0.4];
  paint(sheet, capsule([grip[0] + 9 * unit, grip[1] + 12 * unit], 34 * unit, 240 * unit), {
    fill: "#000000",
    opacity: 0.26,
  });
  paint(sheet, capsule(grip, 34 * unit, 240 * unit), {
    fill: steel(sheet, "#4a463f", [grip, [grip[0] + 34 * unit, grip[1]]]),
  });
  paint(sheet, rectangle([0, 0], width, 58 * unit), {
    fill: vertical(sheet, [[0, "#8d877c"], [0.7, "#d6cfc2"], [1, "#7d776c"]], [0, 58 * unit]),
  });
  paint(sheet, rectangle([0, 58 * unit], width, 60 * unit), {
    fill: vertical(sheet, [[0, "#000000", 0.4], [1, "#000000", 0]], [58 * unit, 118 * unit]),
  });
  paint(sheet, polygon([[0, 0], [width * 0.3, 0], [width * 0.72, height], [width * 0.2, height]]), {
    fill: "#fff2d8",
    opacity: 0.13,
  });
}

function drawPivot(close: Close): void {
  const { sheet, unit, random, request: { finish, behind } } = close;
  const { width, height } = sheet;
  const u = (value: number) => value * unit;
  drawBlur(close);
  const floor = height * 0.6;
  drawGroundClose(close, { top: floor, colour: behind[2] });
  const centre: Point = [width * 0.36, floor + u(150)];
  paint(
    sheet,
    polygon([[width * 0.5, floor], [width * 0.95, floor], [width * 0.62, height], [-20, height], [
      -20,
      height * 0.9,
    ]]),
    { fill: "#fff0d0", opacity: 0.22 },
  );
  paint(sheet, ellipse([centre[0] + u(20), centre[1] + u(12)], u(190), u(62)), {
    fill: "#000000",
    opacity: 0.2,
  });
  paint(sheet, ellipse(centre, u(172), u(54)), {
    fill: linear(sheet, [[0, "#e6e2d9"], [0.5, "#b4afa5"], [1, "#837e75"]], [[
      centre[0] - u(170),
      0,
    ], [
      centre[0] + u(170),
      0,
    ]]),
  });
  paint(sheet, ellipse(centre, u(140), u(42)), { fill: "#8e887e" });
  paint(sheet, ellipse(centre, u(134), u(39)), { fill: "#c5bfb4" });
  for (const angle of [0.5, 2.1, 3.6, 5.2]) {
    paint(
      sheet,
      ellipse(
        [centre[0] + Math.cos(angle) * u(154), centre[1] + Math.sin(angle) * u(47)],
        u(8),
        u(4),
      ),
      {
        fill: "#4a453e",
      },
    );
  }
  paint(sheet, rectangle([centre[0] - u(22), centre[1] - u(52)], u(44), u(58)), {
    fill: steel(sheet, "#a9a49a", [[centre[0] - u(22), 0], [centre[0] + u(22), 0]]),
  });
  // The leaf over it, turned a little.
  const colour = finish.panel ?? finish.frame;
  const [left, right] = [centre[0] - u(190), width + 20];
  const [lowLeft, lowRight] = [centre[1] - u(44), centre[1] + u(66)];
  paint(
    sheet,
    polygon([[left - u(56), -10], [left, -10], [left, lowLeft], [left - u(56), lowLeft - u(26)]]),
    {
      fill: linear(sheet, [[0, shade(colour, 0.5)], [1, shade(colour, 0.74)]], [[left - u(56), 0], [
        left,
        0,
      ]]),
    },
  );
  const body = polygon([[left, -10], [right, -10], [right, lowRight], [left, lowLeft]]);
  paint(sheet, body, {
    fill: linear(sheet, [[0, shade(colour, 1.14)], [0.5, colour], [1, shade(colour, 0.78)]], [[
      left,
      0,
    ], [
      right,
      height,
    ]]),
  });
  if (finish.face === "wood") {
    const veins = upTo(42).map((index): string => {
      const x = left + (right - left) * (index + random(0.1, 0.9)) / 42;
      const end = lowLeft + (lowRight - lowLeft) * (x - left) / (right - left);
      const bow = random(-14, 14);
      return `M${Math.round(x)} -10C${Math.round(x + bow)} ${Math.round(end * 0.3)} ${
        Math.round(x - bow)
      } ${Math.round(end * 0.7)} ${Math.round(x + bow * 0.5)} ${Math.round(end)}`;
    });
    paint(sheet, veins.join(""), { stroke: shade(colour, 0.66), width: 2.6, opacity: 0.42 });
  } else {
    const y = -10;
    paint(
      sheet,
      polygon([[left + u(90), y], [right, y], [right, lowRight - u(130)], [
        left + u(90),
        lowLeft - u(96),
      ]]),
      {
        fill: linear(sheet, [[0, "#dfeff0", 0.75], [1, "#8fb1ba", 0.8]], [[left, 0], [
          right,
          height,
        ]]),
      },
    );
    paint(
      sheet,
      polygon([[width * 0.62, y], [width * 0.74, y], [width * 0.54, lowLeft - u(60)], [
        width * 0.42,
        lowLeft - u(72),
      ]]),
      { fill: "#ffffff", opacity: 0.24 },
    );
  }
  paint(sheet, line([[left, -10], [left, lowLeft]]), {
    stroke: shade(colour, 1.35),
    width: 3,
    opacity: 0.8,
  });
  paint(
    sheet,
    polygon([[left, lowLeft], [right, lowRight], [right, lowRight + u(10)], [
      left,
      lowLeft + u(8),
    ]]),
    {
      fill: "#17130f",
    },
  );
}
