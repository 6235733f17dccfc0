import type { JSX } from "preact";
import { path, project, type SheetPoint, type View } from "./perspective.ts";
import { type Move, OPENING, type WallPlan } from "./plan.ts";

/** Height of the arrows: the middle of the wall, below the face of the figure. */
const ARROW_HEIGHT = OPENING.height * 0.5;

/** The movements of the leaves, drawn on the elevation. */
export function MovesInElevation({ plan, view }: { plan: WallPlan; view: View }): JSX.Element {
  return (
    <>
      {plan.moves.map((move, index) =>
        move.kind === "swing"
          ? <ClosedFace key={index} move={move} plan={plan} view={view} />
          : <Arrow key={index} points={arrowPoints(move, view)} />
      )}
    </>
  );
}

function arrowPoints(
  move: Exclude<Move, { kind: "swing" }>,
  view: View,
): readonly [SheetPoint, SheetPoint] {
  return move.kind === "slide"
    ? [project(view, move.from, ARROW_HEIGHT), project(view, move.to, ARROW_HEIGHT)]
    : [
      project(view, { x: move.x, z: 0 }, move.from),
      project(view, { x: move.x, z: 0 }, move.to),
    ];
}

/** The closed position of a pivoted leaf, dashed. */
function ClosedFace({ move, plan, view }: {
  move: Extract<Move, { kind: "swing" }>;
  plan: WallPlan;
  view: View;
}): JSX.Element {
  const { bottom, top } = plan.leaves[0] ?? { bottom: 0, top: OPENING.height };
  const foot = project(view, move.from, bottom);
  const head = project(view, move.from, top);
  return <path d={path([foot, head])} class="stroke-drawing-move" stroke-dasharray="5 4" />;
}

/** A drafting arrow: a thin shaft and an open head. */
export function Arrow(
  { points: [tail, tip] }: { points: readonly [SheetPoint, SheetPoint] },
): JSX.Element {
  const angle = Math.atan2(tip[1] - tail[1], tip[0] - tail[0]);
  const barb = (turn: number): SheetPoint => [
    tip[0] - 8 * Math.cos(angle + turn),
    tip[1] - 8 * Math.sin(angle + turn),
  ];
  return (
    <path
      d={path([tail, tip]) + path([barb(0.45), tip, barb(-0.45)])}
      class="stroke-drawing-move"
      stroke-width="1.5"
    />
  );
}
