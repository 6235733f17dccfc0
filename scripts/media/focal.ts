/** Calculations for the focal point of a picture. Pure. */

/** A point as fractions of the width and the height of a picture, from 0 to 1. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Formats a fraction for the form: percent with one decimal, clamped to the picture. */
export function toPercent(share: number): string {
  return String(Math.round(Math.min(Math.max(share, 0), 1) * 1000) / 10);
}

/** Returns the point after an arrow key, in small or (`far`) large steps; null for any other key. */
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
