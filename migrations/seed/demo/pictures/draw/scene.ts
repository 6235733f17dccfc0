/** A whole picture: a movable wall between two places, seen from one of them. */
import { type Camera, type Ground, outline, see, type Spot } from "./camera.ts";
import { mix, shade } from "./colour.ts";
import { drawFloor } from "./floors.ts";
import { chair, plant, roundTable } from "./furniture.ts";
import { layOut, type Leaf, type Movement, type Opening } from "./leaves.ts";
import { type Hour, LIGHTS } from "./light.ts";
import { person, type Pose } from "./people.ts";
import { randomFrom, upTo } from "./random.ts";
import {
  drawUnderfoot,
  type Plot,
  type Room,
  type RoomId,
  ROOMS,
  TONES,
  type Tones,
} from "./rooms.ts";
import { drawOutdoors, type SettingId, SETTINGS } from "./settings.ts";
import { ellipse, linear, newSheet, paint, radial, rectangle, toSvg, vertical } from "./sheet.ts";
import { face, footprint, lit, place, type Side, solid, type Stage, type Thing } from "./stage.ts";
import { tree } from "./trees.ts";
import { drawLeaves, drawSurround, type Finish } from "./wall.ts";

export type ViewId = "frontal" | "from-left" | "from-right" | "close" | "wide";

export interface Figure {
  pose: Pose;
  /** Across in metres, and away from the wall: positive is beyond it. */
  at: Ground;
  colours: readonly [top: string, below: string];
  mirrored?: boolean;
}

export interface Scene {
  /** What its chances follow from. */
  seed: string;
  size: readonly [width: number, height: number];
  hour: Hour;
  view: ViewId;
  /** `out`: from a room to the open air; `in`: the other way round; `through`: from room to room. */
  look: "out" | "in" | "through";
  room: RoomId;
  /** The room beyond, in a look through. */
  beyond?: RoomId;
  setting?: SettingId;
  wall: { movement: Movement; opening: Opening; finish: Finish };
  /** Outside walls of a house. */
  facade?: Facade;
  pool?: boolean;
  people?: readonly Figure[];
  /** Colour of walls, where a room's own would not suit. */
  walls?: string;
}

export interface Facade {
  kind: "render" | "timber" | "brick" | "dark" | "stone";
  colour: string;
}

/** The picture as SVG; the same scene is always the same text. */
export function drawScene(scene: Scene): string {
  const sheet = newSheet(...scene.size);
  const stage: Stage = {
    sheet,
    camera: cameraOf(scene),
    light: LIGHTS[scene.hour],
    random: randomFrom(scene.seed),
  };
  if (scene.look === "in") drawFromOutside(stage, scene);
  else drawFromInside(stage, scene);
  finish(stage);
  return toSvg(sheet);
}

function cameraOf({ size, view, wall: { opening }, look }: Scene): Camera {
  const [width, height] = size;
  const isTall = height > width;
  const far = { frontal: 1, "from-left": 1, "from-right": 1, close: 0.8, wide: 1.25 }[view];
  const turned = view === "from-left" ? 1 : view === "from-right" ? -1 : 0;
  const across = look === "in"
    ? opening.width * (opening.sill > 0 ? 1.02 : 1.24)
    : opening.width * 0.86;
  const reach = isTall ? opening.height * 1.5 : Math.max(across, opening.height * 1.42);
  const away = reach * far + 0.5;
  const yaw = turned * (look === "in" ? 0.3 : 0.36);
  return {
    x: -Math.sin(yaw) * away * 0.92,
    y: 1.45,
    z: -away * Math.cos(yaw),
    yaw,
    focal: isTall ? height * 0.72 : width * (look === "in" ? 0.8 : 0.74),
    centre: [width * 0.5, height * (look === "in" ? 0.61 : 0.52)],
  };
}

interface Shell {
  reach: number;
  ceiling: number;
}

function shellOf({ wall: { opening }, look }: Scene): Shell {
  return {
    reach: opening.width / 2 + (look === "in" ? 0.5 : 0.75),
    ceiling: opening.height + 0.28,
  };
}

function drawFromInside(stage: Stage, scene: Scene): void {
  const { wall: { opening } } = scene;
  const shell = shellOf(scene);
  const beyond = scene.look === "through" && scene.beyond ? ROOMS[scene.beyond] : null;
  if (beyond) {
    drawRoomBeyond(stage, beyond, { ...shell, depth: 5.2, tones: tonesOf(`${scene.seed} beyond`) });
  } else {
    drawOutdoors(stage, {
      setting: SETTINGS[scene.setting ?? "garden"],
      hour: scene.hour,
      terrace: 4.2,
      reach: opening.width * 0.9,
      pool: scene.pool ?? false,
    });
  }
  const figures = (scene.people ?? []).map((figure) => standing(figure, scene));
  place(stage, figures.filter(({ at }) => at[2] > 0));
  const leaves = layOut(scene.wall.movement, opening);
  const isNear = ({ from, to }: Leaf) => Math.min(from[1], to[1]) < -0.05;
  const side: Side = "inside";
  drawReveal(stage, opening, lit(stage, side, roomOf(scene).wall));
  drawSurround(stage, opening, {
    finish: scene.wall.finish,
    side,
    hasTrack: hasTrack(scene.wall.movement),
    tracks: scene.wall.movement.operation === "multi-track" ? scene.wall.movement.leaves : 1,
  });
  drawLeaves(stage, leaves.filter((leaf) => !isNear(leaf)), { finish: scene.wall.finish, side });
  drawNearRoom(stage, scene, shell);
  drawLeaves(stage, leaves.filter(isNear), { finish: scene.wall.finish, side });
  const hand = stage.camera.yaw > 0 ? -1 : 1;
  const plot: Plot = {
    at: (across, away) => [
      across * shell.reach * 0.92 * hand,
      -0.45 - away * (-stage.camera.z * 0.54),
    ],
    reach: shell.reach,
    depth: -stage.camera.z,
    ceiling: shell.ceiling,
    turn: 0,
    back: null,
    tones: tonesOf(scene.seed),
    hand,
  };
  const room = roomOf(scene);
  drawUnderfoot(stage, room, plot);
  place(stage, [...room.furnish(plot), ...figures.filter(({ at }) => at[2] <= 0)]);
}

/** The room before or behind the wall, in one of its colours. */
function roomOf(scene: Scene): Room {
  const room = ROOMS[scene.room];
  const pick = randomFrom(`${scene.seed} walls`);
  const wall = scene.walls ?? room.walls?.[Math.floor(pick(0, room.walls.length))] ?? room.wall;
  return { ...room, wall };
}

/** Colours of what stands in a room. */
function tonesOf(seed: string): Tones {
  const pick = randomFrom(`${seed} tones`);
  return TONES[Math.floor(pick(0, TONES.length))] ?? TONES[0];
}

function hasTrack({ operation }: Movement): boolean {
  return operation === "folding" || operation === "multi-track" || operation === "frameless";
}

function standing({ pose, at, colours, mirrored = false }: Figure, { look }: Scene): Thing {
  const [top, below] = colours;
  const isIndoors = look === "through" || (look === "out") === (at[1] < 0);
  return person({
    at: [at[0], 0, at[1]],
    pose,
    side: isIndoors ? "inside" : "outside",
    top,
    below,
    mirrored,
  });
}

/** The thickness of the wall around the opening. */
function drawReveal(stage: Stage, { width, height, sill }: Opening, hue: string): void {
  const [left, right, near, far] = [-width / 2, width / 2, -0.14, 0.16];
  face(stage, [[left, 0, near], [left, 0, far], [left, height, far], [left, height, near]], {
    fill: shade(hue, 0.82),
  });
  face(stage, [[right, 0, near], [right, 0, far], [right, height, far], [right, height, near]], {
    fill: shade(hue, 0.98),
  });
  face(stage, [[left, height, near], [right, height, near], [right, height, far], [
    left,
    height,
    far,
  ]], {
    fill: shade(hue, 0.74),
  });
  if (sill > 0) {
    face(
      stage,
      [[left, sill, -0.3], [right, sill, -0.3], [right, sill, 0.45], [left, sill, 0.45]],
      {
        fill: shade(lit(stage, "inside", "#b98a5e"), 1.05),
      },
    );
  }
}

/** Floor, walls and ceiling around the eye, and the light that comes in. */
function drawNearRoom(stage: Stage, scene: Scene, { reach, ceiling }: Shell): void {
  const { sheet, camera, light } = stage;
  const { wall: { opening }, look } = scene;
  const room = roomOf(scene);
  const near = camera.z - 0.5;
  const front = -0.14;
  drawFloor(stage, room.floor, { area: { x: [-reach, reach], z: [near, front] }, side: "inside" });
  drawLightOnFloor(stage, scene, reach);
  const wall = lit(stage, "inside", room.wall);
  const side = (x: number, from: number, to: number) => {
    const spots: Spot[] = [[x, 0, near], [x, 0, front], [x, ceiling, front], [x, ceiling, near]];
    const [a, b] = [see(camera, [x, 1, front]), see(camera, [x, 1, camera.z + 0.9])];
    face(stage, spots, {
      fill: linear(sheet, [[0, shade(wall, from)], [1, shade(wall, to)]], [a, b]),
    });
    face(stage, [[x, 0, near], [x, 0, front], [x, 0.09, front], [x, 0.09, near]], {
      fill: shade(wall, 1.05),
    });
  };
  side(-reach, 0.9, 0.76);
  side(reach, 1.06, 0.86);
  const top = lit(stage, "inside", room.ceiling);
  const [c0, c1] = [see(camera, [0, ceiling, front]), see(camera, [0, ceiling, camera.z + 1])];
  face(stage, [[-reach, ceiling, near], [reach, ceiling, near], [reach, ceiling, front], [
    -reach,
    ceiling,
    front,
  ]], { fill: linear(sheet, [[0, shade(top, 1)], [1, shade(top, 0.86)]], [c0, c1]) });
  const around = rim(stage, { reach, ceiling, front }, opening);
  const [low, high] = [see(camera, [0, 0, front]), see(camera, [0, ceiling, front])];
  const backlit = look === "out" && light.lamps < 0.5 ? 0.9 : 0.95;
  paint(sheet, around, {
    fill: vertical(sheet, [[0, shade(wall, backlit)], [1, shade(wall, backlit * 0.94)]], [
      high[1],
      low[1],
    ]),
    holes: true,
  });
  if (opening.sill > 0) {
    face(stage, [
      [-opening.width / 2 - 0.1, opening.sill, -0.34],
      [opening.width / 2 + 0.1, opening.sill, -0.34],
      [opening.width / 2 + 0.1, opening.sill - 0.05, -0.34],
      [-opening.width / 2 - 0.1, opening.sill - 0.05, -0.34],
    ], { fill: lit(stage, "inside", "#a97b52") });
  }
}

/** The wall in the plane of the opening, with the opening left out. */
function rim(
  { camera }: Stage,
  { reach, ceiling, front }: Shell & { front: number },
  { width, height, sill }: Opening,
): string {
  const quad = (x: number, bottom: number, top: number): string =>
    outline(camera, [[-x, bottom, front], [x, bottom, front], [x, top, front], [-x, top, front]]);
  return quad(reach, 0, ceiling) + quad(width / 2, sill, height);
}

/** Patches of sunlight behind every pane, and the sheen of the bright opening on the floor. */
function drawLightOnFloor(stage: Stage, scene: Scene, reach: number): void {
  const { sheet, camera, light } = stage;
  const { wall: { opening }, look } = scene;
  const front = -0.14;
  const sheen = mix(light.sky[2], "#ffffff", 0.35);
  const [near, far] = [see(camera, [0, 0, front - 2.6]), see(camera, [0, 0, front])];
  const isBright = look === "out" ? 0.34 : 0.14;
  face(stage, [
    [-opening.width / 2, 0.002, front],
    [opening.width / 2, 0.002, front],
    [opening.width / 2, 0.002, front - 2.6],
    [-opening.width / 2, 0.002, front - 2.6],
  ], { fill: linear(sheet, [[0, sheen, isBright], [1, sheen, 0]], [far, near]) });
  if (look !== "out" || light.patches === 0) return;
  const leaves = layOut(scene.wall.movement, opening);
  const drift = 0.42;
  const fall = 0.62;
  const cast = (x: number, y: number): Spot => [
    Math.min(reach, x + y * drift),
    0.004,
    front - y * fall,
  ];
  const warm = mix(light.sky[2], "#fff6df", 0.6);
  const stile = Math.max(0.03, scene.wall.finish.stile);
  const patch = (x0: number, x1: number, y0: number, y1: number) =>
    outline(camera, [cast(x0, y0), cast(x1, y0), cast(x1, y1), cast(x0, y1)]);
  const sections = leaves
    .map(({ from, to }): readonly [number, number] => [
      Math.min(from[0], to[0]),
      Math.max(from[0], to[0]),
    ])
    .filter(([a, b]) => b - a > stile * 2.4)
    .sort((a, b) => a[0] - b[0]);
  const left = -opening.width / 2 + 0.06;
  const right = opening.width / 2 - 0.06;
  const free: (readonly [number, number])[] = [];
  let covered = left;
  for (const [a, b] of [...sections, [right, right] as const]) {
    if (a - covered > 0.2) free.push([covered, a]);
    covered = Math.max(covered, b);
  }
  const data = [
    ...sections.map(([a, b]) => patch(a + stile, b - stile, 0.12, opening.height - 0.16)),
    ...free.map(([a, b]) => patch(a, b, 0, opening.height - 0.06)),
  ];
  if (["plain", "wood", "fabric", "metal", "slats", "pleat"].includes(scene.wall.finish.face)) {
    paint(sheet, data.slice(sections.length).join(""), {
      fill: warm,
      opacity: light.patches * 0.6,
    });
    return;
  }
  paint(sheet, data.join(""), { fill: warm, opacity: light.patches * 0.6 });
}

/** A room behind the wall, as a lit box. */
function drawRoomBeyond(
  stage: Stage,
  room: Room,
  { reach, ceiling, depth, tones }: Shell & { depth: number; tones: Tones },
): void {
  const { sheet, camera } = stage;
  const wide = reach + 0.55;
  drawFloor(stage, room.floor, { area: { x: [-wide, wide], z: [-0.14, depth] }, side: "inside" });
  const wall = lit(stage, "inside", room.wall);
  const accent = lit(stage, "inside", room.accent);
  const top = lit(stage, "inside", room.ceiling);
  face(stage, [[-wide, ceiling, 0], [wide, ceiling, 0], [wide, ceiling, depth], [
    -wide,
    ceiling,
    depth,
  ]], {
    fill: linear(sheet, [[0, shade(top, 0.82)], [1, shade(top, 0.98)]], [
      see(camera, [0, ceiling, 0.2]),
      see(camera, [0, ceiling, depth]),
    ]),
  });
  face(stage, [[-wide, 0, 0], [-wide, 0, depth], [-wide, ceiling, depth], [-wide, ceiling, 0]], {
    fill: shade(wall, 0.86),
  });
  face(stage, [[wide, 0, 0], [wide, 0, depth], [wide, ceiling, depth], [wide, ceiling, 0]], {
    fill: shade(wall, 1.02),
  });
  const [a, b] = [see(camera, [-wide, ceiling, depth]), see(camera, [wide, 0, depth])];
  face(stage, [[-wide, 0, depth], [wide, 0, depth], [wide, ceiling, depth], [
    -wide,
    ceiling,
    depth,
  ]], {
    fill: linear(sheet, [[0, shade(accent, 0.9)], [0.6, shade(accent, 1.04)], [1, accent]], [a, b]),
  });
  face(stage, [[-wide, 0, depth], [wide, 0, depth], [wide, 0.09, depth], [-wide, 0.09, depth]], {
    fill: shade(accent, 0.7),
  });
  const plot: Plot = {
    at: (across, away) => [across * reach * 0.92, 0.7 + away * (depth - 1.2)],
    reach,
    depth,
    ceiling,
    turn: Math.PI,
    back: depth,
    tones,
    hand: 1,
  };
  drawUnderfoot(stage, room, plot);
  place(stage, room.furnish(plot));
}

/** A lit house or front in its place. */
function drawFromOutside(stage: Stage, scene: Scene): void {
  const { sheet, camera, light } = stage;
  const { wall: { opening, finish: finishes, movement } } = scene;
  const shell = shellOf(scene);
  const setting = SETTINGS[scene.setting ?? "garden"];
  const facade = scene.facade ?? { kind: "render", colour: "#e9e4da" };
  const half = opening.width / 2 + (setting.id === "street" ? 3 : 1.15);
  const roof = opening.height + 0.62;
  drawOutdoors({ ...stage, random: randomFrom(`${scene.seed} behind`) }, {
    setting,
    hour: scene.hour,
    terrace: 0,
    reach: 0,
    furnished: false,
    clearing: half,
  });
  const room = roomOf(scene);
  drawRoomBeyond(stage, room, { ...shell, depth: 5, tones: tonesOf(scene.seed) });
  const shine = linear(sheet, [[0, "#ffcf8a", 0.24 * light.lamps], [
    1,
    "#ffcf8a",
    0.06 * light.lamps,
  ]], [
    see(camera, [0, shell.ceiling, 1]),
    see(camera, [0, 0, 1]),
  ]);
  face(stage, [[-half, 0, 0.2], [half, 0, 0.2], [half, shell.ceiling, 0.2], [
    -half,
    shell.ceiling,
    0.2,
  ]], {
    fill: shine,
  });
  const figures = (scene.people ?? []).map((figure) => standing(figure, scene));
  place(stage, figures.filter(({ at }) => at[2] > 0));
  const wall = lit(stage, "outside", facade.colour);
  drawReveal(stage, opening, wall);
  drawSurround(stage, opening, {
    finish: finishes,
    side: "outside",
    hasTrack: hasTrack(movement),
    tracks: movement.operation === "multi-track" ? movement.leaves : 1,
  });
  const leaves = layOut(movement, opening);
  const isNear = ({ from, to }: Leaf) => Math.min(from[1], to[1]) < -0.05;
  drawLeaves(stage, leaves.filter((leaf) => !isNear(leaf)), { finish: finishes, side: "outside" });
  drawGroundBefore(stage, scene, half);
  drawFacade(stage, { facade, half, roof, opening, wall, isTown: setting.id === "street" });
  drawLeaves(stage, leaves.filter(isNear), { finish: finishes, side: "outside" });
  drawSpill(stage, opening);
  if (scene.pool) {
    drawPoolBefore(stage, opening, camera.z);
  }
  place(stage, [
    ...figures.filter(({ at }) => at[2] <= 0),
    ...beside(stage, scene, half),
  ]);
}

function drawGroundBefore(stage: Stage, scene: Scene, half: number): void {
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

function drawSpill(stage: Stage, { width }: Opening): void {
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

function drawPoolBefore(stage: Stage, { width }: Opening, eye: number): void {
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

function drawFacade(
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
function beside(stage: Stage, scene: Scene, half: number): Thing[] {
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

/** Darker corners, which hold a picture together. */
function finish({ sheet }: Stage): void {
  const { width, height } = sheet;
  const fill = radial(sheet, [[0, "#000000", 0], [0.62, "#000000", 0], [1, "#120d0a", 0.17]], {
    at: [width / 2, height / 2],
    r: Math.hypot(width, height) * 0.56,
  });
  paint(sheet, rectangle([0, 0], width, height), { fill });
}
