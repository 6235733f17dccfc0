/** The hour and the weather of a scene: what they do to the sky and to every surface. */
import { mix, under } from "./colour.ts";

export interface Light {
  /** From the zenith to the horizon. */
  sky: readonly [string, string, string];
  /** Where on the sky, from 0 to 1 of the sheet; null where it is not seen. */
  sun: { at: readonly [number, number]; colour: string; size: number } | null;
  /** What distance fades into. */
  haze: string;
  /** Colour and strength of the light outdoors and indoors. */
  outside: { tint: string; level: number };
  inside: { tint: string; level: number };
  /** How brightly lamps and windows shine, from 0 to 1. */
  lamps: number;
  /** How strong patches of sunlight on the floor are. */
  patches: number;
  clouds: number;
  stars: boolean;
}

export type Hour =
  | "morning"
  | "noon"
  | "golden"
  | "dusk"
  | "night"
  | "overcast"
  | "winter"
  | "winter-dusk";

export const LIGHTS: Record<Hour, Light> = {
  morning: {
    sky: ["#8fb9cf", "#c5dcdc", "#f7e9d3"],
    sun: null,
    haze: "#e3e7df",
    outside: { tint: "#fff7e8", level: 1 },
    inside: { tint: "#fdf7ee", level: 0.98 },
    lamps: 0.1,
    patches: 0.5,
    clouds: 3,
    stars: false,
  },
  noon: {
    sky: ["#5e9fca", "#9fcbe0", "#e3f0ee"],
    sun: null,
    haze: "#d5e6ea",
    outside: { tint: "#ffffff", level: 1 },
    inside: { tint: "#fbf9f4", level: 0.98 },
    lamps: 0.05,
    patches: 0.55,
    clouds: 4,
    stars: false,
  },
  golden: {
    sky: ["#7596b2", "#e2bf9e", "#fbdca6"],
    sun: { at: [0.66, 0.36], colour: "#fff3d2", size: 0.028 },
    haze: "#f2cfa4",
    outside: { tint: "#ffdfb4", level: 0.97 },
    inside: { tint: "#fff0db", level: 0.95 },
    lamps: 0.35,
    patches: 0.6,
    clouds: 3,
    stars: false,
  },
  dusk: {
    sky: ["#31456d", "#94789a", "#f6b58d"],
    sun: null,
    haze: "#c39a9c",
    outside: { tint: "#d0b7b6", level: 0.86 },
    inside: { tint: "#ffe6c6", level: 0.95 },
    lamps: 0.85,
    patches: 0,
    clouds: 3,
    stars: false,
  },
  night: {
    sky: ["#0b1430", "#182848", "#3b4c72"],
    sun: null,
    haze: "#2a3a5e",
    outside: { tint: "#7e92c4", level: 0.62 },
    inside: { tint: "#ffe0b4", level: 0.96 },
    lamps: 1,
    patches: 0,
    clouds: 0,
    stars: true,
  },
  overcast: {
    sky: ["#aebcc5", "#ccd5d9", "#e8ebe7"],
    sun: null,
    haze: "#d5dcdd",
    outside: { tint: "#eef2f4", level: 0.94 },
    inside: { tint: "#f6f4f0", level: 0.95 },
    lamps: 0.3,
    patches: 0.12,
    clouds: 5,
    stars: false,
  },
  winter: {
    sky: ["#9fbcd4", "#cfdfe8", "#f6ece4"],
    sun: { at: [0.3, 0.3], colour: "#fffaf0", size: 0.02 },
    haze: "#dfe8ee",
    outside: { tint: "#f0f5fc", level: 1 },
    inside: { tint: "#fcf4ea", level: 0.97 },
    lamps: 0.4,
    patches: 0.4,
    clouds: 2,
    stars: false,
  },
  "winter-dusk": {
    sky: ["#33446f", "#8581a8", "#f2bfa8"],
    sun: null,
    haze: "#aaa3bd",
    outside: { tint: "#b9bedd", level: 0.88 },
    inside: { tint: "#ffe4c0", level: 0.95 },
    lamps: 0.9,
    patches: 0,
    clouds: 2,
    stars: false,
  },
};

/** A surface's colour outdoors, `far` of the way (0 to 1) into the haze. */
export function outdoors({ outside, haze }: Light, colour: string, far = 0): string {
  return mix(under(colour, outside.tint, outside.level), haze, far);
}

/** A surface's colour indoors. */
export function indoors({ inside }: Light, colour: string): string {
  return under(colour, inside.tint, inside.level);
}
