/** Pictures that somebody has sent and nobody has looked at yet: no texts, no tags, no use. */
import { type Look, LOOKS } from "./looks.ts";
import type { Shot } from "./shot.ts";

export const STRAY: readonly { look: Look; shot: Shot }[] = [
  {
    look: LOOKS.heronLite,
    shot: {
      key: "stray-courtyard",
      hour: "noon",
      view: "from-left",
      look: "out",
      room: "studio",
      setting: "courtyard",
      open: 0.8,
    },
  },
  {
    look: LOOKS.estuaryThermal,
    shot: {
      key: "stray-desert",
      hour: "golden",
      view: "from-left",
      look: "out",
      room: "dining",
      setting: "desert",
      open: 0.6,
    },
  },
  {
    look: LOOKS.causewayInterior,
    shot: {
      key: "stray-clinic",
      hour: "morning",
      view: "from-right",
      look: "through",
      room: "clinic",
      beyond: "office",
      open: 0.2,
    },
  },
  {
    look: LOOKS.vanePivot,
    shot: {
      key: "stray-snow",
      hour: "winter-dusk",
      view: "frontal",
      look: "out",
      room: "lobby",
      setting: "snow",
      open: 0.1,
    },
  },
  {
    look: LOOKS.glasswingBalcony,
    shot: {
      key: "stray-lake",
      hour: "morning",
      view: "frontal",
      look: "out",
      room: "cafe",
      setting: "lake",
      open: 0.5,
    },
  },
  {
    look: LOOKS.quarryGlass,
    shot: {
      key: "stray-gallery",
      hour: "overcast",
      view: "from-left",
      look: "through",
      room: "gallery",
      beyond: "gallery",
      open: 0.5,
    },
  },
  {
    look: LOOKS.heronClad,
    shot: {
      key: "stray-vineyard",
      hour: "golden",
      view: "frontal",
      look: "in",
      room: "dining",
      setting: "vineyard",
      open: 0.7,
      facade: { kind: "stone", colour: "#cdb791" },
    },
  },
  {
    look: LOOKS.ascentBay,
    shot: {
      key: "stray-forest",
      hour: "overcast",
      view: "frontal",
      look: "out",
      room: "loft",
      setting: "forest",
      open: 0.9,
    },
  },
];
