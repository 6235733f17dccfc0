/**
 * A mild one-point perspective for architectural elevations: it shows depth, but everything in the plane of the track
 * keeps its true size.
 */
import { type Leaf, OPENING, type Spot } from "./plan.ts";

/** Position of the opening on the sheet, in units of the `viewBox`. */
export interface View {
  /** Horizontal position of the left jamb. */
  left: number;
  /** Vertical position of the floor line. */
  floor: number;
  /** Stacks the leaves at the right jamb instead of the left one. */
  mirrored: boolean;
}

/** Distance of the eye from the wall, and its height above the floor. */
const EYE = { distance: 760, height: 128 };

/** Projects a point of the room onto the sheet. */
export function project(
  { left, floor, mirrored }: View,
  { x, z }: Spot,
  height: number,
): SheetPoint {
  const scale = EYE.distance / (EYE.distance - z);
  const centre = OPENING.width / 2;
  const offset = (mirrored ? centre - x : x - centre) * scale;
  return [left + centre + offset, floor - EYE.height + (EYE.height - height) * scale];
}

/** A point on the sheet, in units of the `viewBox`. */
export type SheetPoint = readonly [x: number, y: number];

/** A point on the face of a leaf: `u` and `v` run from 0 to 1 along its width and height. */
export type FacePoint = readonly [u: number, v: number];

/** Projects a point on a leaf's face onto the sheet. */
export function onFace(view: View, { from, to, bottom, top }: Leaf, [u, v]: FacePoint): SheetPoint {
  const spot = { x: from.x + (to.x - from.x) * u, z: from.z + (to.z - from.z) * u };
  return project(view, spot, bottom + (top - bottom) * v);
}

/** Returns the path data of a line through points, optionally closed. */
export function path(points: readonly SheetPoint[], { closed = false } = {}): string {
  const [first, ...rest] = points.map((point) => point.map(round).join(" "));
  return `M${first}L${rest.join(" ")}${closed ? "Z" : ""}`;
}

/** Returns the path data of a rectangle on a leaf's face, between two opposite corners. */
export function faceRect(view: View, leaf: Leaf, [from, to]: readonly [FacePoint, FacePoint]) {
  const corners: FacePoint[] = [from, [to[0], from[1]], to, [from[0], to[1]]];
  return path(corners.map((corner) => onFace(view, leaf, corner)), { closed: true });
}

/** Rounds to a tenth of a unit, which is finer than any line of the drawings. */
export function round(value: number): number {
  return Math.round(value * 10) / 10;
}
