/** What a picture shows, as tags: read from the note that it is drawn from. */
import type { RoomId } from "../draw/rooms.ts";
import type { SettingId } from "../draw/settings.ts";
import type { Look } from "./looks.ts";
import type { Shot } from "./shot.ts";

export interface Shown {
  type: "system" | "factor" | "application" | "geography" | "attribute";
  ref: string;
}

const APPLICATIONS: Record<RoomId, readonly string[]> = {
  living: ["house-and-garden"],
  dining: ["house-and-garden"],
  kitchen: ["house-and-garden"],
  bedroom: ["house-and-garden"],
  loft: ["house-and-garden"],
  office: ["office"],
  studio: ["office"],
  meeting: ["meeting"],
  classroom: ["training"],
  conference: ["events", "training"],
  ballroom: ["events"],
  lobby: ["hotel-and-resort", "lobby"],
  restaurant: ["restaurant-and-bar"],
  cafe: ["cafe-and-counter"],
  shop: ["shopfront"],
  gallery: ["lobby"],
  clinic: ["lobby"],
};

const GEOGRAPHIES: Partial<Record<SettingId, string>> = {
  garden: "mild",
  sea: "coast",
  mountains: "mountain",
  snow: "cold",
  city: "city",
  forest: "mild",
  desert: "dry",
  lake: "mountain",
  vineyard: "mild",
  street: "city",
};

const PLACES: Partial<Record<SettingId, string>> = {
  garden: "mild-outside",
  sea: "coast-outside",
  snow: "cold-outside",
  mountains: "cold-outside",
  city: "porch",
  forest: "mild-outside",
  lake: "cold-outside",
  vineyard: "mild-outside",
};

const SPACES: Partial<Record<RoomId, readonly string[]>> = {
  office: ["open-floor"],
  meeting: ["meeting-rooms"],
  classroom: ["training-suite"],
  conference: ["training-suite", "event-hall"],
  ballroom: ["event-hall"],
  lobby: ["hotel", "reception"],
  restaurant: ["restaurant"],
  cafe: ["bar-cafe"],
  shop: ["shop"],
  clinic: ["reception"],
};

const SOLID: ReadonlySet<string> = new Set([
  "plain",
  "wood",
  "metal",
  "pleat",
  "slats",
  "fabric",
  "satin",
]);

/** Every tag that is true of a shot. */
export function shownIn({ system, movement, opening, finish }: Look, shot: Shot): Shown[] {
  const { room, beyond, setting, look, open, hour } = shot;
  const made = { ...finish, ...shot.finish };
  const height = shot.size?.height ?? opening.height;
  const width = shot.size?.width ?? opening.width;
  const isFrameless = made.stile === 0 && made.thick < 0.02 && !SOLID.has(made.face);
  const isWarm = made.face === "wood" || made.stile >= 0.1 && made.frame.startsWith("#b");
  const place = look === "through" ? "between-rooms" : PLACES[setting ?? "garden"];
  const rooms = [room, ...(beyond ? [beyond] : [])];
  const factors = [
    place,
    ...rooms.flatMap((each) => SPACES[each] ?? []),
    opening.sill > 0.5 ? "counter-window" : height >= 3.05 ? "wall-grand" : "wall-tall",
    width > 6.1 ? "width-large" : width > 3.66 ? "width-medium" : "width-small",
    isFrameless || made.stile > 0 && made.stile < 0.05 ? "look-slim" : null,
    isWarm ? "look-warm" : null,
    SOLID.has(made.face) ? "look-private" : null,
    open > 0.72 ? "priority-open" : null,
  ];
  const attributes = [
    open > 0.72 ? "wide-open" : null,
    isFrameless || made.stile > 0 && made.stile < 0.05 ? "slim-frames" : null,
    isWarm ? "warm-wood" : null,
    SOLID.has(made.face) ? "privacy" : null,
    movement.operation === "acoustic" || system.includes("acoustic") ? "quiet" : null,
    hour === "dusk" || hour === "night" || hour === "winter-dusk" ? "evening" : null,
    movement.operation === "lift" || movement.operation === "accordion" ? "level-floor" : null,
  ];
  const geography = look === "through" ? undefined : GEOGRAPHIES[setting ?? "garden"];
  const named = (axis: Exclude<Shown["type"], "system" | "factor">, ids: Iterable<string>) =>
    [...ids].map((id): Shown => ({ type: axis, ref: `${axis}-${id}` }));
  return [
    { type: "system", ref: system },
    ...given(factors).map((ref): Shown => ({ type: "factor", ref })),
    ...named("application", new Set(rooms.flatMap((each) => APPLICATIONS[each]))),
    ...named("geography", geography === undefined ? [] : [geography]),
    ...named("attribute", given(attributes)),
  ];
}

function given(values: readonly (string | null | undefined)[]): string[] {
  return [...new Set(values.filter((value) => typeof value === "string"))];
}
