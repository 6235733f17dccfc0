/** What a picture shows, in words: its title, its alternative text and the name of its file. */
import type { Hour } from "../draw/light.ts";
import type { Operation } from "../draw/leaves.ts";
import type { RoomId } from "../draw/rooms.ts";
import type { SettingId } from "../draw/settings.ts";
import type { Look } from "./looks.ts";
import type { DetailKind } from "../draw/detail.ts";
import type { Close, Shot } from "./shot.ts";

const ROOM_WORDS: Record<RoomId, string> = {
  living: "a living room",
  dining: "a dining room",
  kitchen: "a kitchen",
  bedroom: "a bedroom",
  office: "an office floor",
  meeting: "a meeting room",
  classroom: "a training room",
  conference: "a conference room",
  ballroom: "a ballroom",
  lobby: "a hotel lobby",
  restaurant: "a restaurant",
  cafe: "a café",
  shop: "a shop",
  gallery: "a gallery",
  clinic: "a clinic",
  loft: "a loft with brick walls",
  studio: "a studio",
};

const SETTING_WORDS: Record<SettingId, string> = {
  garden: "a green garden",
  sea: "a terrace by the sea",
  mountains: "a deck below snowy mountains",
  snow: "a snowy forest",
  city: "a roof terrace over the city",
  forest: "a clearing in the forest",
  desert: "a desert garden",
  lake: "a deck by a lake",
  vineyard: "a terrace in a vineyard",
  street: "a street of old houses",
  courtyard: "a walled courtyard with olive trees",
};

const HOUR_WORDS: Record<Hour, string> = {
  morning: "in the morning",
  noon: "at noon",
  golden: "in low golden sun",
  dusk: "at dusk",
  night: "at night",
  overcast: "on a grey day",
  winter: "on a clear winter day",
  "winter-dusk": "on a winter evening",
};

const OPENED: Record<Operation, readonly [half: string, open: string]> = {
  folding: ["half folded", "folded to the side"],
  "multi-track": ["slid half open", "slid wide open"],
  "single-track": ["half stacked", "stacked at the side"],
  frameless: ["half stacked", "stacked at the side"],
  pivoting: ["half turned", "turned wide open"],
  acoustic: ["half stacked", "parked at the side"],
  accordion: ["drawn half across", "drawn to the side"],
  lift: ["half raised", "raised overhead"],
  "fold-up": ["half lowered", "raised into the ceiling"],
};

function stateWords({ movement: { operation } }: Look, { open }: Shot): string {
  if (open < 0.08) return "closed";
  return OPENED[operation][open > 0.72 ? 1 : 0];
}

/** What somebody who cannot see the picture should know of it. */
export function altOf(look: Look, shot: Shot): string {
  const { room, beyond, setting = "garden", hour, people = [] } = shot;
  const start = `${look.noun}, ${stateWords(look, shot)}`;
  const somebody = people.length === 0
    ? ""
    : people.length === 1
    ? ", with one person passing"
    : ", with two people in front";
  const glass = shot.finish?.face === "satin"
    ? " in white glass"
    : shot.finish?.face === "fluted"
    ? " in fluted glass"
    : "";
  if (shot.look === "through") {
    const second = ROOM_WORDS[beyond ?? "office"];
    const rooms = second === ROOM_WORDS[room]
      ? `two halves of ${ROOM_WORDS[room]}`
      : `${ROOM_WORDS[room]} and ${second}`;
    return `${start}${glass}, between ${rooms} ${HOUR_WORDS[hour]}${somebody}.`;
  }
  if (shot.look === "in") {
    return `${start}, seen from ${SETTING_WORDS[setting]} ${HOUR_WORDS[hour]}: ${
      ROOM_WORDS[room]
    } behind it${shot.pool ? ", a pool before it" : ""}${somebody}.`;
  }
  return `${start}, between ${ROOM_WORDS[room]} and ${SETTING_WORDS[setting]}${
    shot.pool ? " with a pool" : ""
  } ${HOUR_WORDS[hour]}${somebody}.`;
}

const PLACES: Record<SettingId, string> = {
  garden: "on a garden",
  sea: "by the sea",
  mountains: "below the mountains",
  snow: "in the snow",
  city: "above the city",
  forest: "in the forest",
  desert: "in the desert",
  lake: "by a lake",
  vineyard: "in a vineyard",
  street: "on a street",
  courtyard: "on a courtyard",
};

/** A caption that begins with the system's name. */
export function titleOf(name: string, look: Look, shot: Shot): string {
  const { room, beyond, setting = "garden", hour } = shot;
  const state = shot.open < 0.08 ? ", closed" : "";
  if (shot.look === "through") {
    const second = ROOM_WORDS[beyond ?? "office"];
    const place = second === ROOM_WORDS[room]
      ? `across ${ROOM_WORDS[room]}`
      : `between ${ROOM_WORDS[room]} and ${second}`;
    return `${name} ${place}, ${stateWords(look, shot)}`;
  }
  return `${name} in ${ROOM_WORDS[room]} ${PLACES[setting]}${state}, ${HOUR_WORDS[hour]}`;
}

const CLOSE_WORDS: Record<DetailKind, readonly [title: string, alt: string]> = {
  handle: ["handle", "the handle where two panels meet"],
  hinge: ["hinge", "a hinge between two panels"],
  sill: [
    "sill in section",
    "a drawing of the sill, cut through, with its thermal breaks and drainage",
  ],
  roller: [
    "hanger in section",
    "a drawing of the ceiling track, cut through, with the rollers that carry a panel",
  ],
  pane: ["edges of glass", "the edges of two panes over their floor rail"],
  pleats: ["pleats", "the pleats and the post that locks them to the wall"],
  pivot: ["bearing", "the bearing in the floor under the corner of a leaf"],
};

export function closeTitle(name: string, { kind }: Close): string {
  return `${name}: ${CLOSE_WORDS[kind][0]}`;
}

export function closeAlt({ noun }: Look, { kind }: Close): string {
  const [first = "", ...rest] = noun;
  return `Close view of ${first.toLowerCase()}${rest.join("")}: ${CLOSE_WORDS[kind][1]}.`;
}

const MOVED: Record<Operation, string> = {
  folding: "its panels fold against the side",
  "multi-track": "its panels slide behind one another",
  "single-track": "its panels travel on one track and park at the side",
  frameless: "its panes slide to the corner and swing aside",
  pivoting: "its leaves turn in place",
  acoustic: "its panels travel on one track and park across it",
  accordion: "its pleats draw to the side",
  lift: "it rises overhead",
  "fold-up": "it folds up into the ceiling",
};

export function aboveAlt({ noun, movement: { operation } }: Look): string {
  const [first = "", ...rest] = noun;
  return `Plan of ${first.toLowerCase()}${rest.join("")}, half open, with an arrow for the way ${
    MOVED[operation]
  }.`;
}
