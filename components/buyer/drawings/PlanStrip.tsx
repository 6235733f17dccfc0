import type { JSX } from "preact";
import type { Finish } from "./finish.ts";
import { Arrow } from "./Moves.tsx";
import { path, round, type SheetPoint } from "./perspective.ts";
import { type Leaf, type Move, OPENING, type Spot, type WallPlan } from "./plan.ts";

/** The wall in plan at the same moment, aligned with the elevation above it. */
export function PlanStrip({ finish, plan, left, top }: {
  finish: Finish;
  plan: WallPlan;
  left: number;
  /** Vertical position of the wall line on the sheet. */
  top: number;
}): JSX.Element {
  const onSheet = ({ x, z }: Spot): SheetPoint => [
    left + (finish.mirrored ? OPENING.width - x : x),
    top + z,
  ];
  const depth = plan.tracks.at(-1) ?? 0;
  const tracks = plan.tracks.map((z) =>
    path([onSheet({ x: 0, z }), onSheet({ x: OPENING.width, z })])
  );
  const right = left + OPENING.width;
  return (
    <>
      <path
        d={`M${left - 40} ${top - 5}h40v${depth + 10}h-40M${right + 40} ${top - 5}h-40v${
          depth + 10
        }h40`}
        class="fill-drawing-ground"
        stroke-width="1.5"
      />
      <path d={tracks.join("")} class="stroke-drawing-faint" stroke-dasharray="8 3 2 3" />
      {plan.moves.map((move, index) => (
        <MoveInPlan key={index} move={move} onSheet={onSheet} mirrored={finish.mirrored} />
      ))}
      {plan.leaves.map((leaf, index) => (
        <path key={index} d={slab(leaf, thickness(finish), onSheet)} class="fill-surface-raised" />
      ))}
    </>
  );
}

function thickness({ frame, operation }: Finish): number {
  return operation === "accordion" ? 1 : frame === 0 ? 1.6 : 4.4;
}

/** Path data of a leaf in plan: a thin rectangle around its line. */
function slab({ from, to }: Leaf, thick: number, onSheet: (spot: Spot) => SheetPoint): string {
  const length = Math.hypot(to.x - from.x, to.z - from.z);
  const [x, z] = [-(to.z - from.z) / length * thick / 2, (to.x - from.x) / length * thick / 2];
  const corners = [
    { x: from.x + x, z: from.z + z },
    { x: to.x + x, z: to.z + z },
    { x: to.x - x, z: to.z - z },
    { x: from.x - x, z: from.z - z },
  ];
  return path(corners.map(onSheet), { closed: true });
}

function MoveInPlan({ move, onSheet, mirrored }: {
  move: Move;
  onSheet: (spot: Spot) => SheetPoint;
  mirrored: boolean;
}): JSX.Element | null {
  if (move.kind === "lift") return null;
  if (move.kind === "slide") return <Arrow points={[onSheet(move.from), onSheet(move.to)]} />;
  const reach = round(Math.hypot(move.from.x - move.pivot.x, move.from.z - move.pivot.z));
  const [start, end] = [onSheet(move.from), onSheet(move.to)];
  const arc = `M${start.map(round).join(" ")}A${reach} ${reach} 0 0 ${mirrored ? 0 : 1} ` +
    end.map(round).join(" ");
  return (
    <path
      d={path([onSheet(move.pivot), start]) + arc}
      class="stroke-drawing-move"
      stroke-dasharray="5 4"
    />
  );
}
