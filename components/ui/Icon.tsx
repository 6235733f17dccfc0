import type { JSX } from "preact";
import { ARROW_LEFT, CHEVRON, Stroke } from "./Stroke.tsx";

/** Path data on a 20-unit grid, in the style of the product's drawings: hairlines with square ends. */
const PATHS = {
  "arrow-left": ARROW_LEFT,
  "arrow-right": "M4 10h12M11 5l5 5-5 5",
  check: "M4 10.5l4 4 8-9",
  chevron: CHEVRON,
  cross: "M5 5l10 10M15 5L5 15",
  enlarge: "M12 3h5v5M17 3l-6 6M8 17H3v-5M3 17l6-6",
  external: "M8 4H4v12h12v-4M11 4h5v5M16 4l-7 7",
  grip: "M4 8h12M4 12h12",
  info: "M10 9v5M10 6v1M3 10a7 7 0 1014 0 7 7 0 10-14 0",
  minus: "M4 10h12",
  picture: "M3 4h14v12H3zM3 14l4-4 4 4 3-3 3 3M13 7.5h.01",
  play: "M7 4l9 6-9 6z",
  plus: "M10 4v12M4 10h12",
  print: "M6 7V3h8v4M6 14H3V7h14v7h-3M6 12h8v5H6z",
  search: "M4 9a5 5 0 1010 0 5 5 0 10-10 0M13 13l4 4",
  warning: "M10 3l8 14H2zM10 8v4M10 14v1",
} as const;

export type IconName = keyof typeof PATHS;

/** A small inline icon. Screen readers skip it, so it needs text beside it. */
export function Icon({ name, class: className }: { name: IconName; class?: string }): JSX.Element {
  return <Stroke path={PATHS[name]} class={className} />;
}
