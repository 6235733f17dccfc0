import type { JSX } from "preact";
import { classNames } from "../../ui/class_names.ts";
import { LeafIcon, LeafView } from "./Leaves.tsx";
import { type DrawnSystem, type Finish, finishOf } from "./finish.ts";
import { MovesInElevation } from "./Moves.tsx";
import { DRAWING_LOOK } from "./look.ts";
import type { View } from "./perspective.ts";
import { type Leaf, planWall, type WallPlan } from "./plan.ts";
import { PlanStrip } from "./PlanStrip.tsx";
import { Beyond, Figure, Surround } from "./Surroundings.tsx";

interface SystemDrawingProps {
  system: DrawnSystem;
  /** Names the drawing where it says something the words beside it do not; else it is decoration. */
  title?: string;
  /** `icon` is for sizes under about 120 pixels: the wall alone, in fewer lines. */
  detail?: "icon" | "full";
  class?: string;
}

/** The wall alone, without the room around it. */
const ICON_BOX = "28 24 424 252";

/**
 * A system as an architect would draw it: the wall in elevation, half open, with a person for scale, and
 * below it the same moment in plan. Stands in for photographs until there are some (design §10).
 */
export function SystemDrawing(props: SystemDrawingProps): JSX.Element {
  const { system, title, detail = "full", class: className } = props;
  const finish = finishOf(system);
  const Sheet = detail === "icon" ? IconSheet : FullSheet;
  return (
    <svg
      class={classNames(DRAWING_LOOK, className)}
      viewBox={detail === "icon" ? ICON_BOX : "0 0 480 368"}
      stroke-width="1"
      stroke-linejoin="round"
      focusable="false"
      {...(title ? { role: "img", "aria-label": title } : { "aria-hidden": "true" as const })}
    >
      <Sheet finish={finish} plan={planWall(finish)} />
    </svg>
  );
}

/** The wall of a system as a symbol, for pages that show the same small drawing many times. */
export function SystemSymbol({ id, system }: { id: string; system: DrawnSystem }): JSX.Element {
  const finish = finishOf(system);
  return (
    <symbol id={id} viewBox={ICON_BOX}>
      <IconSheet finish={finish} plan={planWall(finish)} />
    </symbol>
  );
}

interface SheetProps {
  finish: Finish;
  plan: WallPlan;
}

function FullSheet({ finish, plan }: SheetProps): JSX.Element {
  const view: View = { left: 40, floor: 250, mirrored: finish.mirrored };
  return (
    <>
      <Beyond finish={finish} view={view} />
      <Figure plan={plan} view={view} sill={finish.sill} />
      <Surround finish={finish} plan={plan} view={view} />
      {backToFront(plan.leaves).map((leaf, index) => (
        <LeafView key={index} leaf={leaf} finish={finish} view={view} />
      ))}
      <MovesInElevation plan={plan} view={view} />
      <PlanStrip finish={finish} plan={plan} left={view.left} top={284} />
    </>
  );
}

/** The wall alone. Its lines name their own effect: a `use` elsewhere on the page does not take the sheet's class. */
export function IconSheet({ finish, plan }: SheetProps): JSX.Element {
  const view: View = { left: 40, floor: 250, mirrored: finish.mirrored };
  return (
    <g stroke-width="1.25">
      <path d="M30 38h420M30 252h420" vector-effect="non-scaling-stroke" />
      {backToFront(plan.leaves).map((leaf, index) => (
        <LeafIcon key={index} leaf={leaf} finish={finish} view={view} />
      ))}
    </g>
  );
}

/** What is farther from the eye is drawn first. */
function backToFront(leaves: readonly Leaf[]): Leaf[] {
  const depth = ({ from, to }: Leaf) => from.z + to.z;
  return [...leaves].sort((a, b) => depth(a) - depth(b));
}
