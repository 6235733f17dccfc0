/** Where the focal point of a picture is. Pure. */

/** A point as shares of the width and the height of a picture, from 0 to 1. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A share as the form writes it: percent with one decimal, within the picture. */
export function toPercent(share: number): string {
  return String(Math.round(Math.min(Math.max(share, 0), 1) * 1000) / 10);
}

/** Where a key moves the point, in small steps or `far`; null for a key that moves nothing. */
export function pointAfterKey(key: string, { x, y }: Point, far: boolean): Point | null {
  const step = far ? 0.1 : 0.02;
  switch (key) {
    case "ArrowLeft":
      return { x: x - step, y };
    case "ArrowRight":
      return { x: x + step, y };
    case "ArrowUp":
      return { x, y: y - step };
    case "ArrowDown":
      return { x, y: y + step };
    default:
      return null;
  }
}
