/** A whole picture: a movable wall between two places, seen from one of them. */
import { type Camera, type Ground, outline, see, type Spot } from "./camera.ts";
import { mix, shade } from "./colour.ts";
import { drawFloor } from "./floors.ts";
import {
  beside,
  drawFacade,
  drawGroundBefore,
  drawPoolBefore,
  drawSpill,
  type Facade,
  rim,
  type Shell,
} from "./house.ts";
import { layOut, type Leaf, type Movement, type Opening } from "./leaves.ts";
import { type Hour, LIGHTS } from "./light.ts";
import { person, type Pose } from "./people.ts";
import { randomFrom } from "./random.ts";
import {
  drawUnderfoot,
  type Plot,
  type Room,
  type RoomId,
  ROOMS,
  type Tones,
  tonesOf,
} from "./rooms.ts";
import { drawOutdoors, type SettingId, SETTINGS } from "./settings.ts";
import { linear, newSheet, paint, radial, rectangle, toSvg, vertical } from "./sheet.ts";
import { face, lit, place, type Side, type Stage, type Thing } from "./stage.ts";
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

/** Darker corners, which hold a picture together. */
function finish({ sheet }: Stage): void {
  const { width, height } = sheet;
  const fill = radial(sheet, [[0, "#000000", 0], [0.62, "#000000", 0], [1, "#120d0a", 0.17]], {
    at: [width / 2, height / 2],
    r: Math.hypot(width, height) * 0.56,
  });
  paint(sheet, rectangle([0, 0], width, height), { fill });
}
