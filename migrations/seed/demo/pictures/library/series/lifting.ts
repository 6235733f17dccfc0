/** Walls that go up, in pictures. */
import { LOOKS } from "../looks.ts";
import type { Series } from "../shot.ts";
import { OCHRE } from "./colours.ts";

export const liftingSeries: readonly Series[] = [
  {
    look: LOOKS.ascentBay,
    close: [],
    above: { paper: "cream", furniture: "tables" },
    shots: [
      {
        key: "bar-dusk",
        hour: "dusk",
        view: "frontal",
        look: "in",
        room: "restaurant",
        setting: "street",
        open: 0.8,
        facade: { kind: "brick", colour: "#b07050" },
        people: [{ pose: "coat", at: [-1.8, -1.3], colours: OCHRE }],
      },
      {
        key: "garden-noon",
        hour: "noon",
        view: "from-left",
        look: "out",
        room: "dining",
        setting: "garden",
        open: 0.75,
      },
      {
        key: "cafe-morning",
        hour: "morning",
        view: "frontal",
        look: "out",
        room: "cafe",
        setting: "street",
        open: 1,
      },
      {
        shape: "classic",
        key: "terrace-closed",
        hour: "golden",
        view: "from-right",
        look: "out",
        room: "restaurant",
        setting: "lake",
        open: 0,
      },
    ],
  },
  {
    look: LOOKS.ascentWall,
    close: [],
    above: { paper: "night", furniture: "rows" },
    shots: [
      {
        key: "hall-evening",
        hour: "dusk",
        view: "frontal",
        look: "through",
        room: "ballroom",
        beyond: "ballroom",
        open: 0.5,
        group: "hall",
      },
      {
        key: "hall-closed",
        hour: "dusk",
        view: "frontal",
        look: "through",
        room: "ballroom",
        beyond: "ballroom",
        open: 0,
        group: "hall",
      },
      {
        key: "hall-open",
        hour: "dusk",
        view: "frontal",
        look: "through",
        room: "ballroom",
        beyond: "ballroom",
        open: 1,
        group: "hall",
      },
      {
        key: "conference-noon",
        hour: "noon",
        view: "from-left",
        look: "through",
        room: "conference",
        beyond: "conference",
        open: 0.6,
      },
    ],
  },
];
