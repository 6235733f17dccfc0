import type { JSX } from "preact";
import { classNames } from "@/components/ui/class_names.ts";
import { LeafIcon, LeafView } from "./Leaves.tsx";
import { type DrawnSystem, type Finish, finishOf } from "./finish.ts";
import { MovesInElevation } from "./Moves.tsx";
import type { View } from "./perspective.ts";
import { type Leaf, planWall, type WallPlan } from "./plan.ts";
import { PlanStrip } from "./PlanStrip.tsx";
import { Beyond, Figure, Surround } from "./Surroundings.tsx";

/** The `viewBox` of the wall without its surroundings. */
const ICON_PLACE = { x: 28, y: 24, width: 424, height: 252 } as const;
export const ICON_BOX = Object.values(ICON_PLACE).join(" ");

/**
 * An architect's drawing of a system: the wall in elevation, half open, with a person for scale, and below it the
 * same moment in plan. It replaces missing photographs (design §10).
 */
export function SystemDrawing({ system, title, detail = "full", class: className }: {
  system: DrawnSystem;
  /** The accessible name, if the drawing says more than the text beside it. Otherwise it is decorative. */
  title?: string;
  /** `icon` is for sizes under about 120 pixels: only the wall, with fewer lines. */
  detail?: "icon" | "full";
  class?: string;
}): JSX.Element {
  const finish = finishOf(system);
  const Sheet = detail === "icon" ? IconSheet : FullSheet;
  return (
    <svg
      class={classNames("drawing", className)}
      viewBox={detail === "icon" ? ICON_BOX : "0 0 480 368"}
      stroke-width="1"
      stroke-linejoin="round"
      {...(title ? { role: "img", "aria-label": title } : { "aria-hidden": "true" as const })}
    >
      <Sheet finish={finish} />
    </svg>
  );
}

/** The wall of a system without its surroundings, for use inside an `svg`. */
export function SystemIcon({ system }: { system: DrawnSystem }): JSX.Element {
  return <IconSheet finish={finishOf(system)} />;
}

/** The wall of a system as an SVG symbol, for pages that show the same small drawing many times. */
export function SystemSymbol({ id, system, sameAs }: {
  id: string;
  system: DrawnSystem;
  /** Id of a symbol with the same lines, to which this one then refers. */
  sameAs?: string | undefined;
}): JSX.Element {
  return (
    <symbol id={id} viewBox={ICON_BOX}>
      {sameAs === undefined
        ? <SystemIcon system={system} />
        : <use href={`#${sameAs}`} {...ICON_PLACE} />}
    </symbol>
  );
}

/** Returns the plan of the wall of a system, and its place on the sheet. */
function wallOf(finish: Finish): { readonly plan: WallPlan; readonly view: View } {
  return { plan: planWall(finish), view: { left: 40, floor: 250, mirrored: finish.mirrored } };
}

function FullSheet({ finish }: { finish: Finish }): JSX.Element {
  const { plan, view } = wallOf(finish);
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

/** Only the wall. Its lines set `vector-effect` themselves, because a `use` does not match the class of the sheet. */
export function IconSheet({ finish }: { finish: Finish }): JSX.Element {
  const { plan, view } = wallOf(finish);
  return (
    <g stroke-width="1.25">
      <path d="M30 38h420M30 252h420" vector-effect="non-scaling-stroke" />
      {backToFront(plan.leaves).map((leaf, index) => (
        <LeafIcon key={index} leaf={leaf} finish={finish} view={view} />
      ))}
    </g>
  );
}

/** Sorts leaves by depth, so that those farther from the eye are drawn first. */
function backToFront(leaves: readonly Leaf[]): Leaf[] {
  const depth = ({ from, to }: Leaf) => from.z + to.z;
  return [...leaves].sort((a, b) => depth(a) - depth(b));
}
