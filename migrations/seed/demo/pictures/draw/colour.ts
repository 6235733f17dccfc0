/** Colours as `#rrggbb`, and what light does to them. */

type Channels = readonly [red: number, green: number, blue: number];

function channels(colour: string): Channels {
  const value = parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function hex(values: readonly number[]): string {
  const each = values.map((value) => Math.round(Math.min(255, Math.max(0, value))));
  return `#${each.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** A colour between two others: `share` 0 is the first, 1 the second. */
export function mix(first: string, second: string, share: number): string {
  const other = channels(second);
  return hex(channels(first).map((value, index) => value + ((other[index] ?? 0) - value) * share));
}

/** A colour made brighter (above 1) or darker (below). */
export function shade(colour: string, level: number): string {
  return level > 1
    ? mix(colour, "#ffffff", Math.min(1, level - 1))
    : hex(channels(colour).map((value) => value * level));
}

/** A surface's colour under coloured light. */
export function under(colour: string, tint: string, level: number): string {
  const light = channels(tint);
  return hex(channels(colour).map((value, index) => value * (light[index] ?? 255) / 255 * level));
}
