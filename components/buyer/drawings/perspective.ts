/**
 * A mild one-point perspective, as an architect's elevation is drawn when depth should be felt and the
 * wall itself must stay true: everything in the line of the track keeps its measure.
 */
import { type Leaf, OPENING, type Spot } from "./plan.ts";

/** Where the drawing puts things; units of its viewBox. */
export interface View {
  /** Left jamb. */
  left: number;
  /** Height of the floor line on the sheet. */
  floor: number;
  /** Puts the stack at the right jamb instead of the left. */
  mirrored: boolean;
}

/** Distance of the eye from the wall, and its height. */
const EYE = { distance: 760, height: 128 };

/** A point of the room on the sheet. */
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

/** A point of the sheet. */
export type SheetPoint = readonly [x: number, y: number];

/** A place on the face of a leaf: `u` and `v` run from 0 to 1 along its width and its height. */
export type FacePoint = readonly [u: number, v: number];

/** A place on a leaf's face on the sheet. */
export function onFace(view: View, { from, to, bottom, top }: Leaf, [u, v]: FacePoint): SheetPoint {
  const spot = { x: from.x + (to.x - from.x) * u, z: from.z + (to.z - from.z) * u };
  return project(view, spot, bottom + (top - bottom) * v);
}

/** Path data of a line through points, closed when it comes round. */
export function path(points: readonly SheetPoint[], { closed = false } = {}): string {
  const [first, ...rest] = points.map((point) => point.map(round).join(" "));
  return `M${first}L${rest.join(" ")}${closed ? "Z" : ""}`;
}

/** A rectangle on a leaf's face, as path data. */
export function faceRect(view: View, leaf: Leaf, [from, to]: readonly [FacePoint, FacePoint]) {
  const corners: FacePoint[] = [from, [to[0], from[1]], to, [from[0], to[1]]];
  return path(corners.map((corner) => onFace(view, leaf, corner)), { closed: true });
}

/** A tenth of a unit is finer than any line here. */
export function round(value: number): number {
  return Math.round(value * 10) / 10;
}
