/** Rooms: their surfaces and what stands in them. */
import type { Ground } from "./camera.ts";
import { drawRug, type Floor } from "./floors.ts";
import {
  armchair,
  artwork,
  block,
  chair,
  floorLamp,
  panel,
  pendant,
  plant,
  roundTable,
  shelves,
  sofa,
  stool,
  table,
} from "./furniture.ts";
import { randomFrom, upTo } from "./random.ts";
import type { Stage, Thing } from "./stage.ts";

export type RoomId =
  | "living"
  | "dining"
  | "kitchen"
  | "bedroom"
  | "office"
  | "meeting"
  | "classroom"
  | "conference"
  | "ballroom"
  | "lobby"
  | "restaurant"
  | "cafe"
  | "shop"
  | "gallery"
  | "clinic"
  | "loft"
  | "studio";

/** Where a room's things may stand: across from -1 to 1, and away from the movable wall from 0 to 1. */
export interface Plot {
  at(across: number, away: number): Ground;
  /** Half its width. */
  reach: number;
  depth: number;
  ceiling: number;
  /** Turns what looks away from the wall; add it to an angle. */
  turn: number;
  tones: Tones;
  /** -1 where the large pieces stand at the right. */
  hand: 1 | -1;
  /** The wall opposite the movable one, when it is seen. */
  back: number | null;
}

/** Colours of upholstery, largest piece first. */
export interface Tones {
  main: string;
  second: string;
  spark: string;
}

export const TONES: readonly [Tones, ...Tones[]] = [
  { main: "#a9b0a2", second: "#c58b63", spark: "#c77f55" },
  { main: "#4c6a63", second: "#d0a05c", spark: "#c9683f" },
  { main: "#8c5a45", second: "#6f8790", spark: "#e0b070" },
  { main: "#5b6b80", second: "#d9cbb5", spark: "#c9784e" },
  { main: "#d8ccb8", second: "#7f9480", spark: "#3f5a63" },
  { main: "#436570", second: "#c9a878", spark: "#d97f4f" },
];

const HOME_WALLS = ["#efe8dd", "#dde2d6", "#ead6c2", "#8b9a8d", "#dbe1e3", "#d2ad90"];
const WORK_WALLS = ["#efede7", "#dfe6e6", "#e7dfd1", "#a9bab1"];
const GUEST_WALLS = ["#eadfce", "#cdbb9f", "#7f9187", "#d9a987", "#e6e2d8"];

export interface Room {
  floor: Floor;
  wall: string;
  /** Other colours that its walls may have. */
  walls?: readonly string[];
  /** The wall that faces the eye at the end of the room. */
  accent: string;
  ceiling: string;
  furnish(plot: Plot): Thing[];
  rug?: string;
}

const OAK = "#c39a6b";
const WALNUT = "#7a543a";

export const ROOMS: Record<RoomId, Room> = {
  living: {
    floor: { kind: "boards", colour: "#c7a37a" },
    walls: HOME_WALLS,
    wall: "#ece4d8",
    accent: "#e2d7c6",
    ceiling: "#f5f1ea",
    rug: "#d8c8b4",
    furnish: (plot) => [
      sofa({
        at: plot.at(-0.56, 0.5),
        colour: plot.tones.main,
        cushion: plot.tones.spark,
        angle: plot.turn - 1.15 * plot.hand,
        width: 2.1,
      }),
      block({ at: plot.at(-0.2, 0.42), size: [0.9, 0.6], height: 0.3, colour: WALNUT }),
      armchair({
        at: plot.at(0.56, 0.5),
        colour: plot.tones.second,
        angle: plot.turn + 0.9 * plot.hand,
      }),
      floorLamp({ at: plot.at(0.82, 0.3), colour: "#efe4cf" }),
      plant({ at: plot.at(-0.88, 0.16), colour: "#5f7f57", kind: "leafy", height: 1.6 }),
      ...onBack(plot, (z) => [
        artwork({
          at: [-0.9, 1.15, z],
          width: 1.4,
          height: 1,
          palette: ["#efe6d6", "#c8744c", "#2f4a55"],
        }),
        shelves({ at: [plot.reach * 0.55, 0, z], width: 1.8, height: 2.1, colour: OAK }),
      ]),
    ],
  },
  dining: {
    floor: { kind: "herringbone", colour: "#b98d63" },
    walls: HOME_WALLS,
    wall: "#e9e2d6",
    accent: "#7f8f84",
    ceiling: "#f4f0e8",
    furnish: (plot) => {
      const [x, z] = plot.at(-0.3, 0.48);
      return [
        table({ at: [x, z], size: [2.3, 0.95], colour: OAK }),
        ...[-0.7, 0, 0.7].flatMap((dx) => [
          chair({ at: [x + dx, z - 0.7], colour: plot.tones.main }),
          chair({ at: [x + dx, z + 0.7], colour: plot.tones.main, angle: Math.PI }),
        ]),
        pendant({ at: [x - 0.5, z], colour: plot.tones.spark, drop: 1.65, ceiling: plot.ceiling }),
        pendant({ at: [x + 0.5, z], colour: plot.tones.spark, drop: 1.65, ceiling: plot.ceiling }),
        plant({ at: plot.at(0.84, 0.25), colour: "#6d8a5c", kind: "palm", height: 1.8 }),
        ...onBack(plot, (back) => [
          artwork({
            at: [0.6, 1.1, back],
            width: 1.1,
            height: 1.3,
            palette: ["#e9dcc2", "#d09a5b", "#43574f"],
          }),
          block({ at: [-1.2, back - 0.25], size: [1.8, 0.42], height: 0.8, colour: WALNUT }),
        ]),
      ];
    },
  },
  kitchen: {
    floor: { kind: "stone", colour: "#d8cfc0" },
    walls: HOME_WALLS,
    wall: "#efe9df",
    accent: "#dfe3dc",
    ceiling: "#f7f4ee",
    furnish: (plot) => {
      const [x, z] = plot.at(-0.25, 0.36);
      return [
        block({
          at: [x, z],
          size: [2.6, 0.9],
          height: 0.88,
          colour: plot.tones.main,
          top: "#e9e3d8",
        }),
        ...[-0.85, 0, 0.85].map((dx) =>
          stool({ at: [x + dx, z + (plot.turn === 0 ? 0.75 : -0.75)], colour: OAK })
        ),
        ...[-0.6, 0.6].map((dx) =>
          pendant({
            at: [x + dx, z],
            colour: "#e6ddcc",
            drop: 1.75,
            ceiling: plot.ceiling,
            size: 0.18,
            kind: "globe",
          })
        ),
        plant({ at: plot.at(0.86, 0.3), colour: "#5f8457", kind: "leafy", height: 1.4 }),
        ...onBack(plot, (back) => [
          block({
            at: [0, back - 0.32],
            size: [plot.reach * 1.7, 0.6],
            height: 0.88,
            colour: "#e4ded2",
            top: "#cfc6b8",
          }),
          panel({ at: [0, 1.5, back - 0.02], width: plot.reach * 1.7, height: 0.05, colour: OAK }),
        ]),
      ];
    },
  },
  bedroom: {
    floor: { kind: "boards", colour: "#bf9c78" },
    walls: HOME_WALLS,
    wall: "#e8e0d8",
    accent: "#b9a99c",
    ceiling: "#f5f1ec",
    rug: "#e3dacd",
    furnish: (plot) => {
      const [x, z] = plot.at(-0.42, 0.55);
      return [
        block({ at: [x, z], size: [1.9, 2.1], height: 0.34, colour: "#8a6a52" }),
        block({ at: [x, z], size: [1.84, 2.04], height: 0.2, on: 0.34, colour: "#efe8de" }),
        block({
          at: [x, z - (plot.turn === 0 ? 0.3 : -0.3)],
          size: [1.88, 1.1],
          height: 0.05,
          on: 0.54,
          colour: plot.tones.main,
        }),
        armchair({
          at: plot.at(0.55, 0.35),
          colour: plot.tones.second,
          angle: plot.turn + 0.7 * plot.hand,
        }),
        floorLamp({ at: plot.at(0.84, 0.5), colour: "#f1e6d2" }),
        ...onBack(plot, (back) => [
          artwork({
            at: [0.5, 1.2, back],
            width: 1.3,
            height: 0.9,
            palette: ["#e8dcc9", "#b56d4f", "#5c6d67"],
          }),
        ]),
      ];
    },
  },
  office: {
    floor: { kind: "carpet", colour: "#8f9aa0" },
    walls: WORK_WALLS,
    wall: "#eceae4",
    accent: "#d7dcd8",
    ceiling: "#f4f3ef",
    furnish: (plot) =>
      [[-0.6, 0.3], [-0.6, 0.7], [0.58, 0.35], [0.58, 0.75]].flatMap(([u = 0, v = 0]) => {
        const [x, z] = plot.at(u, v);
        return [
          table({ at: [x, z], size: [1.6, 0.8], colour: "#d6b78c", legs: "#e8e6e0" }),
          block({ at: [x, z + 0.15], size: [0.7, 0.03], on: 0.84, height: 0.4, colour: "#2d3338" }),
          chair({ at: [x + 0.1, z - 0.65], colour: plot.tones.spark }),
        ];
      }).concat([
        plant({ at: plot.at(0.9, 0.12), colour: "#5d8560", kind: "palm", height: 1.7 }),
        ...lamps(plot, "#3b4045", 2),
        ...onBack(plot, (back) => [
          shelves({ at: [-1, 0, back], width: 2.4, height: 1.5, colour: "#cfae84" }),
          artwork({
            at: [1.6, 1.1, back],
            width: 1.2,
            height: 0.9,
            palette: ["#eef0ea", "#5f8f86", "#d08a52"],
          }),
        ]),
      ]),
  },
  meeting: {
    floor: { kind: "carpet", colour: "#6f7a80" },
    walls: WORK_WALLS,
    wall: "#e6e4de",
    accent: "#4f6068",
    ceiling: "#f2f1ed",
    furnish: (plot) => {
      const [x, z] = plot.at(0, 0.52);
      return [
        table({ at: [x, z], size: [3.1, 1.15], colour: WALNUT, legs: "#2e2b28" }),
        ...[-1.1, -0.37, 0.37, 1.1].flatMap((dx) => [
          chair({ at: [x + dx, z - 0.85], colour: plot.tones.second }),
          chair({ at: [x + dx, z + 0.85], colour: plot.tones.second, angle: Math.PI }),
        ]),
        ...[-0.8, 0.8].map((dx) =>
          pendant({ at: [x + dx, z], colour: "#2f2d2a", drop: 1.9, ceiling: plot.ceiling })
        ),
        ...onBack(plot, (back) => [
          panel({ at: [0, 1.1, back], width: 1.9, height: 1.06, colour: "#23292d" }),
        ]),
        plant({ at: plot.at(0.86, 0.9), colour: "#628561", kind: "snake", height: 1.3 }),
      ];
    },
  },
  classroom: {
    floor: { kind: "boards", colour: "#cdb491" },
    walls: WORK_WALLS,
    wall: "#efece4",
    accent: "#e3e6df",
    ceiling: "#f7f5f0",
    furnish: (plot) =>
      [0.28, 0.6].flatMap((v) =>
        [-0.62, 0, 0.62].flatMap((u) => {
          const [x, z] = plot.at(u, v);
          return [
            table({
              at: [x, z],
              size: [1.3, 0.55],
              colour: "#e4cfa6",
              legs: "#7d8a91",
              height: 0.72,
            }),
            ...[-0.32, 0.32].map((dx) =>
              chair({
                at: [x + dx, z - 0.5],
                colour: u === 0 ? "#d98a4e" : "#5e8c96",
                legs: "#7d8a91",
              })
            ),
          ];
        })
      ).concat(onBack(plot, (back) => [
        panel({ at: [0, 0.85, back], width: 3, height: 1.25, colour: "#35524a" }),
        panel({ at: [2.6, 0.95, back], width: 1, height: 1.1, colour: "#e9dcc0" }),
      ])),
  },
  conference: {
    floor: { kind: "carpet", colour: "#7c6f72" },
    walls: GUEST_WALLS,
    wall: "#ddd3c6",
    accent: "#8b6f5b",
    ceiling: "#efe9e0",
    furnish: (plot) =>
      [0.25, 0.45, 0.65, 0.85].flatMap((v) =>
        [-0.72, -0.54, -0.36, 0.36, 0.54, 0.72].map((u) =>
          chair({ at: plot.at(u, v), colour: plot.tones.main, angle: plot.turn === 0 ? 0 : 0 })
        )
      ).concat([
        ...lamps(plot, "#2d2a28", 3),
        ...onBack(plot, (back) => [
          panel({ at: [0, 1, back], width: 3.2, height: 1.7, colour: "#e9eceb" }),
          block({ at: [-2.2, back - 0.8], size: [0.6, 0.45], height: 1.1, colour: WALNUT }),
        ]),
      ]),
  },
  ballroom: {
    floor: { kind: "carpet", colour: "#59525f" },
    walls: GUEST_WALLS,
    wall: "#d9cbb6",
    accent: "#a98d6e",
    ceiling: "#efe5d6",
    furnish: (plot) =>
      [[-0.6, 0.3], [0.55, 0.34], [-0.05, 0.62], [-0.7, 0.8], [0.66, 0.82]].flatMap(
        ([u = 0, v = 0]) => {
          const at = plot.at(u, v);
          return [
            roundTable({ at, radius: 0.8, colour: "#ffffff", cloth: "#f2ece2" }),
            ...upTo(6).map((index) => {
              const angle = index / 6 * 2 * Math.PI + 0.4;
              return chair({
                at: [at[0] + Math.cos(angle) * 1.12, at[1] + Math.sin(angle) * 1.12],
                colour: "#c6a15f",
                angle: angle + Math.PI / 2,
              });
            }),
          ];
        },
      ).concat(lamps(plot, "#e9d3a2", 3, "globe")),
  },
  lobby: {
    floor: { kind: "terrazzo", colour: "#ddd5c8" },
    walls: GUEST_WALLS,
    wall: "#e5dccd",
    accent: "#b3835c",
    ceiling: "#f1ebe1",
    furnish: (plot) => [
      sofa({
        at: plot.at(-0.58, 0.48),
        colour: plot.tones.main,
        cushion: plot.tones.spark,
        angle: plot.turn - 1.3 * plot.hand,
        width: 2.4,
      }),
      armchair({
        at: plot.at(-0.08, 0.62),
        colour: plot.tones.second,
        angle: plot.turn + 2.6 * plot.hand,
      }),
      roundTable({ at: plot.at(-0.26, 0.44), colour: "#efe9df", radius: 0.45, height: 0.4 }),
      block({
        at: plot.at(0.66, 0.72),
        size: [1.9, 0.6],
        height: 1.05,
        colour: WALNUT,
        top: "#ece6dc",
      }),
      plant({
        at: plot.at(0.86, 0.2),
        colour: "#5c8058",
        kind: "palm",
        height: 2.1,
        pot: "#4f4a45",
      }),
      ...lamps(plot, "#d8b77c", 3, "globe"),
      ...onBack(plot, (back) => [
        artwork({
          at: [-1.4, 1, back],
          width: 1.7,
          height: 1.4,
          palette: ["#f0e4cf", "#3f6a66", "#c0673f"],
        }),
      ]),
    ],
  },
  restaurant: {
    floor: { kind: "herringbone", colour: "#a87a53" },
    walls: GUEST_WALLS,
    wall: "#d8cdbb",
    accent: "#4d5f57",
    ceiling: "#e9e1d4",
    furnish: (plot) =>
      [[-0.66, 0.28], [0.62, 0.3], [-0.5, 0.66], [0.4, 0.68], [-0.05, 0.9]].flatMap(
        ([u = 0, v = 0]) => {
          const at = plot.at(u, v);
          return [
            table({ at, size: [0.85, 0.85], colour: "#c89f70" }),
            chair({ at: [at[0] - 0.66, at[1]], colour: plot.tones.main, angle: -Math.PI / 2 }),
            chair({ at: [at[0] + 0.66, at[1]], colour: plot.tones.main, angle: Math.PI / 2 }),
            pendant({ at, colour: plot.tones.spark, drop: 1.85, ceiling: plot.ceiling, size: 0.2 }),
          ];
        },
      ).concat([
        plant({ at: plot.at(0.9, 0.12), colour: "#5d7f55", kind: "palm", height: 1.7 }),
        ...onBack(plot, (back) => [
          block({
            at: [0.4, back - 0.5],
            size: [4, 0.6],
            height: 1.08,
            colour: "#6b4533",
            top: "#d9c6a5",
          }),
          panel({ at: [0.4, 1.55, back - 0.02], width: 4, height: 0.05, colour: "#c89f70" }),
          panel({ at: [0.4, 2.0, back - 0.02], width: 4, height: 0.05, colour: "#c89f70" }),
        ]),
      ]),
  },
  cafe: {
    floor: { kind: "terrazzo", colour: "#e2d9cb" },
    walls: GUEST_WALLS,
    wall: "#efe6d8",
    accent: "#cf9a78",
    ceiling: "#f6f0e6",
    furnish: (plot) => [
      ...[[-0.66, 0.3], [-0.36, 0.6], [0.62, 0.36]].flatMap(([u = 0, v = 0]) => {
        const at = plot.at(u, v);
        return [
          roundTable({ at, colour: "#efeae0", radius: 0.36 }),
          chair({ at: [at[0] - 0.6, at[1] + 0.1], colour: plot.tones.main, angle: -Math.PI / 2 }),
          chair({ at: [at[0] + 0.6, at[1] - 0.1], colour: plot.tones.main, angle: Math.PI / 2 }),
        ];
      }),
      block({
        at: plot.at(0.35, 0.86),
        size: [3, 0.65],
        height: 1.05,
        colour: "#3f6a63",
        top: "#e8dfd0",
      }),
      ...[-0.1, 0.35, 0.75].map((u) =>
        pendant({
          at: plot.at(u, 0.84),
          colour: plot.tones.spark,
          drop: 1.8,
          ceiling: plot.ceiling,
          size: 0.2,
        })
      ),
      plant({
        at: plot.at(-0.9, 0.2),
        colour: "#6a8f5c",
        kind: "leafy",
        height: 1.4,
        pot: "#b3653f",
      }),
      ...onBack(plot, (back) => [
        shelves({ at: [0.9, 1.2, back], width: 2.6, height: 0.9, colour: "#b98a5e" }),
      ]),
    ],
  },
  shop: {
    floor: { kind: "concrete", colour: "#cfc9bf" },
    walls: GUEST_WALLS,
    wall: "#efeae1",
    accent: "#e2cdb8",
    ceiling: "#f4f0e9",
    furnish: (plot) => [
      block({ at: plot.at(-0.5, 0.35), size: [1.2, 0.8], height: 0.8, colour: "#d9b48d" }),
      block({
        at: plot.at(-0.5, 0.35),
        size: [0.3, 0.3],
        on: 0.8,
        height: 0.26,
        colour: "#4f6f72",
      }),
      block({ at: plot.at(0.5, 0.45), size: [0.9, 0.9], height: 0.45, colour: "#c98a68" }),
      block({
        at: plot.at(0.52, 0.45),
        size: [0.4, 0.3],
        on: 0.45,
        height: 0.5,
        colour: "#ede4d4",
      }),
      block({
        at: plot.at(0.1, 0.75),
        size: [1.6, 0.6],
        height: 0.95,
        colour: "#6d5546",
        top: "#ece6da",
      }),
      plant({ at: plot.at(0.85, 0.18), colour: "#64875c", kind: "palm", height: 1.9 }),
      ...lamps(plot, "#2d2a28", 3, "tube"),
      ...onBack(plot, (back) => [
        shelves({ at: [-1.7, 0.3, back], width: 2.1, height: 2, colour: "#d5b48f" }),
        shelves({ at: [1.7, 0.3, back], width: 2.1, height: 2, colour: "#d5b48f" }),
      ]),
    ],
  },
  gallery: {
    floor: { kind: "concrete", colour: "#c9c4bb" },
    wall: "#f1eee8",
    accent: "#ece8e0",
    ceiling: "#f7f5f1",
    furnish: (plot) => [
      block({ at: plot.at(0, 0.6), size: [1.7, 0.5], height: 0.42, colour: "#5b4639" }),
      block({ at: plot.at(-0.66, 0.36), size: [0.45, 0.45], height: 1.05, colour: "#e7e2d9" }),
      roundTable({
        at: plot.at(0.68, 0.4),
        colour: "#b5633f",
        radius: 0.3,
        height: 1.25,
        cloth: "#b5633f",
      }),
      ...onBack(plot, (back) => [
        artwork({
          at: [-1.9, 0.95, back],
          width: 1.5,
          height: 1.5,
          palette: ["#e6d3ae", "#b4553a", "#28434c"],
        }),
        artwork({
          at: [0.1, 0.95, back],
          width: 1.5,
          height: 1.5,
          palette: ["#d7dfd8", "#e0a23f", "#6a8378"],
        }),
        artwork({
          at: [2.1, 0.95, back],
          width: 1.5,
          height: 1.5,
          palette: ["#efe3d6", "#40626e", "#d0764b"],
        }),
      ]),
    ],
  },
  clinic: {
    floor: { kind: "concrete", colour: "#d5dad5" },
    wall: "#eef0eb",
    accent: "#a9c4b8",
    ceiling: "#f8f8f4",
    furnish: (plot) => [
      block({
        at: plot.at(0.45, 0.62),
        size: [2.3, 0.65],
        height: 1.05,
        colour: "#e9ece6",
        top: "#c7a67c",
      }),
      ...[-0.82, -0.62, -0.42].map((u) =>
        chair({ at: plot.at(u, 0.42), colour: "#6fa08f", angle: Math.PI })
      ),
      plant({ at: plot.at(-0.9, 0.66), colour: "#5f8a62", kind: "snake", height: 1.4 }),
      ...lamps(plot, "#e8e6df", 2),
      ...onBack(plot, (back) => [
        artwork({
          at: [-1.4, 1.1, back],
          width: 1.4,
          height: 0.9,
          palette: ["#f2f0e6", "#7fb0a0", "#e2b27c"],
        }),
      ]),
    ],
  },
  loft: {
    floor: { kind: "concrete", colour: "#b7aea2" },
    wall: "#b3775a",
    accent: "#a66a50",
    ceiling: "#d9cfc2",
    rug: "#c9b08d",
    furnish: (plot) => [
      sofa({
        at: plot.at(-0.55, 0.5),
        colour: plot.tones.main,
        cushion: plot.tones.spark,
        angle: plot.turn - 1.2 * plot.hand,
        width: 2.2,
      }),
      roundTable({ at: plot.at(-0.15, 0.42), colour: "#3a332d", radius: 0.42, height: 0.38 }),
      armchair({
        at: plot.at(0.5, 0.56),
        colour: plot.tones.second,
        angle: plot.turn + 0.8 * plot.hand,
      }),
      plant({
        at: plot.at(0.86, 0.18),
        colour: "#5d7f52",
        kind: "leafy",
        height: 1.9,
        pot: "#3d3a37",
      }),
      floorLamp({ at: plot.at(-0.9, 0.3), colour: "#2f2b28" }),
      ...lamps(plot, "#2b2826", 2),
      ...onBack(plot, (back) => [
        artwork({
          at: [-0.4, 1.1, back],
          width: 1.9,
          height: 1.3,
          palette: ["#ead9bd", "#2f4a55", "#c0683f"],
        }),
      ]),
    ],
  },
  studio: {
    floor: { kind: "boards", colour: "#d6bd98" },
    walls: WORK_WALLS,
    wall: "#f0ece4",
    accent: "#dcd7cc",
    ceiling: "#f8f5ef",
    furnish: (plot) => [
      table({ at: plot.at(-0.52, 0.45), size: [1.9, 0.8], colour: "#e2c79c", legs: "#f0ede6" }),
      chair({ at: plot.at(-0.5, 0.62), colour: plot.tones.spark, angle: plot.turn + Math.PI }),
      armchair({
        at: plot.at(0.52, 0.5),
        colour: plot.tones.main,
        angle: plot.turn + 0.8 * plot.hand,
      }),
      plant({
        at: plot.at(0.84, 0.2),
        colour: "#688e5d",
        kind: "palm",
        height: 1.7,
        pot: "#e6ddcf",
      }),
      pendant({ at: plot.at(-0.52, 0.45), colour: "#33413f", drop: 1.7, ceiling: plot.ceiling }),
      ...onBack(plot, (back) => [
        shelves({ at: [0.8, 0, back], width: 2, height: 2.2, colour: "#dabf96" }),
      ]),
    ],
  },
};

function onBack({ back }: Plot, things: (z: number) => Thing[]): Thing[] {
  return back === null ? [] : things(back - 0.03);
}

function lamps(
  plot: Plot,
  colour: string,
  count: number,
  kind: "dome" | "globe" | "tube" = "dome",
): Thing[] {
  return upTo(count).map((index) =>
    pendant({
      at: plot.at(((index + 0.5) / count * 2 - 1) * 0.62, 0.5),
      colour,
      drop: plot.ceiling - 0.75,
      ceiling: plot.ceiling,
      kind,
      size: 0.22,
    })
  );
}

/** Paints what lies on a room's floor under everything else. */
export function drawUnderfoot(stage: Stage, room: Room, plot: Plot): void {
  if (room.rug === undefined) return;
  const [x, z] = plot.at(-0.22, 0.5);
  drawRug(stage, { x: [x - 1.7, x + 1.7], z: [z - 1.1, z + 1.1] }, room.rug);
}

/** Colours of what stands in a room. */
export function tonesOf(seed: string): Tones {
  const pick = randomFrom(`${seed} tones`);
  return TONES[Math.floor(pick(0, TONES.length))] ?? TONES[0];
}
