import type { JSX } from "preact";
import type { Finish } from "./finish.ts";
import { path, project, round, type View } from "./perspective.ts";
import { OPENING, type WallPlan } from "./plan.ts";

interface SurroundProps {
  finish: Finish;
  plan: WallPlan;
  view: View;
}

/** Depth of the background behind the wall. */
const BACK = -620;

/** The background in the opening: the far wall of a room, or a terrace with a tree. */
export function Beyond({ finish, view }: Omit<SurroundProps, "plan">): JSX.Element {
  const at = (x: number, height: number, z = BACK) => project(view, { x, z }, height);
  const { width, height } = OPENING;
  if (finish.beyond === "garden") {
    const joints = [-0.5, 0, 0.5, 1, 1.5].map((part) =>
      path([at(width * (0.25 + part / 2), 0, 0), at(width * (0.25 + part / 2), 0)])
    );
    return (
      <path
        d={joints.join("") + path([at(-170, 0), at(width + 170, 0)]) + tree(at(width * 0.2, 0))}
        class="stroke-drawing-faint"
      />
    );
  }
  const corners = [[0, 0], [width, 0], [width, height + 30], [0, height + 30]] as const;
  const far = path(corners.map(([x, level]) => at(x, level)), { closed: true });
  const edges = corners.slice(0, 2).map(([x, level]) => path([at(x, level, 0), at(x, level)]));
  return <path d={far + edges.join("")} class="stroke-drawing-faint" />;
}

/** A tree as architects draw it: a trunk, three branches and a crown in one line. */
function tree([x, y]: readonly [number, number]): string {
  return `M${round(x)} ${round(y)}v-58m0 26l-12-16m12 4l13-18m-13-2l-9-13` +
    `M${round(x - 16)} ${
      round(y - 34)
    }a19 19 0 0 1-7-31a22 22 0 0 1 24-27a21 21 0 0 1 29 18a19 19 0 0 1-8 37z`;
}

/** The wall around the opening: head, jambs, track, floor and the counter of a serving window. */
export function Surround({ finish, plan, view }: SurroundProps): JSX.Element {
  const { left, floor } = view;
  const right = left + OPENING.width;
  const head = floor - OPENING.height;
  const track = finish.operation === "acoustic" ? 11 : finish.operation === "frameless" ? 4 : 7;
  const lintel = head - track;
  const sill = finish.sill === 0 ? "" : `M${left} ${floor - finish.sill}h${OPENING.width}`;
  return (
    <>
      <path d={`M${left} ${floor}V${lintel}H${right}V${floor}`} />
      <path d={`M${left} ${head}H${right}`} class="stroke-drawing-faint" />
      {plan.tracks.length > 1 && (
        <path d={`M${left} ${head - track / 2}H${right}`} class="stroke-drawing-faint" />
      )}
      {sill && (
        <>
          <path
            d={`M${left} ${floor - finish.sill}h${OPENING.width}V${floor}H${left}z`}
            class="fill-surface-raised"
          />
          <path
            d={`M${left - 8} ${floor - finish.sill}h${OPENING.width + 16}v5H${left - 8}z`}
            class="fill-surface-raised"
          />
        </>
      )}
      <path d={`M0 ${floor}H480`} stroke-width="2" />
    </>
  );
}

/** A person walking in a long coat. The feet are at y = 0 and the crown at y = -137. */
export const FIGURE = "M2-137a7.5 8.5 0 1 1-.1 0z" +
  "M-4-118q8-3 13 1q6 14 7 35q-1 3-3 1l-4-16l4 52h-7l3 42l4 3h-8l-5-44l-11 43l4 4h-8l8-49" +
  "l2-38l-5 17l-5-1q1-31 11-50z";

/** A person in the clear part of the opening, 1.70 m tall, for scale. Left out where there is no room. */
export function Figure(
  { plan, view, sill }: { plan: WallPlan; view: View; sill: number },
): JSX.Element | null {
  if (plan.clear === null || sill > 0 && plan.clear.to - plan.clear.from < 40) return null;
  const { from, to } = plan.clear;
  const [x, y] = project(view, { x: (from + to) / 2, z: -40 }, 0);
  return (
    <path
      class="fill-drawing-faint stroke-none"
      transform={`translate(${round(x)} ${round(y)})${view.mirrored ? "scale(-1 1)" : ""}`}
      d={FIGURE}
    />
  );
}
