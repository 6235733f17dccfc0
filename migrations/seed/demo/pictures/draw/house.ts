/** Houses and fronts in town, as they are seen from outside. */
import { type Ground, outline, see, type Spot } from "./camera.ts";
import { mix, shade } from "./colour.ts";
import { drawFloor } from "./floors.ts";
import { chair, plant, roundTable } from "./furniture.ts";
import type { Opening } from "./leaves.ts";
import { upTo } from "./random.ts";
import { tonesOf } from "./rooms.ts";
import type { Scene } from "./scene.ts";
import { SETTINGS } from "./settings.ts";
import { ellipse, linear, paint } from "./sheet.ts";
import { face, footprint, lit, solid, type Stage, type Thing } from "./stage.ts";
import { tree } from "./trees.ts";

export interface Facade {
  kind: "render" | "timber" | "brick" | "dark" | "stone";
  colour: string;
}

/** Half the width of a room, and its height. */
export interface Shell {
  reach: number;
  ceiling: number;
}

/** The wall in the plane of the opening, with the opening left out. */
export function rim(
  { camera }: Stage,
  { reach, ceiling, front }: Shell & { front: number },
  { width, height, sill }: Opening,
): string {
  const quad = (x: number, bottom: number, top: number): string =>
    outline(camera, [[-x, bottom, front], [x, bottom, front], [x, top, front], [-x, top, front]]);
  return quad(reach, 0, ceiling) + quad(width / 2, sill, height);
}

/** Paints the ground between the eye and a front. */
export function drawGroundBefore(stage: Stage, scene: Scene, half: number): void {
  const { camera } = stage;
  const setting = SETTINGS[scene.setting ?? "garden"];
  drawFloor(stage, setting.ground, {
    area: { x: [-30, 30], z: [camera.z - 0.5, -0.14] },
    side: "outside",
    y: -0.06,
  });
  drawFloor(stage, setting.terrace, {
    area: { x: [-half - 0.6, half + 0.6], z: [camera.z - 0.5, -0.14] },
    side: "outside",
  });
}

/** Paints the light that falls out of a front. */
export function drawSpill(stage: Stage, { width }: Opening): void {
  const { sheet, camera, light } = stage;
  if (light.lamps < 0.25) return;
  const [near, far] = [see(camera, [0, 0, camera.z * 0.82]), see(camera, [0, 0, -0.1])];
  const fill = linear(sheet, [[0, "#ffc97f", 0.62 * light.lamps], [1, "#ffc97f", 0]], [far, near]);
  face(stage, [
    [-width / 2, 0.003, -0.14],
    [width / 2, 0.003, -0.14],
    [width * 0.72, 0.003, camera.z * 0.82],
    [-width * 0.72, 0.003, camera.z * 0.82],
  ], { fill });
}

/** Paints a pool before a front, with the light of the house on it. */
export function drawPoolBefore(stage: Stage, { width }: Opening, eye: number): void {
  const { sheet, camera, light } = stage;
  const [front, back] = [eye + 3.4, -1.7];
  const spots = (grow: number, y: number): Spot[] => [
    [-width * 0.62 - grow, y, front - grow],
    [width * 0.62 + grow, y, front - grow],
    [width * 0.62 + grow, y, back + grow],
    [-width * 0.62 - grow, y, back + grow],
  ];
  face(stage, spots(0.3, 0), { fill: lit(stage, "outside", "#ddd6c9") });
  const lagoon = mix(lit(stage, "outside", "#3f97a6"), light.sky[1], 0.2);
  const water = mix(lagoon, "#4fb3bd", light.lamps * 0.55);
  const [a, b] = [see(camera, [0, 0, back]), see(camera, [0, 0, front])];
  face(stage, spots(0, -0.08), {
    fill: linear(sheet, [[0, mix(water, light.sky[2], 0.5)], [1, shade(water, 0.7)]], [a, b]),
  });
  if (light.lamps > 0.3) {
    face(stage, [[-width * 0.45, -0.07, back], [width * 0.45, -0.07, back], [
      width * 0.36,
      -0.07,
      front,
    ], [-width * 0.36, -0.07, front]], {
      fill: linear(sheet, [[0, "#ffc67a", 0.75 * light.lamps], [1, "#ffb765", 0.08]], [a, b]),
    });
  }
  const ripples = upTo(40).map((): string => {
    const at: Ground = [stage.random(-0.6, 0.6) * width, stage.random(front, back)];
    const reach = stage.random(0.1, 0.5);
    return outline(camera, [[at[0] - reach, -0.07, at[1]], [at[0], -0.07, at[1] + 0.015], [
      at[0] + reach,
      -0.07,
      at[1],
    ], [at[0], -0.07, at[1] - 0.015]]);
  });
  paint(sheet, ripples.join(""), { fill: mix(light.sky[2], "#ffffff", 0.3), opacity: 0.35 });
}

/** Paints the wall around an opening, and the house that it belongs to. */
export function drawFacade(
  stage: Stage,
  { facade, half, roof, opening, wall, isTown }: {
    facade: Facade;
    half: number;
    roof: number;
    opening: Opening;
    wall: string;
    isTown: boolean;
  },
): void {
  const { sheet, camera } = stage;
  const front = -0.14;
  const top = isTown ? roof + 6 : roof;
  if (!isTown && facade.kind !== "timber") drawUpperFloor(stage, { facade, half, roof });
  const around = rim(stage, { reach: half, ceiling: top, front }, opening);
  const [high, low] = [see(camera, [-half, top, front]), see(camera, [half, 0, front])];
  paint(sheet, around, {
    fill: linear(sheet, [[0, shade(wall, 1.04)], [1, shade(wall, 0.86)]], [high, low]),
    holes: true,
  });
  const spaces: [number, number, number, number][] = [
    [-half, 0, -opening.width / 2, top],
    [opening.width / 2, 0, half, top],
    [-opening.width / 2, opening.height, opening.width / 2, top],
    [-opening.width / 2, 0, opening.width / 2, opening.sill],
  ];
  const seams: string[] = [];
  for (const [x0, y0, x1, y1] of spaces) {
    const quad = (a: number, b: number, c: number, d: number) =>
      outline(camera, [[a, b, front], [c, b, front], [c, d, front], [a, d, front]]);
    if (facade.kind === "timber" || facade.kind === "dark") {
      for (const index of upTo((x1 - x0) / 0.13)) {
        const x = x0 + index * 0.13;
        seams.push(quad(x, y0, x + 0.014, y1));
      }
    } else if (facade.kind === "brick" || facade.kind === "stone") {
      const course = facade.kind === "brick" ? 0.085 : 0.3;
      for (const row of upTo((y1 - y0) / course)) {
        const y = y0 + row * course;
        seams.push(quad(x0, y, x1, y + 0.01));
        const brick = course * 2.8;
        for (const column of upTo((x1 - x0) / brick)) {
          const x = x0 + (column + (row % 2) / 2) * brick;
          seams.push(quad(x, y, x + 0.01, Math.min(y1, y + course)));
        }
      }
    }
  }
  paint(sheet, seams.join(""), { fill: shade(wall, 0.62), opacity: 0.4 });
  if (isTown) {
    drawTownWindows(stage, { half, from: roof, wall });
    return;
  }
  drawRoof(stage, { facade, half, roof });
}

/** A flat roof that stands out over the terrace, and on some houses an upper floor. */
function drawRoof(
  stage: Stage,
  { facade, half, roof }: { facade: Facade; half: number; roof: number },
): void {
  const { sheet, camera, light } = stage;
  const eave = -1.05;
  const edge = half + 0.5;
  const dark = lit(stage, "outside", facade.kind === "dark" ? "#5b564f" : "#6a625a");
  face(
    stage,
    [[-edge, roof, -0.14], [edge, roof, -0.14], [edge, roof, eave], [-edge, roof, eave]],
    {
      fill: linear(sheet, [[0, mix(dark, "#ffcf8a", 0.4 * light.lamps)], [1, shade(dark, 0.82)]], [
        see(camera, [0, roof, -0.14]),
        see(camera, [0, roof, eave]),
      ]),
    },
  );
  const spots = upTo(5).map((index): string => {
    const at: Spot = [(index - 2) * half * 0.42, roof, eave * 0.55];
    const [x, y] = see(camera, at);
    return ellipse([x, y], 9, 3);
  });
  paint(sheet, spots.join(""), { fill: mix(dark, "#fff0c8", 0.15 + 0.85 * light.lamps) });
  face(stage, [[-edge, roof, eave], [edge, roof, eave], [edge, roof + 0.22, eave], [
    -edge,
    roof + 0.22,
    eave,
  ]], { fill: shade(dark, 1.3) });
  for (const x of [-half - 0.28, half + 0.28]) {
    solid(stage, {
      plan: footprint([x, eave + 0.12], [0.1, 0.1]),
      from: 0,
      to: roof,
      colour: dark,
    });
  }
}

/** A box set back on the roof, with one wide lit window. */
function drawUpperFloor(
  stage: Stage,
  { facade, half, roof }: { facade: Facade; half: number; roof: number },
): void {
  const { light } = stage;
  const sign = facade.kind === "stone" || facade.kind === "dark" ? -1 : 1;
  const middle = sign * half * 0.34;
  const wide = half * 1.16;
  const [from, to] = [roof + 0.2, roof + 2.5];
  const wall = lit(
    stage,
    "outside",
    facade.kind === "dark" ? "#8b6a4e" : shade(facade.colour, 0.9),
  );
  const box = (from: number, to: number, fill: string) =>
    face(stage, [[middle - wide / 2, from, 1], [middle + wide / 2, from, 1], [
      middle + wide / 2,
      to,
      1,
    ], [middle - wide / 2, to, 1]], { fill });
  box(from - 0.2, to, wall);
  box(to, to + 0.12, shade(wall, 0.72));
  const pane = mix(mix(light.sky[1], "#2b3640", 0.45), "#ffd694", light.lamps);
  const quad = (x0: number, x1: number, fill: string) =>
    face(stage, [[x0, from + 0.5, 0.99], [x1, from + 0.5, 0.99], [x1, to - 0.3, 0.99], [
      x0,
      to - 0.3,
      0.99,
    ]], { fill });
  const [left, right] = [middle - wide * 0.32, middle + wide * 0.3];
  quad(left - 0.06, right + 0.06, shade(wall, 0.55));
  quad(left, right, pane);
  quad(middle - 0.03, middle + 0.03, shade(wall, 0.55));
}

/** Windows above a front in town. */
function drawTownWindows(
  stage: Stage,
  { half, from, wall }: { half: number; from: number; wall: string },
): void {
  const { light, random } = stage;
  for (const row of upTo(2)) {
    for (const column of upTo(5)) {
      const x = (column - 2) * half * 0.46;
      const y = from + 0.75 + row * 2.7;
      const isLit = random() < light.lamps * 0.6;
      const pane = isLit ? "#ffd894" : mix(light.sky[0], "#26313a", 0.5);
      const quad = (grow: number, z: number, fill: string) =>
        face(stage, [[x - 0.45 - grow, y - grow, z], [x + 0.45 + grow, y - grow, z], [
          x + 0.45 + grow,
          y + 1.5 + grow,
          z,
        ], [x - 0.45 - grow, y + 1.5 + grow, z]], { fill });
      quad(0.09, -0.15, mix(wall, "#ffffff", 0.35));
      quad(0, -0.16, pane);
      face(stage, [[x - 0.02, y, -0.17], [x + 0.02, y, -0.17], [x + 0.02, y + 1.5, -0.17], [
        x - 0.02,
        y + 1.5,
        -0.17,
      ]], { fill: mix(wall, "#ffffff", 0.35) });
    }
  }
  const sill = from + 0.28;
  solid(stage, {
    plan: footprint([0, -0.25], [half * 2, 0.24]),
    from: sill - 0.12,
    to: sill,
    colour: mix(wall, "#ffffff", 0.2),
  });
}

/** What stands in front of a house to its left and right, or beside a front in town. */
export function beside(stage: Stage, scene: Scene, half: number): Thing[] {
  const setting = SETTINGS[scene.setting ?? "garden"];
  if (setting.id === "street") return onPavement(scene);
  const { random } = stage;
  const low = setting.growth.filter(({ height }) => height[1] < 2.5);
  const chosen = low.length > 0 ? low : setting.growth.slice(0, 1);
  return chosen.flatMap(({ kind, colour, height }) =>
    [-1, 1].flatMap((sign) =>
      upTo(3).map((index): Thing => {
        const x = sign * (half + 0.2 + random(0, 1.4));
        const z = -0.4 - index * 0.9 - random(0, 0.5);
        const tall = Math.min(1.6, random(...height));
        return tree({ kind, colour, height: tall, at: [x, -0.05, z] });
      })
    )
  );
}

/** Pots beside the opening, and tables where people eat. */
function onPavement({ seed, room, wall: { opening } }: Scene): Thing[] {
  const { main, spark } = tonesOf(seed);
  const edge = opening.width / 2 + 0.55;
  const pots = [-1, 1].map((sign) =>
    plant({
      at: [sign * edge, -0.5],
      colour: "#7f9a66",
      side: "outside",
      kind: "olive",
      height: 2.1,
      pot: sign < 0 ? "#8d867c" : "#a9745a",
    })
  );
  if (room === "shop" || opening.sill > 0) return pots;
  const [x, z] = [-edge + 0.9, -1.5];
  return [
    ...pots,
    roundTable({ at: [x, z], colour: "#d9cdb8", side: "outside", radius: 0.38 }),
    chair({ at: [x - 0.62, z], colour: spark, side: "outside", angle: -Math.PI / 2 }),
    chair({ at: [x + 0.62, z], colour: main, side: "outside", angle: Math.PI / 2 }),
  ];
}
