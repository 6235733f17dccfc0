/** What every part of a scene is drawn with, and the solids that most parts are made of. */
import { type Camera, depthOf, type Ground, outline, type Spot } from "./camera.ts";
import { shade } from "./colour.ts";
import { indoors, type Light, outdoors } from "./light.ts";
import type { Random } from "./random.ts";
import { type Paint, paint, type Sheet } from "./sheet.ts";

export interface Stage {
  sheet: Sheet;
  camera: Camera;
  light: Light;
  random: Random;
}

/** Something that stands in a scene; what is further away is painted first. */
export interface Thing {
  at: Spot;
  draw(stage: Stage): void;
}

/** Where a thing stands decides which light falls on it. */
export type Side = "inside" | "outside";

/** A surface's colour in the light of its side. */
export function lit({ light }: Stage, side: Side, colour: string): string {
  return side === "inside" ? indoors(light, colour) : outdoors(light, colour);
}

/** Paints a polygon of the scene. */
export function face({ sheet, camera }: Stage, spots: readonly Spot[], style: Paint): void {
  paint(sheet, outline(camera, spots), style);
}

/** Paints things from back to front. */
export function place(stage: Stage, things: readonly Thing[]): void {
  const far = (thing: Thing) => depthOf(stage.camera, thing.at);
  for (const thing of [...things].sort((a, b) => far(b) - far(a))) {
    if (far(thing) > 0.3) thing.draw(stage);
  }
}

interface Solid {
  /** Outline in plan, clockwise as seen from above with `z` upwards. */
  plan: readonly Ground[];
  from: number;
  to: number;
  colour: string;
}

/** Where light comes from in plan: from the left and a little from the front. */
const LIGHT_FROM: Ground = [-0.83, -0.56];

/** Paints an upright solid; its sides are shaded by how they face the light. */
export function solid(stage: Stage, { plan, from, to, colour }: Solid): void {
  const { camera } = stage;
  plan.forEach((start, index) => {
    const end = plan[(index + 1) % plan.length] ?? start;
    const normal: Ground = [start[1] - end[1], end[0] - start[0]];
    const towards = normal[0] * (camera.x - start[0]) + normal[1] * (camera.z - start[1]);
    if (towards <= 0) return;
    const facing = (normal[0] * LIGHT_FROM[0] + normal[1] * LIGHT_FROM[1]) / Math.hypot(...normal);
    face(stage, [
      [start[0], from, start[1]],
      [end[0], from, end[1]],
      [end[0], to, end[1]],
      [start[0], to, start[1]],
    ], { fill: shade(colour, 0.8 + 0.17 * facing) });
  });
  if (camera.y > to) {
    face(stage, plan.map(([x, z]) => [x, to, z]), { fill: shade(colour, 1.07) });
  } else if (camera.y < from) {
    face(stage, plan.map(([x, z]) => [x, from, z]), { fill: shade(colour, 0.58) });
  }
}

/** The plan of a rectangle about a spot, turned by `angle` radians. */
export function footprint(
  [x, z]: Ground,
  [width, depth]: readonly [number, number],
  angle = 0,
): Ground[] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const corners: Ground[] = [[-0.5, -0.5], [-0.5, 0.5], [0.5, 0.5], [0.5, -0.5]];
  return corners.map(([u, v]) => [
    x + u * width * cos - v * depth * sin,
    z + u * width * sin + v * depth * cos,
  ]);
}

/** The plan of a round thing. */
export function round([x, z]: Ground, radius: number, corners = 14): Ground[] {
  return Array.from({ length: corners }, (_, index) => {
    const angle = -2 * Math.PI * index / corners;
    return [x + radius * Math.cos(angle), z + radius * Math.sin(angle)];
  });
}
