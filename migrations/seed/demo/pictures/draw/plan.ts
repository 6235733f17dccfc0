/** Plans: a movable wall from above on tinted paper, half way through its movement. */
import type { Ground } from "./camera.ts";
import { mix } from "./colour.ts";
import { layOut, type Leaf, type Movement, type Opening } from "./leaves.ts";
import { type Random, randomFrom, upTo } from "./random.ts";
import {
  blob,
  ellipse,
  line,
  newSheet,
  paint,
  type Point,
  polygon,
  rectangle,
  type Sheet,
  toSvg,
} from "./sheet.ts";

export type Paper = "cream" | "sage" | "blue" | "clay" | "night";

interface Inks {
  ground: string;
  ink: string;
  faint: string;
  first: string;
  second: string;
  move: string;
}

const PAPERS: Record<Paper, Inks> = {
  cream: {
    ground: "#f5f0e6",
    ink: "#2f2a25",
    faint: "#cfc5b4",
    first: "#e6d9c2",
    second: "#cfd8c6",
    move: "#2743a6",
  },
  sage: {
    ground: "#e6ebe1",
    ink: "#27332d",
    faint: "#b9c6b7",
    first: "#d3dccb",
    second: "#f1ede0",
    move: "#b4502c",
  },
  blue: {
    ground: "#dfe7ef",
    ink: "#22324a",
    faint: "#b0c1d4",
    first: "#cbd8e6",
    second: "#eef1ee",
    move: "#c4552b",
  },
  clay: {
    ground: "#f3e3d6",
    ink: "#43291f",
    faint: "#dcbfa9",
    first: "#eacfb9",
    second: "#dfe0cd",
    move: "#28566b",
  },
  night: {
    ground: "#1f2d44",
    ink: "#eaf0f7",
    faint: "#4a5f80",
    first: "#2a3c58",
    second: "#26425a",
    move: "#f2b36b",
  },
};

export interface PlanRequest {
  seed: string;
  size: readonly [width: number, height: number];
  paper: Paper;
  movement: Movement;
  opening: Opening;
  /** Whether the far side is a garden. */
  isOutside: boolean;
  furniture: "lounge" | "tables" | "rows" | "counter";
}

interface Draft {
  sheet: Sheet;
  inks: Inks;
  random: Random;
  at(spot: Ground): Point;
  /** Pixels of a metre. */
  unit: number;
}

/** The plan as SVG. */
export function drawPlan(request: PlanRequest): string {
  const { size: [width, height], paper, opening, movement } = request;
  const sheet = newSheet(width, height);
  const unit = width * 0.6 / opening.width;
  const inks = PAPERS[paper];
  const draft: Draft = {
    sheet,
    inks,
    random: randomFrom(request.seed),
    unit,
    at: ([x, z]) => [width / 2 + x * unit, height * 0.46 - z * unit],
  };
  paint(sheet, rectangle([0, 0], width, height), { fill: inks.ground });
  drawGround(draft, request);
  drawFurniture(draft, request);
  drawWalls(draft, opening);
  drawLeavesInPlan(draft, layOut(movement, opening), layOut({ ...movement, open: 0 }, opening));
  drawMove(draft, request);
  drawMeasures(draft, opening);
  paint(sheet, rectangle([38, 38], width - 76, height - 76), {
    stroke: inks.ink,
    width: 2,
    opacity: 0.5,
  });
  return toSvg(sheet);
}

function drawGround(
  { sheet, inks, at, unit, random }: Draft,
  { isOutside, opening }: PlanRequest,
): void {
  const reach = opening.width * 0.83;
  const [left, , right] = [at([-reach, 0])[0], 0, at([reach, 0])[0]];
  const middle = at([0, 0])[1];
  paint(sheet, rectangle([left, middle], right - left, sheet.height), { fill: inks.first });
  paint(sheet, rectangle([left, 0], right - left, middle), {
    fill: isOutside ? inks.second : mix(inks.first, inks.ground, 0.5),
  });
  const boards = upTo((right - left) / (unit * 0.18)).map((index) => {
    const x = left + index * unit * 0.18;
    return line([[x, middle], [x, sheet.height]]);
  });
  paint(sheet, boards.join(""), { stroke: inks.faint, width: 1.1 });
  const size = unit * (isOutside ? 0.9 : 0.6);
  const slabs = [
    ...upTo((right - left) / size + 1).map((index) =>
      line([[left + index * size, 0], [left + index * size, middle]])
    ),
    ...upTo(middle / size + 1).map((index) =>
      line([[left, middle - index * size], [right, middle - index * size]])
    ),
  ];
  paint(sheet, slabs.join(""), { stroke: inks.faint, width: 1.1 });
  if (!isOutside) return;
  for (const _ of upTo(9)) {
    const side = random() < 0.5 ? -1 : 1;
    drawTree({ sheet, inks, at, unit, random }, [
      side * random(0.5, 0.8) * opening.width,
      random(1.6, 3.4) * opening.width / 5.6,
    ], random(0.4, 0.85));
  }
}

/** A tree from above: a soft crown, a few branches, and its shadow. */
function drawTree({ sheet, inks, at, unit, random }: Draft, spot: Ground, radius: number): void {
  const [x, y] = at(spot);
  const r = radius * unit;
  const crown = (grow: number, [dx, dy]: Point) =>
    blob(
      upTo(11).map((index): Point => {
        const angle = index / 11 * 2 * Math.PI;
        const reach = r * grow * random(0.88, 1.1);
        return [x + dx + Math.cos(angle) * reach, y + dy + Math.sin(angle) * reach];
      }),
    );
  paint(sheet, crown(1, [r * 0.16, r * 0.2]), { fill: inks.ink, opacity: 0.12 });
  paint(sheet, crown(1, [0, 0]), {
    fill: mix(inks.second, inks.ink, 0.2),
    stroke: inks.ink,
    width: 1.6,
  });
  paint(sheet, crown(0.62, [-r * 0.14, -r * 0.16]), {
    fill: mix(inks.second, inks.ground, 0.35),
    opacity: 0.8,
  });
  const branches = upTo(7).map((index) => {
    const angle = index / 7 * 2 * Math.PI + 0.3;
    return line([[x, y], [x + Math.cos(angle) * r * 0.66, y + Math.sin(angle) * r * 0.66]]);
  });
  paint(sheet, branches.join(""), { stroke: inks.ink, width: 1.1, opacity: 0.6 });
}

function drawFurniture(draft: Draft, { furniture, opening, isOutside }: PlanRequest): void {
  const { sheet, inks, at, unit } = draft;
  const piece = ([x, z]: Ground, [w, d]: readonly [number, number], fill: string) => {
    const [left, top] = at([x - w / 2, z + d / 2]);
    paint(sheet, rectangle([left + 7, top + 9], w * unit, d * unit), {
      fill: inks.ink,
      opacity: 0.13,
    });
    paint(sheet, rectangle([left, top], w * unit, d * unit), {
      fill,
      stroke: inks.ink,
      width: 1.8,
    });
  };
  const paper = mix(inks.ground, "#ffffff", 0.25);
  const cloth = mix(inks.move, inks.ground, 0.68);
  const seat = (spot: Ground) => piece(spot, [0.44, 0.44], paper);
  const scale = opening.width / 5.6;
  switch (furniture) {
    case "lounge":
      piece([-1.3 * scale, -2], [2.2, 0.85], cloth);
      piece([-1.3 * scale, -2.22], [1.9, 0.22], mix(cloth, inks.ink, 0.12));
      piece([-1.2 * scale, -1.2], [1, 0.5], paper);
      piece([1.5 * scale, -1.7], [0.85, 0.85], cloth);
      drawTree(draft, [2.6 * scale, -1.1], 0.34);
      break;
    case "tables":
      for (const x of [-1.9, 0, 1.9]) {
        for (const z of isOutside ? [-1.7, 1.9] : [-1.7]) {
          const [cx, cy] = at([x * scale, z]);
          for (const [dx, dz] of [[-0.68, 0], [0.68, 0], [0, -0.68], [0, 0.68]] as const) {
            seat([x * scale + dx, z + dz]);
          }
          paint(sheet, ellipse([cx + 6, cy + 8], 0.46 * unit), { fill: inks.ink, opacity: 0.13 });
          paint(sheet, ellipse([cx, cy], 0.46 * unit), {
            fill: cloth,
            stroke: inks.ink,
            width: 1.8,
          });
        }
      }
      break;
    case "rows":
      for (const z of [-1.15, -1.85, -2.55]) {
        for (const index of upTo(8)) seat([(index - 3.5) * 0.72 * scale, z]);
      }
      for (const z of [1.4, 2.4]) {
        for (const index of upTo(3)) {
          piece([(index - 1) * 1.9 * scale, z], [1.5, 0.55], cloth);
        }
      }
      break;
    case "counter":
      piece([0, 0], [opening.width + 0.6, 0.62], mix(paper, inks.move, 0.1));
      for (const index of upTo(5)) {
        const [cx, cy] = at([(index - 2) * 0.8 * scale, 0.85]);
        paint(sheet, ellipse([cx + 4, cy + 6], 0.19 * unit), { fill: inks.ink, opacity: 0.13 });
        paint(sheet, ellipse([cx, cy], 0.19 * unit), { fill: cloth, stroke: inks.ink, width: 1.8 });
      }
      piece([0, -1.7], [opening.width, 0.7], paper);
      break;
  }
}

function drawWalls({ sheet, inks, at, unit }: Draft, { width }: Opening): void {
  for (const sign of [-1, 1]) {
    const [x, y] = at([sign < 0 ? -width * 0.83 : width / 2, 0.17]);
    const wide = width * 0.33 * unit;
    paint(sheet, rectangle([x + 8, y + 11], wide, 0.34 * unit), { fill: inks.ink, opacity: 0.16 });
    paint(sheet, rectangle([x, y], wide, 0.34 * unit), { fill: inks.ink });
    const hatch = upTo(wide / 16).map((index) => {
      const from = x + index * 16;
      return line([[from, y + 0.34 * unit], [Math.min(x + wide, from + 14), y]]);
    });
    paint(sheet, hatch.join(""), { stroke: inks.ground, width: 1.2, opacity: 0.35 });
  }
}

function drawLeavesInPlan(
  { sheet, inks, at, unit }: Draft,
  leaves: readonly Leaf[],
  closed: readonly Leaf[],
): void {
  const ghost = closed.map(({ from, to }) => line([at(from), at(to)]));
  paint(sheet, ghost.join(""), { stroke: inks.ink, width: 2, dash: "10 9", opacity: 0.55 });
  const thick = Math.max(7, 0.07 * unit);
  const body = leaves.map(({ from, to }) => line([at(from), at(to)])).join("");
  const cast = leaves.map(({ from, to }) => {
    const [a, b] = [at(from), at(to)];
    return line([[a[0] + 6, a[1] + 8], [b[0] + 6, b[1] + 8]]);
  });
  paint(sheet, cast.join(""), { stroke: inks.ink, width: thick, opacity: 0.16 });
  paint(sheet, body, { stroke: inks.ink, width: thick, cap: "butt" });
  paint(sheet, body, { stroke: mix(inks.ground, "#ffffff", 0.3), width: thick - 4.4 });
  const joints = leaves.flatMap(({ from, to }) => [from, to]).map((spot) => ellipse(at(spot), 5));
  paint(sheet, joints.join(""), { fill: inks.move });
}

function drawMove({ sheet, inks, at, unit }: Draft, { movement, opening }: PlanRequest): void {
  const sign = movement.mirrored ? 1 : -1;
  const stroke = { stroke: inks.move, width: 4.5, cap: "round" as const };
  const head = ([x, y]: Point, angle: number) => {
    const wing = (turn: number): Point => [
      x - Math.cos(angle + turn) * 22,
      y - Math.sin(angle + turn) * 22,
    ];
    paint(sheet, line([wing(0.5), [x, y], wing(-0.5)]), stroke);
  };
  if (movement.operation === "pivoting") {
    const count = movement.leaves;
    const reach = (opening.width - 0.12) / count;
    for (const index of upTo(count)) {
      const pivot = -opening.width / 2 + 0.06 + index * reach + reach * 0.3;
      const arc = upTo(15).map((step): Point => {
        const angle = step / 14 * 1.2;
        return at([pivot + Math.cos(angle) * reach * 0.7, Math.sin(angle) * reach * 0.7]);
      });
      paint(sheet, line(arc), { stroke: inks.move, width: 3, dash: "4 8", cap: "round" });
    }
    return;
  }
  if (movement.operation === "lift" || movement.operation === "fold-up") {
    for (const x of [-0.3, 0, 0.3]) {
      const [cx, cy] = at([x * opening.width, -0.75]);
      paint(sheet, ellipse([cx, cy], 0.17 * unit), { ...stroke, width: 3.4 });
      paint(sheet, ellipse([cx, cy], 5), { fill: inks.move });
    }
    return;
  }
  const away = -0.72;
  const [from, to] = [
    at([-sign * opening.width * 0.3, away]),
    at([sign * opening.width * 0.12, away]),
  ];
  paint(sheet, line([from, to]), stroke);
  head(to, sign > 0 ? 0 : Math.PI);
  if (movement.operation !== "folding" || movement.split) return;
  const end = layOut(movement, opening)[movement.leaves - 1];
  if (end === undefined) return;
  const reach = (opening.width - 0.12) / movement.leaves;
  const hinge: Ground = end.from;
  const arc = upTo(13).map((step): Point => {
    const angle = step / 12 * 1.1;
    return at([hinge[0] - sign * Math.cos(angle) * reach, hinge[1] - Math.sin(angle) * reach]);
  });
  paint(sheet, line(arc), { stroke: inks.move, width: 3, dash: "4 8", cap: "round" });
}

function drawMeasures({ sheet, inks, at, unit }: Draft, { width }: Opening): void {
  const y = sheet.height - 96;
  const [left, right] = [at([-width / 2, 0])[0], at([width / 2, 0])[0]];
  const thin = { stroke: inks.ink, width: 1.8 };
  paint(sheet, rectangle([40, y - 42], sheet.width - 80, 96), { fill: inks.ground });
  paint(sheet, line([[40, y - 42], [sheet.width - 40, y - 42]]), { ...thin, opacity: 0.5 });
  paint(sheet, line([[left - 24, y], [right + 24, y]]), thin);
  const ticks = [left, right].map((x) =>
    line([[x - 10, y + 10], [x + 10, y - 10]]) + line([[x, y - 22], [x, y + 22]])
  );
  paint(sheet, ticks.join(""), thin);
  for (const index of upTo(4)) {
    paint(sheet, rectangle([74 + index * unit * 0.22, y - 6], unit * 0.22, 12), {
      fill: index % 2 === 0 ? inks.ink : inks.ground,
      stroke: inks.ink,
      width: 1.6,
    });
  }
  const [x, r]: Point = [sheet.width - 100, 30];
  paint(sheet, ellipse([x, y], r), thin);
  paint(sheet, polygon([[x, y - r], [x + 10, y + 20], [x, y + 10], [x - 10, y + 20]]), {
    fill: inks.ink,
  });
}
