/**
 * The eye. Lengths are metres: `x` to the right along the movable wall from the middle of its opening, `y` up
 * from the floor, `z` away from the eye, and 0 in the plane of the wall. Uprights stay upright, as with the
 * shift lens of an architectural photographer.
 */
import { type Point, polygon } from "./sheet.ts";

/** A place in the scene. */
export type Spot = readonly [x: number, y: number, z: number];
/** A place in plan. */
export type Ground = readonly [x: number, z: number];

export interface Camera {
  x: number;
  y: number;
  z: number;
  /** Radians to the right. */
  yaw: number;
  /** Pixels that a metre has at a distance of a metre. */
  focal: number;
  /** Where the eye's own direction meets the sheet. */
  centre: Point;
}

const NEAREST = 0.12;

type Seen = readonly [x: number, y: number, depth: number];

function turn({ x, y, z, yaw }: Camera, spot: Spot): Seen {
  const [dx, dz] = [spot[0] - x, spot[2] - z];
  const [cos, sin] = [Math.cos(yaw), Math.sin(yaw)];
  return [dx * cos - dz * sin, spot[1] - y, dx * sin + dz * cos];
}

function onSheet({ focal, centre }: Camera, [x, y, depth]: Seen): Point {
  return [centre[0] + focal * x / depth, centre[1] - focal * y / depth];
}

/** Distance of a place from the eye, along its direction. */
export function depthOf(camera: Camera, spot: Spot): number {
  return turn(camera, spot)[2];
}

/** Pixels that a metre has at a place. */
export function scaleAt(camera: Camera, spot: Spot): number {
  return camera.focal / Math.max(NEAREST, depthOf(camera, spot));
}

/** Where a place in front of the eye is on the sheet. */
export function see(camera: Camera, spot: Spot): Point {
  const [x, y, depth] = turn(camera, spot);
  return onSheet(camera, [x, y, Math.max(NEAREST, depth)]);
}

/** The part of a polygon that is in front of the eye, on the sheet. */
export function seen(camera: Camera, spots: readonly Spot[]): Point[] {
  const turned = spots.map((spot) => turn(camera, spot));
  return turned.flatMap((from, index) => {
    const to = turned[(index + 1) % turned.length] ?? from;
    const kept = from[2] >= NEAREST ? [from] : [];
    if ((from[2] >= NEAREST) === (to[2] >= NEAREST)) return kept;
    const share = (NEAREST - from[2]) / (to[2] - from[2]);
    return [
      ...kept,
      [
        from[0] + (to[0] - from[0]) * share,
        from[1] + (to[1] - from[1]) * share,
        NEAREST,
      ] as const,
    ];
  }).map((spot) => onSheet(camera, spot));
}

/** A polygon of the scene as path data. */
export function outline(camera: Camera, spots: readonly Spot[]): string {
  return polygon(seen(camera, spots));
}
