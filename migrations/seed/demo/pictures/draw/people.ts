/** Quiet figures that give the scale. Each is drawn in a unit square: feet at 0, 0, a head's top at 1. */
import { scaleAt, see, type Spot } from "./camera.ts";
import { mix, shade } from "./colour.ts";
import { glow, paint } from "./sheet.ts";
import { lit, type Side, type Stage, type Thing } from "./stage.ts";

export type Pose = "standing" | "walking" | "coat" | "child" | "sitting" | "reaching";

interface Person {
  at: Spot;
  pose: Pose;
  side: Side;
  /** Colours of what they wear above and below. */
  top: string;
  below: string;
  mirrored?: boolean;
  hair?: string;
  skin?: string;
}

/** Path data in hundredths of the height; `y` runs upwards. */
interface Figure {
  height: number;
  legs: string;
  body: string;
  arm: string;
  head: readonly [number, number];
  hair: string;
}

const HAIR = "M-4.6 93Q-5.2 100.6 0.6 100.6Q6 100.4 5 93.6Q3 97.4 -1.5 96.6Q-3.4 96 -4.6 93Z";

const FIGURES: Record<Pose, Figure> = {
  standing: {
    height: 1.76,
    legs: "M-7 49L7.4 49L7 24L6.4 3L10 0L2.6 0L1.6 24L0.4 40L-2 24L-3 0L-9.6 0L-6.8 3L-7.4 24Z",
    body: "M-3 86Q-10 85 -10.6 78L-8.6 47L8.6 47L10.4 78Q10 85 3 86Z",
    arm:
      "M7 84Q11.6 83 12 76L12.6 62L11.4 47L8.6 47L9 62L7.4 74Z M-7 84Q-11.6 83 -12 76L-13.4 64L-8 54L-6.6 56.4L-10 64L-8 74Z",
    head: [0.2, 93],
    hair: HAIR,
  },
  walking: {
    height: 1.74,
    legs:
      "M-6.6 49L6.6 49L9.6 27L15.4 3L18.6 1.4L18 0L11.6 0.4L4.6 26L0.6 38L-5 25L-13.4 5L-17.6 3.6L-18.6 5.6L-13 9.6L-9 27Z",
    body: "M-2.4 86Q-8.6 84.6 -9 77L-7.6 46.6L7.6 46.6L9.2 77Q8.6 84.6 3.4 86Z",
    arm: "M4.6 82Q8 80 9 74L12.6 60L17 52L14.6 50.4L9.4 58L4.6 70Z",
    head: [2, 93],
    hair: "M-2.8 92Q-4.2 100.6 2.4 100.6Q7.6 100.4 7 94.4Q4.8 97.6 1.4 97Q-0.6 94.6 -2.8 92Z",
  },
  coat: {
    height: 1.68,
    legs: "M-5 30L5.4 30L5 8L4.4 2.6L7 0L1.4 0L0.6 16L0 26L-1.4 16L-2.4 0L-7 0L-4.6 2.6L-5 12Z",
    body: "M-2.6 85Q-9 84 -9.4 76L-7 58L-11 24L10.8 24L7 58L9.4 76Q9 84 2.6 85Z",
    arm: "M6.4 83Q10.4 82 10.8 75L11 62L9 49L6.6 49.6L7.6 62L6.6 73Z",
    head: [0, 92],
    hair:
      "M-5.4 82Q-7 100.6 0.4 100.6Q7 100.4 5.8 84Q4.6 90 4.4 94.4Q0 97.4 -3.6 95Q-4 89 -5.4 82Z",
  },
  child: {
    height: 1.12,
    legs: "M-8 40L8 40L7.4 20L7 4L11 0L2.4 0L1.4 20L0 32L-2 20L-3 0L-11 0L-7.4 4L-8.4 20Z",
    body: "M-3 78Q-11 77 -12 68L-10 38L10 38L12 68Q11 77 3 78Z",
    arm: "M8 76Q13 74 14 66L19 56L24 53L23 50L16 52L9 64Z",
    head: [0, 89],
    hair: "M-7.6 88Q-8.6 101.6 0.4 101.6Q9 101.4 8 89Q5 95.4 -1.5 94.6Q-5.4 94 -7.6 88Z",
  },
  sitting: {
    height: 1.72,
    legs: "M-8 27L-8 35L14 34.6Q19.6 34 19.6 29L18.6 4L23.6 1.4L23 0L14.4 0L13.6 26L4 25.4Z",
    body: "M-1.4 66Q-8 65 -9.4 57L-10 28L3.6 28L6.6 57Q6.4 65 2.6 66Z",
    arm: "M3 63Q6.6 62 7 56L10.4 44L19 41L18.4 38.4L8 40.4L2.6 53Z",
    head: [2, 73.4],
    hair: "M-2.8 72.4Q-4.2 81 2.4 81Q7.6 80.8 7 74.8Q4.8 78 1.4 77.4Q-0.6 75 -2.8 72.4Z",
  },
  reaching: {
    height: 1.76,
    legs: "M-7 49L7 49L6.6 24L6.4 3L10 0L2.6 0L1.6 24L0.4 40L-2 24L-3 0L-9.6 0L-6.8 3L-7.4 24Z",
    body: "M-2.6 86Q-9.6 85 -10 78L-8.2 47L8.2 47L10 78Q9.6 85 3.4 86Z",
    arm: "M5 84Q10 83 13 77L24 66L34 62.6L33.2 59.6L22 62L8 71Z",
    head: [1.6, 93],
    hair: "M-3.2 92.6Q-4.4 100.8 2 100.8Q7.4 100.6 6.6 94.4Q4.4 97.6 1 97Q-1 95.6 -3.2 92.6Z",
  },
};

/** Somebody in a scene. */
export function person(
  { at, pose, side, top, below, mirrored = false, hair = "#2f2723", skin = "#c99a78" }: Person,
): Thing {
  return {
    at,
    draw(stage: Stage) {
      const { sheet, camera, light } = stage;
      const figure = FIGURES[pose];
      const size = figure.height * scaleAt(camera, at);
      const [x, y] = see(camera, at);
      if (size < 8) return;
      const squash = 0.2;
      glow(sheet, { at: [x + size * 0.05, y], r: size * 0.24, squash }, {
        colour: "#140f0c",
        opacity: 0.34,
      });
      const colour = (value: string) => mix(lit(stage, side, value), light.haze, 0.06);
      const unit = size / 100;
      const shape = (data: string, fill: string) => {
        let vertical = false;
        const scaled = data.replace(/-?\d+(\.\d+)?/g, (number) => {
          const value = Number(number);
          const placed = vertical ? y - value * unit : x + (mirrored ? -value : value) * unit;
          vertical = !vertical;
          return String(Math.round(placed * 10) / 10);
        });
        paint(sheet, scaled, { fill });
      };
      const [headX, headY] = figure.head;
      const [r, neck] = [pose === "child" ? 7.6 : 5.2, pose === "child" ? 8 : 5];
      shape(figure.legs, colour(below));
      const throat = headY - neck - 4;
      shape(
        `M${headX - 2} ${headY}L${headX + 2} ${headY}L${headX + 2.2} ${throat}L${
          headX - 2.2
        } ${throat}Z`,
        colour(shade(skin, 0.86)),
      );
      shape(figure.body, colour(top));
      const head = (k: number, grow: number) => {
        const points = [0, 1, 2, 3, 4, 5, 6, 7].map((step) => {
          const angle = step / 8 * 2 * Math.PI;
          return `${headX + Math.cos(angle) * r * 0.86 * grow} ${headY + Math.sin(angle) * r * k}`;
        });
        return `M${points.join("L")}Z`;
      };
      shape(head(1.12, 1), colour(skin));
      shape(figure.hair, colour(hair));
      shape(figure.arm, colour(shade(top, 0.86)));
    },
  };
}
