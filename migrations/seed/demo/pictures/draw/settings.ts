/** Places outdoors: what lies beyond a terrace, and what stands on it. */
import type { Area, Floor, FloorKind } from "./floors.ts";
import { drawFloor, drawPool } from "./floors.ts";
import { armchair, block, chair, parasol, plant, roundTable, table } from "./furniture.ts";
import type { Hour } from "./light.ts";
import { upTo } from "./random.ts";
import { drawCity, drawHills, drawPeaks, drawSea, drawSky } from "./sky.ts";
import { face, lit, place, type Stage, type Thing } from "./stage.ts";
import { tree, type TreeKind } from "./trees.ts";
import { paint, rectangle, vertical } from "./sheet.ts";
import { mix } from "./colour.ts";
import { outdoors } from "./light.ts";

export type SettingId =
  | "garden"
  | "sea"
  | "mountains"
  | "snow"
  | "city"
  | "forest"
  | "desert"
  | "lake"
  | "vineyard"
  | "street"
  | "courtyard";

export interface Setting {
  id: SettingId;
  /** Ground past the terrace. */
  ground: Floor;
  terrace: Floor;
  /** What grows behind the terrace. */
  growth: readonly {
    kind: TreeKind;
    count: number;
    height: readonly [number, number];
    z: readonly [number, number];
    colour: string;
  }[];
  far(stage: Stage): void;
  furniture: "dining" | "lounge" | "none";
  /** Height of what the terrace stands on. */
  raised?: number;
}

const ground = (kind: FloorKind, colour: string): Floor => ({ kind, colour });

export const SETTINGS: Record<SettingId, Setting> = {
  garden: {
    id: "garden",
    ground: ground("lawn", "#8fa765"),
    terrace: ground("stone", "#cfc5b4"),
    growth: [
      { kind: "leafy", count: 9, height: [5, 8], z: [15, 26], colour: "#6f9362" },
      { kind: "leafy", count: 3, height: [4, 6], z: [9, 13], colour: "#5f8a55" },
      { kind: "shrub", count: 9, height: [0.8, 1.5], z: [6.5, 8.5], colour: "#587d4d" },
      { kind: "grass", count: 8, height: [0.7, 1.1], z: [4.6, 5.6], colour: "#a6ab63" },
    ],
    far: (stage) => {
      drawHills(stage, { rise: [0.03, 0.1], colour: "#8fa58c", far: 0.45 });
      drawHills(stage, { rise: [0.01, 0.05], colour: "#79966b", far: 0.25, wave: 0.6 });
    },
    furniture: "lounge",
  },
  sea: {
    id: "sea",
    ground: ground("sand", "#ddc9a2"),
    terrace: ground("deck", "#c7a27c"),
    growth: [
      { kind: "grass", count: 16, height: [0.6, 1.1], z: [5.4, 8], colour: "#b3ad72" },
      { kind: "agave", count: 4, height: [0.7, 1], z: [4.6, 5.4], colour: "#7f9f8c" },
      { kind: "palm", count: 2, height: [5, 6.5], z: [7, 10], colour: "#5f8a63" },
    ],
    far: (stage) => {
      drawHills(stage, { rise: [-0.02, 0.05], colour: "#6f8795", far: 0.5, wave: 0.9 });
      drawSea(stage, "#3f8fa6");
    },
    furniture: "lounge",
  },
  mountains: {
    id: "mountains",
    ground: ground("meadow", "#93a35f"),
    terrace: ground("deck", "#a98a6a"),
    growth: [
      { kind: "fir", count: 18, height: [4, 8], z: [16, 34], colour: "#42614f" },
      { kind: "fir", count: 4, height: [5, 7.5], z: [9, 13], colour: "#355244" },
      { kind: "grass", count: 9, height: [0.5, 0.9], z: [4.6, 6], colour: "#b0a75f" },
    ],
    far: (stage) => {
      drawPeaks(stage, { rise: [0.2, 0.34], colour: "#8296ad", far: 0.45, snow: 0.34 });
      drawPeaks(stage, { rise: [0.1, 0.19], colour: "#5f7a80", far: 0.25 });
      drawHills(stage, { rise: [0.02, 0.06], colour: "#5e7a5c", far: 0.15, wave: 0.5 });
    },
    furniture: "lounge",
  },
  snow: {
    id: "snow",
    ground: ground("snow", "#f3f6f9"),
    terrace: ground("snow", "#eaeff4"),
    growth: [
      { kind: "snowy-fir", count: 15, height: [4.5, 8], z: [15, 32], colour: "#46645e" },
      { kind: "snowy-fir", count: 4, height: [4, 6.5], z: [8, 12], colour: "#38544e" },
      { kind: "bare", count: 2, height: [4, 5.5], z: [7, 9], colour: "#5c4a3d" },
    ],
    far: (stage) => {
      drawPeaks(stage, { rise: [0.14, 0.26], colour: "#a7b9cc", far: 0.5, snow: 0.6 });
      drawHills(stage, { rise: [0.03, 0.09], colour: "#dbe6ee", far: 0.25 });
    },
    furniture: "none",
  },
  city: {
    id: "city",
    ground: ground("concrete", "#a9a69f"),
    terrace: ground("stone", "#b9b2a6"),
    growth: [
      { kind: "grass", count: 14, height: [0.7, 1.1], z: [4.6, 5.2], colour: "#9ca86b" },
      { kind: "olive", count: 3, height: [2.2, 2.9], z: [4.4, 5], colour: "#8b9f78" },
    ],
    far: (stage) => {
      drawCity(stage, { rise: [0.1, 0.34], colour: "#8ea0b3", far: 0.55 });
      drawCity(stage, { rise: [0.04, 0.2], colour: "#65788c", far: 0.25 });
      drawRoofs(stage);
    },
    furniture: "lounge",
    raised: 12,
  },
  forest: {
    id: "forest",
    ground: ground("meadow", "#6f8550"),
    terrace: ground("deck", "#94755a"),
    growth: [
      { kind: "trunk", count: 16, height: [12, 18], z: [14, 26], colour: "#7d8a7c" },
      { kind: "birch", count: 7, height: [6, 9], z: [10, 16], colour: "#9cab5c" },
      { kind: "trunk", count: 6, height: [12, 16], z: [7, 10], colour: "#5a4d44" },
      { kind: "shrub", count: 12, height: [0.7, 1.3], z: [6, 9], colour: "#557a4a" },
      { kind: "grass", count: 10, height: [0.6, 1], z: [4.6, 6], colour: "#7f9a55" },
    ],
    far: (stage) => {
      drawHills(stage, { rise: [0.1, 0.2], colour: "#8aa08c", far: 0.5, wave: 0.2 });
      drawHills(stage, { rise: [0.05, 0.13], colour: "#6b8770", far: 0.3, wave: 0.15 });
    },
    furniture: "lounge",
  },
  desert: {
    id: "desert",
    ground: ground("gravel", "#d8b48a"),
    terrace: ground("concrete", "#d3c2ab"),
    growth: [
      { kind: "cactus", count: 6, height: [2.4, 4.2], z: [9, 20], colour: "#6f8e6a" },
      { kind: "agave", count: 7, height: [0.7, 1.1], z: [5, 8], colour: "#8aa58d" },
      { kind: "shrub", count: 8, height: [0.5, 0.9], z: [8, 16], colour: "#a59a66" },
    ],
    far: (stage) => {
      drawPeaks(stage, { rise: [0.07, 0.16], colour: "#c58f72", far: 0.45 });
      drawHills(stage, { rise: [0.02, 0.06], colour: "#c99a70", far: 0.2, wave: 0.7 });
    },
    furniture: "lounge",
  },
  lake: {
    id: "lake",
    ground: ground("meadow", "#98a563"),
    terrace: ground("deck", "#a98d70"),
    growth: [
      { kind: "birch", count: 4, height: [5, 7.5], z: [7, 11], colour: "#a3b062" },
      { kind: "grass", count: 18, height: [0.7, 1.4], z: [5, 7.5], colour: "#a5a45f" },
    ],
    far: (stage) => {
      drawPeaks(stage, { rise: [0.12, 0.24], colour: "#7e93aa", far: 0.5, snow: 0.25 });
      drawHills(stage, { rise: [0.03, 0.08], colour: "#5f7d72", far: 0.3, wave: 0.3 });
      drawSea(stage, "#557f96");
    },
    furniture: "lounge",
  },
  vineyard: {
    id: "vineyard",
    ground: ground("meadow", "#a9a860"),
    terrace: ground("stone", "#d5c3a6"),
    growth: [
      { kind: "cypress", count: 7, height: [5, 7], z: [12, 24], colour: "#4d6a4e" },
      { kind: "shrub", count: 26, height: [0.9, 1.1], z: [8, 22], colour: "#7c944e" },
      { kind: "olive", count: 3, height: [3, 4], z: [6, 9], colour: "#93a47a" },
      { kind: "grass", count: 8, height: [0.6, 0.9], z: [4.6, 5.4], colour: "#9b86a8" },
    ],
    far: (stage) => {
      drawHills(stage, { rise: [0.06, 0.14], colour: "#a3a98f", far: 0.5 });
      drawHills(stage, { rise: [0.02, 0.08], colour: "#9aa36c", far: 0.25, wave: 0.55 });
    },
    furniture: "dining",
  },
  street: {
    id: "street",
    ground: ground("concrete", "#a7a39b"),
    terrace: ground("stone", "#bfb6a8"),
    growth: [
      { kind: "leafy", count: 5, height: [5, 7], z: [7, 10], colour: "#7d9a5e" },
    ],
    far: drawHouses,
    furniture: "dining",
  },
  courtyard: {
    id: "courtyard",
    ground: ground("gravel", "#d6c9b2"),
    terrace: ground("stone", "#d9ccb8"),
    growth: [
      { kind: "olive", count: 3, height: [3, 4.2], z: [5.5, 7.5], colour: "#8ea37c" },
      { kind: "grass", count: 9, height: [0.6, 1], z: [4.8, 7.5], colour: "#a2a56a" },
      { kind: "agave", count: 3, height: [0.6, 0.9], z: [4.6, 6], colour: "#7fa08e" },
    ],
    far: (stage) => {
      drawGardenWall(stage);
    },
    furniture: "dining",
  },
};

/** A wall that closes a court, with sky above it. */
function drawGardenWall(stage: Stage): void {
  const { sheet, camera, light } = stage;
  const hue = outdoors(light, "#e9dcc7");
  const top = camera.centre[1] - camera.focal * 0.16;
  const fill = vertical(sheet, [[0, hue], [1, mix(hue, "#7a6248", 0.25)]], [
    top,
    camera.centre[1] + 60,
  ]);
  drawHills(stage, { rise: [0.14, 0.24], colour: "#7f9a72", far: 0.2, wave: 0.12 });
  paint(sheet, rectangle([-10, top], sheet.width + 20, 400), { fill });
  paint(sheet, rectangle([-10, top], sheet.width + 20, 5), { fill: mix(hue, "#ffffff", 0.4) });
}

/** Roofs below the eye, lost in haze, where a terrace is high up. */
function drawRoofs({ sheet, camera, light, random }: Stage): void {
  const [, horizon] = camera.centre;
  const near = mix(outdoors(light, "#6d7c8b"), light.haze, 0.3);
  paint(sheet, rectangle([0, horizon + 30], sheet.width, sheet.height), {
    fill: vertical(sheet, [[0, mix(near, light.haze, 0.5)], [1, near]], [
      horizon,
      horizon + sheet.height * 0.3,
    ]),
  });
  for (const row of upTo(3)) {
    for (const _ of upTo(9)) {
      const width = random(70, 190) * (1 + row * 0.4);
      const x = random(-60, sheet.width);
      const y = horizon + 24 + row * 46 + random(0, 24);
      const hue = mix(near, light.haze, 0.35 - row * 0.12);
      paint(sheet, rectangle([x, y], width, 200), { fill: mix(hue, "#20262c", 0.1) });
      paint(sheet, rectangle([x, y], width, 12 + row * 4), { fill: mix(hue, "#ffffff", 0.1) });
    }
  }
}

/** House fronts on the other side of a street. */
function drawHouses(stage: Stage): void {
  const { sheet, camera, light, random } = stage;
  const [, horizon] = camera.centre;
  const tones = ["#c98f6d", "#d9c8a9", "#9fb0a6", "#b9a48e", "#8d98a5", "#d4ab8f"];
  let x = -30;
  let index = Math.floor(random(0, 6));
  while (x < sheet.width + 30) {
    const width = camera.focal * random(0.16, 0.24);
    const top = horizon - camera.focal * random(0.3, 0.42);
    const bottom = horizon + camera.focal * 0.09;
    const hue = outdoors(light, tones[index++ % tones.length] ?? "#cccccc", 0.16);
    paint(sheet, rectangle([x, top], width, bottom - top), {
      fill: vertical(sheet, [[0, mix(hue, "#ffffff", 0.08)], [1, mix(hue, light.haze, 0.35)]], [
        top,
        bottom,
      ]),
    });
    paint(sheet, rectangle([x, top - 8], width, 12), { fill: mix(hue, "#3c3430", 0.45) });
    const columns = 3;
    const step = width / columns;
    for (const row of upTo(3)) {
      for (const column of upTo(columns)) {
        const [left, up] = [x + (column + 0.28) * step, top + (row + 0.35) * (bottom - top) / 4.4];
        const isLit = random() < light.lamps * 0.55;
        const pane = isLit ? "#ffd893" : mix(light.sky[0], "#23303c", 0.45);
        paint(sheet, rectangle([left - 3, up - 3], step * 0.44 + 6, (bottom - top) * 0.15 + 6), {
          fill: mix(hue, "#ffffff", 0.45),
        });
        paint(sheet, rectangle([left, up], step * 0.44, (bottom - top) * 0.15), { fill: pane });
      }
    }
    const shop = bottom - (bottom - top) * 0.2;
    paint(sheet, rectangle([x + width * 0.08, shop], width * 0.84, bottom - shop), {
      fill: mix("#ffd893", "#2d3338", 1 - 0.75 * light.lamps - 0.1),
    });
    paint(sheet, rectangle([x + width * 0.04, shop - 14], width * 0.92, 16), {
      fill: mix(hue, "#6b2f2a", 0.5),
    });
    x += width;
  }
}

/** What stands behind the wall outdoors, as seen from inside or past the sides of a house. */
export interface OutdoorsRequest {
  setting: Setting;
  hour: Hour;
  /** Depth of the terrace; 0 is none. */
  terrace: number;
  reach: number;
  pool?: boolean;
  furnished?: boolean;
  /** Half the width of what is built there: only what towers over it grows behind. */
  clearing?: number;
}

/** Paints a view from the sky down to the terrace before the wall. */
export function drawOutdoors(
  stage: Stage,
  { setting, terrace, reach, pool = false, furnished = true, clearing = 0 }: OutdoorsRequest,
): void {
  drawSky(stage);
  setting.far(stage);
  const { camera } = stage;
  const isHigh = setting.raised !== undefined;
  const isWater = setting.id === "sea" || setting.id === "lake";
  if (!isHigh) {
    drawFloor(stage, setting.ground, {
      area: { x: [-50, 50], z: [terrace, isWater ? 11 : 70] },
      side: "outside",
      y: -0.06,
    });
  }
  const spread = (z: number) => 3.2 + (z - camera.z) * 0.72;
  const growth = setting.growth.flatMap(({ kind, count, height, z, colour }) =>
    upTo(count).map((index): Thing => {
      const depth = stage.random(...z) + Math.max(0, terrace - 4);
      const across = spread(depth);
      const x = camera.x + Math.tan(camera.yaw) * (depth - camera.z) +
        ((index + stage.random(0.1, 0.9)) / count * 2 - 1) * across;
      return tree({
        kind,
        at: [x, -0.06, depth],
        height: stage.random(...height),
        colour,
        far: Math.min(0.55, Math.max(0, (depth - 8) / 46)),
      });
    })
  );
  place(
    stage,
    growth.filter(({ at }) =>
      clearing === 0 || Math.abs(at[0] - camera.x) > clearing * (at[2] - camera.z) / -camera.z
    ),
  );
  const area: Area = { x: [-reach, reach], z: [-0.2, terrace] };
  if (terrace > 0) drawFloor(stage, setting.terrace, { area, side: "outside" });
  if (isHigh && terrace > 0) drawBalustrade(stage, { terrace, reach });
  if (pool) {
    drawPool(stage, { x: [-reach * 0.6, reach * 0.6], z: [terrace * 0.56, terrace * 0.96] });
  }
  if (!furnished) return;
  place(stage, terraceThings(setting, { terrace, reach }));
}

/** Glass with a rail at the edge of a terrace. */
function drawBalustrade(
  stage: Stage,
  { terrace, reach }: { terrace: number; reach: number },
): void {
  const wide = reach * 1.6;
  const sky = mix(stage.light.sky[1], "#ffffff", 0.3);
  const quad = (x0: number, x1: number, [y0, y1]: readonly [number, number]) =>
    face(stage, [[x0, y0, terrace], [x1, y0, terrace], [x1, y1, terrace], [x0, y1, terrace]], {
      fill: y1 - y0 > 0.5 ? sky : lit(stage, "outside", "#5b5f62"),
      opacity: y1 - y0 > 0.5 ? 0.16 : 1,
    });
  quad(-wide, wide, [0.06, 1.04]);
  quad(-wide, wide, [1.04, 1.09]);
  quad(-wide, wide, [0, 0.06]);
  for (const index of upTo(9)) {
    const x = -wide + index * wide / 4;
    face(stage, [[x, 0, terrace], [x + 0.03, 0, terrace], [x + 0.03, 1.04, terrace], [
      x,
      1.04,
      terrace,
    ]], {
      fill: lit(stage, "outside", "#6b6f72"),
    });
  }
}

function terraceThings(
  { furniture, id }: Setting,
  { terrace, reach }: { terrace: number; reach: number },
): Thing[] {
  const z = terrace * 0.5;
  const [left, right] = [-reach * 0.42, reach * 0.45];
  const pots: Thing[] = id === "snow" ? [] : [
    plant({
      at: [left * 1.35, z],
      colour: "#7d9a64",
      side: "outside",
      kind: "olive",
      height: 2,
      pot: "#b98f72",
    }),
    plant({
      at: [right * 1.3, z * 0.7],
      colour: "#8da06a",
      side: "outside",
      kind: "grass",
      height: 1.1,
      pot: "#6d6a66",
    }),
  ];
  if (furniture === "lounge") {
    return [
      ...pots,
      armchair({ at: [right * 0.62, z], colour: "#e7ded0", side: "outside", angle: 2.6 }),
      armchair({ at: [right * 1.02, z * 1.15], colour: "#e7ded0", side: "outside", angle: 3.6 }),
      block({
        at: [right * 0.8, z * 0.8],
        size: [0.6, 0.6],
        height: 0.32,
        colour: "#8a6a50",
        side: "outside",
      }),
    ];
  }
  if (furniture === "dining") {
    return [
      ...pots,
      table({ at: [right * 0.7, z], size: [1.8, 0.85], colour: "#b58a62", side: "outside" }),
      ...[-0.5, 0.5].flatMap((dx) => [
        chair({ at: [right * 0.7 + dx, z - 0.65], colour: "#d9cdb9", side: "outside" }),
        chair({
          at: [right * 0.7 + dx, z + 0.65],
          colour: "#d9cdb9",
          side: "outside",
          angle: Math.PI,
        }),
      ]),
      parasol({ at: [right * 0.7, z + 0.1], colour: "#e9dfcd" }),
      roundTable({ at: [left * 0.8, z * 1.1], colour: "#c9b496", side: "outside" }),
    ];
  }
  return pots;
}
