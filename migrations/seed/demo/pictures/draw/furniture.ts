/** Furniture: simple solids, so that rooms are read and the wall stays what is looked at. */
import { type Ground, scaleAt, see, type Spot } from "./camera.ts";
import { mix, shade } from "./colour.ts";
import { upTo } from "./random.ts";
import { ellipse, glow, line, linear, paint, type Point, polygon, vertical } from "./sheet.ts";
import { face, footprint, lit, round, type Side, solid, type Stage, type Thing } from "./stage.ts";
import { rosette, shadowAt, tree } from "./trees.ts";

interface Piece {
  at: Ground;
  /** Height of what it stands on. */
  on?: number;
  colour: string;
  side?: Side;
  angle?: number;
}

interface Block {
  /** Middle in plan, relative to the piece. */
  at: Ground;
  size: readonly [width: number, depth: number];
  from: number;
  to: number;
  colour?: string;
}

/** A piece of upright blocks, which are painted from back to front and from the floor up. */
function assembled(
  { at, on = 0, colour, side = "inside", angle = 0 }: Piece,
  { blocks, shadow }: { blocks: readonly Block[]; shadow: number },
): Thing {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const placed = blocks.map((block) => {
    const spot: Ground = [
      at[0] + block.at[0] * cos - block.at[1] * sin,
      at[1] + block.at[0] * sin + block.at[1] * cos,
    ];
    return { ...block, spot };
  });
  return {
    at: [at[0], on, at[1]],
    draw(stage) {
      if (shadow > 0) shadowAt(stage, [at[0] + 0.06, on, at[1]], { reach: shadow });
      const far = ([x, z]: Ground) => (x - stage.camera.x) ** 2 + (z - stage.camera.z) ** 2;
      const sorted = placed.toSorted((a, b) => far(b.spot) - far(a.spot) || a.from - b.from);
      for (const { spot, size, from, to, colour: own = colour } of sorted) {
        solid(stage, {
          plan: footprint(spot, size, angle),
          from: on + from,
          to: on + to,
          colour: lit(stage, side, own),
        });
      }
    },
  };
}

/** A table of any shape of rectangle, with its top over its legs. */
export function table(
  piece: Piece & { size: readonly [number, number]; height?: number; legs?: string },
): Thing {
  const { size: [width, depth], height = 0.74, legs = "#3a342e", at, on = 0, side = "inside" } =
    piece;
  const under = assembled(piece, {
    shadow: Math.max(width, depth) * 0.6,
    blocks: [-1, 1].flatMap((u) =>
      [-1, 1].map((v): Block => ({
        at: [u * (width / 2 - 0.07), v * (depth / 2 - 0.07)],
        size: [0.05, 0.05],
        from: 0,
        to: height - 0.04,
        colour: legs,
      }))
    ),
  });
  return {
    at: under.at,
    draw(stage) {
      under.draw(stage);
      solid(stage, {
        plan: footprint(at, [width, depth], piece.angle),
        from: on + height - 0.045,
        to: on + height,
        colour: lit(stage, side, piece.colour),
      });
    },
  };
}

/** A chair; it looks along `z` unless it is turned. */
export function chair(piece: Piece & { legs?: string }): Thing {
  const { legs = "#3a342e", colour } = piece;
  return assembled(piece, {
    shadow: 0.38,
    blocks: [
      ...[-1, 1].flatMap((u) =>
        [-1, 1].map((v): Block => ({
          at: [u * 0.19, v * 0.19],
          size: [0.03, 0.03],
          from: 0,
          to: 0.43,
          colour: legs,
        }))
      ),
      { at: [0, 0], size: [0.44, 0.44], from: 0.43, to: 0.48 },
      { at: [0, -0.21], size: [0.44, 0.035], from: 0.5, to: 0.84, colour: shade(colour, 0.95) },
    ],
  });
}

/** A stool at a bar. */
export function stool(piece: Piece): Thing {
  return assembled(piece, {
    shadow: 0.3,
    blocks: [
      ...[-1, 1].flatMap((u) =>
        [-1, 1].map((v): Block => ({
          at: [u * 0.15, v * 0.15],
          size: [0.025, 0.025],
          from: 0,
          to: 0.68,
          colour: "#35302b",
        }))
      ),
      { at: [0, 0], size: [0.36, 0.36], from: 0.68, to: 0.74 },
    ],
  });
}

/** A sofa with cushions; it looks along `z` unless it is turned. */
export function sofa(piece: Piece & { width?: number; cushion?: string }): Thing {
  const { width = 2.2, colour, cushion = shade(colour, 1.12) } = piece;
  const seats = Math.max(1, Math.round(width / 0.8));
  const seat = (width - 0.36) / seats;
  return assembled(piece, {
    shadow: width * 0.6,
    blocks: [
      { at: [0, -0.36], size: [width, 0.2], from: 0.1, to: 0.74, colour: shade(colour, 0.92) },
      { at: [0, 0.02], size: [width, 0.86], from: 0.1, to: 0.3, colour: shade(colour, 0.86) },
      ...upTo(seats).flatMap((index): Block[] => {
        const x = -width / 2 + 0.18 + (index + 0.5) * seat;
        return [
          { at: [x, 0.06], size: [seat - 0.02, 0.76], from: 0.3, to: 0.44 },
          {
            at: [x, -0.2],
            size: [seat - 0.06, 0.16],
            from: 0.44,
            to: 0.72,
            colour: index === 0 ? cushion : colour,
          },
        ];
      }),
      { at: [-width / 2 + 0.09, 0], size: [0.18, 0.9], from: 0.1, to: 0.58 },
      { at: [width / 2 - 0.09, 0], size: [0.18, 0.9], from: 0.1, to: 0.58 },
    ],
  });
}

/** A low deep chair. */
export function armchair(piece: Piece): Thing {
  return sofa({ ...piece, width: 0.92 });
}

/** A block: a counter, a plinth, a cupboard, a bed. */
export function block(
  piece: Piece & { size: readonly [number, number]; height: number; top?: string },
): Thing {
  const { size, height, top, on = 0, side = "inside" } = piece;
  const body = assembled(piece, {
    shadow: Math.max(...size) * 0.58,
    blocks: [{ at: [0, 0], size, from: 0, to: height }],
  });
  return {
    at: body.at,
    draw(stage) {
      body.draw(stage);
      if (top === undefined) return;
      solid(stage, {
        plan: footprint(piece.at, [size[0] + 0.06, size[1] + 0.06], piece.angle),
        from: on + height,
        to: on + height + 0.04,
        colour: lit(stage, side, top),
      });
    },
  };
}

/** A round table, with a cloth down to the floor if it has a colour. */
export function roundTable(
  { at, colour, side = "inside", radius = 0.4, height = 0.74, cloth }: Piece & {
    radius?: number;
    height?: number;
    cloth?: string;
  },
): Thing {
  return {
    at: [at[0], 0, at[1]],
    draw(stage) {
      shadowAt(stage, [at[0], 0, at[1]], { reach: radius * 1.4 });
      if (cloth !== undefined) {
        solid(stage, {
          plan: round(at, radius),
          from: 0,
          to: height,
          colour: lit(stage, side, cloth),
        });
        return;
      }
      const dark = lit(stage, side, "#35302b");
      solid(stage, { plan: round(at, radius * 0.5), from: 0, to: 0.02, colour: dark });
      solid(stage, { plan: round(at, 0.03, 6), from: 0, to: height - 0.03, colour: dark });
      solid(stage, {
        plan: round(at, radius),
        from: height - 0.035,
        to: height,
        colour: lit(stage, side, colour),
      });
    },
  };
}

/** A lamp on a wire from the ceiling. */
export function pendant(
  { at, colour, drop, ceiling, size = 0.24, kind = "dome" }: {
    at: Ground;
    colour: string;
    /** Height of its lower edge. */
    drop: number;
    ceiling: number;
    size?: number;
    kind?: "dome" | "globe" | "tube";
  },
): Thing {
  return {
    at: [at[0], drop, at[1]],
    draw(stage) {
      const { sheet, camera, light } = stage;
      const spot: Spot = [at[0], drop, at[1]];
      const r = size * scaleAt(camera, spot);
      const [x, y] = see(camera, spot);
      const hue = lit(stage, "inside", colour);
      const from = see(camera, [at[0], ceiling, at[1]]);
      paint(sheet, line([from, [x, y - r]]), { stroke: "#2b2622", width: Math.max(1, r * 0.04) });
      if (light.lamps > 0.15) {
        glow(sheet, { at: [x, y], r: r * 5 }, { colour: "#ffdca0", opacity: 0.42 * light.lamps });
      }
      const shine = mix(hue, "#fff1cf", 0.35 + 0.6 * light.lamps);
      if (kind === "globe") {
        paint(sheet, ellipse([x, y - r * 0.3], r * 0.7), { fill: mix("#efe6d6", shine, 0.8) });
        return;
      }
      if (kind === "tube") {
        const tube = polygon([[x - r * 0.25, y - r * 1.8], [x + r * 0.25, y - r * 1.8], [
          x + r * 0.25,
          y,
        ], [x - r * 0.25, y]]);
        paint(sheet, tube, { fill: hue });
        paint(sheet, ellipse([x, y], r * 0.25, r * 0.07), { fill: shine });
        return;
      }
      const dome = `M${Math.round(x - r)} ${Math.round(y)}Q${Math.round(x - r)} ${
        Math.round(y - r * 0.95)
      } ${Math.round(x)} ${Math.round(y - r)}Q${Math.round(x + r)} ${Math.round(y - r * 0.95)} ${
        Math.round(x + r)
      } ${Math.round(y)}Z`;
      const fill = linear(sheet, [[0, shade(hue, 1.1)], [1, shade(hue, 0.7)]], [[x - r, y], [
        x + r,
        y,
      ]]);
      paint(sheet, dome, { fill });
      paint(sheet, ellipse([x, y], r, r * 0.14), { fill: shine });
    },
  };
}

/** A lamp on a thin leg. */
export function floorLamp({ at, colour }: Piece): Thing {
  return {
    at: [at[0], 0, at[1]],
    draw(stage) {
      const { sheet, camera, light } = stage;
      const spot: Spot = [at[0], 0, at[1]];
      const unit = scaleAt(camera, spot);
      const [x, y] = see(camera, spot);
      shadowAt(stage, spot, { reach: 0.25 });
      const dark = lit(stage, "inside", "#2f2a26");
      paint(sheet, line([[x, y], [x, y - 1.3 * unit]]), { stroke: dark, width: 0.022 * unit });
      paint(sheet, ellipse([x, y], 0.15 * unit, 0.03 * unit), { fill: dark });
      const [top, bottom] = [y - 1.62 * unit, y - 1.28 * unit];
      if (light.lamps > 0.15) {
        glow(sheet, { at: [x, bottom - 0.1 * unit], r: 1.3 * unit }, {
          colour: "#ffd997",
          opacity: 0.5 * light.lamps,
        });
      }
      const hue = lit(stage, "inside", colour);
      const fill = vertical(sheet, [[0, hue], [1, mix(hue, "#fff0cc", 0.2 + 0.75 * light.lamps)]], [
        top,
        bottom,
      ]);
      paint(
        sheet,
        polygon([[x - 0.14 * unit, top], [x + 0.14 * unit, top], [x + 0.22 * unit, bottom], [
          x - 0.22 * unit,
          bottom,
        ]]),
        { fill },
      );
    },
  };
}

/** A plant in a pot. */
export function plant(
  { at, colour, side = "inside", height = 1.3, kind = "palm", pot = "#c9beac" }: Piece & {
    height?: number;
    kind?: "palm" | "leafy" | "grass" | "olive" | "snake";
    pot?: string;
  },
): Thing {
  return {
    at: [at[0], 0, at[1]],
    draw(stage) {
      const potHeight = Math.min(0.5, height * 0.3);
      shadowAt(stage, [at[0], 0, at[1]], { reach: height * 0.32 });
      solid(stage, {
        plan: round(at, potHeight * 0.5, 12),
        from: 0,
        to: potHeight,
        colour: lit(stage, side, pot),
      });
      const spot: Spot = [at[0], potHeight, at[1]];
      if (kind === "olive" || kind === "grass") {
        tree({ kind, at: spot, height: height - potHeight, colour }).draw(stage);
        return;
      }
      const tone = lit(stage, side, colour);
      const unit = scaleAt(stage.camera, spot);
      const shape = {
        palm: { count: 13, spread: 1.15, thick: 0.075 },
        leafy: { count: 17, spread: 1.5, thick: 0.17 },
        snake: { count: 9, spread: 0.32, thick: 0.07 },
      }[kind];
      rosette(stage, {
        foot: see(stage.camera, spot),
        height: (height - potHeight) * unit,
        tone,
        ...shape,
      });
    },
  };
}

/** Something flat on a wall or upright in a room: a picture, a board, a screen, a door, shelves. */
export function panel(
  { at, width, height, colour, along = "x", draw }: {
    /** Middle of its lower edge. */
    at: Spot;
    width: number;
    height: number;
    colour: string;
    along?: "x" | "z";
    /** What is painted on it, given a place by its shares of width and height. */
    draw?: (stage: Stage, on: (u: number, v: number) => Point) => void;
  },
): Thing {
  const corner = (u: number, v: number): Spot =>
    along === "x"
      ? [at[0] + (u - 0.5) * width, at[1] + v * height, at[2]]
      : [at[0], at[1] + v * height, at[2] + (u - 0.5) * width];
  return {
    at,
    draw(stage) {
      face(stage, [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)], {
        fill: lit(stage, "inside", colour),
      });
      draw?.(stage, (u, v) => see(stage.camera, corner(u, v)));
    },
  };
}

/** A framed picture of a few calm shapes. */
export function artwork(
  { at, width, height, along, palette }: {
    at: Spot;
    width: number;
    height: number;
    along?: "x" | "z";
    palette: readonly [string, string, string];
  },
): Thing {
  const [ground, first, second] = palette;
  return panel({
    at,
    width,
    height,
    colour: "#2d2824",
    ...(along ? { along } : {}),
    draw(stage, on) {
      const tone = (colour: string) => lit(stage, "inside", colour);
      const quad = (u: readonly [number, number], v: readonly [number, number]) =>
        polygon([on(u[0], v[0]), on(u[1], v[0]), on(u[1], v[1]), on(u[0], v[1])]);
      paint(stage.sheet, quad([0.03, 0.97], [0.03, 0.97]), { fill: tone(ground) });
      const arc = upTo(13).map((step) => {
        const angle = step / 12 * Math.PI;
        return on(0.5 + Math.cos(angle) * 0.3, 0.34 + Math.sin(angle) * 0.36);
      });
      paint(stage.sheet, polygon(arc), { fill: tone(first) });
      paint(stage.sheet, quad([0.16, 0.84], [0.14, 0.34]), { fill: tone(second) });
    },
  });
}

/** Shelves with books and things on them, against a wall along `x`. */
export function shelves(
  { at, width, height, colour }: { at: Spot; width: number; height: number; colour: string },
): Thing {
  return panel({
    at,
    width,
    height,
    colour: shade(colour, 0.55),
    draw(stage, on) {
      const rows = Math.max(2, Math.round(height / 0.42));
      const spines = ["#b5583c", "#d8c9a8", "#5d7263", "#33475b", "#e4ddd0", "#8a6a4f"];
      const quad = (u: readonly [number, number], v: readonly [number, number]) =>
        polygon([on(u[0], v[0]), on(u[1], v[0]), on(u[1], v[1]), on(u[0], v[1])]);
      for (const row of upTo(rows)) {
        const base = row / rows;
        let u = 0.015;
        while (u < 0.97) {
          const thick = stage.random(0.03, 0.07) / width;
          const chance = stage.random();
          const tall = stage.random(0.5, 0.84) / rows;
          if (chance < 0.76) {
            const spine = spines[Math.floor(stage.random(0, spines.length))] ?? colour;
            paint(
              stage.sheet,
              quad([u, Math.min(0.985, u + thick)], [base + 0.02, base + 0.02 + tall]),
              {
                fill: lit(stage, "inside", spine),
              },
            );
            u += thick;
          } else u += 0.2 / width * stage.random();
        }
        paint(stage.sheet, quad([0, 1], [base, base + 0.03 / height]), {
          fill: lit(stage, "inside", colour),
        });
      }
      paint(stage.sheet, quad([0, 1], [1 - 0.03 / height, 1]), {
        fill: lit(stage, "inside", colour),
      });
      for (const u of [0, 0.5, 1]) {
        const half = 0.02 / width;
        paint(stage.sheet, quad([Math.max(0, u - half), Math.min(1, u + half)], [0, 1]), {
          fill: lit(stage, "inside", shade(colour, 1.05)),
        });
      }
    },
  });
}

/** A parasol over a table outdoors. */
export function parasol({ at, colour }: Piece): Thing {
  return {
    at: [at[0], 0, at[1]],
    draw(stage) {
      const spot: Spot = [at[0], 0, at[1]];
      const unit = scaleAt(stage.camera, spot);
      const [x, y] = see(stage.camera, spot);
      const hue = lit(stage, "outside", colour);
      shadowAt(stage, spot, { reach: 1.3, opacity: 0.22 });
      paint(stage.sheet, line([[x, y], [x, y - 2.5 * unit]]), {
        stroke: lit(stage, "outside", "#6b5544"),
        width: 0.045 * unit,
      });
      const rim = upTo(5).map((
        index,
      ): Point => [x + (index / 4 * 2 - 1) * 1.4 * unit, y - 2.05 * unit]);
      const top: Point = [x, y - 2.55 * unit];
      rim.slice(0, -1).forEach((from, index) => {
        const to = rim[index + 1] ?? from;
        paint(stage.sheet, polygon([top, from, to]), { fill: shade(hue, 1.06 - index * 0.09) });
      });
    },
  };
}
