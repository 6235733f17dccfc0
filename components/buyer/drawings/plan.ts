/**
 * The model of a drawing in plan: the position of each leaf of a half-open wall.
 * The elevation and the plan strip are two views of this one model, so they cannot disagree.
 *
 * Lengths are drawing units, about 81 to the metre. `x` runs along the opening from its left jamb, `z`
 * towards the viewer from the line of the track, `h` up from the floor.
 */

/** Size of the opening that every system is drawn in. */
export const OPENING = { width: 400, height: 210 } as const;

/** A point in plan. */
export interface Spot {
  x: number;
  z: number;
}

/** One rigid panel between two points in plan. */
export interface Leaf {
  from: Spot;
  to: Spot;
  /** Heights of the lower and upper edge above the floor. */
  bottom: number;
  top: number;
  /** Whether it has a pass door. */
  door?: boolean;
}

/** A movement along the track, around a pivot or upwards. */
export type Move =
  | { kind: "slide"; from: Spot; to: Spot }
  | { kind: "swing"; pivot: Spot; from: Spot; to: Spot }
  | { kind: "lift"; x: number; from: number; to: number };

/** A half-open wall. */
export interface WallPlan {
  leaves: Leaf[];
  /** Distances of the tracks from the wall line, which also set the depth of the wall in plan. */
  tracks: number[];
  moves: Move[];
  /** The clear part of the opening, for the figure; null where there is none. */
  clear: { from: number; to: number } | null;
}

export type Operation =
  | "folding"
  | "single-track"
  | "multi-track"
  | "pivoting"
  | "frameless"
  | "acoustic"
  | "lift"
  | "accordion"
  | "generic";

/** The first match wins, so the more specific words come first. */
const OPERATION_WORDS: readonly (readonly [RegExp, Operation])[] = [
  [/accordion|pleated/i, "accordion"],
  [/acoustic|partition/i, "acoustic"],
  [/lift|vertical|guillotine/i, "lift"],
  [/frameless|all.glass/i, "frameless"],
  [/pivot/i, "pivoting"],
  [/multi/i, "multi-track"],
  [/fold/i, "folding"],
  [/single|stack/i, "single-track"],
];

/** Returns the operation that a catalog label names; `generic` for an unknown label or none. */
export function operationOf(label: string | null): Operation {
  return OPERATION_WORDS.find(([words]) => words.test(label ?? ""))?.[1] ?? "generic";
}

interface PlanRequest {
  operation: Operation;
  /** Number of leaves across the closed opening. Each operation limits it to what it can show. */
  leaves: number;
  /** Height of the sill or counter under the leaves. */
  sill: number;
}

/** Returns the plan of a half-open wall. */
export function planWall({ operation, leaves, sill }: PlanRequest): WallPlan {
  return PLANNERS[operation](leaves, { bottom: sill + 2, top: OPENING.height });
}

interface Edges {
  bottom: number;
  top: number;
}

const PLANNERS: Record<Operation, (leaves: number, edges: Edges) => WallPlan> = {
  folding: (leaves, edges) => zigzag(leaves > 6 ? 8 : 6, 52, edges),
  accordion: (leaves, edges) => zigzag(leaves * 2 + 8, 64, edges),
  "single-track": (leaves, edges) => stacked(leaves, { ...edges, closed: 2, lean: 0 }),
  frameless: (leaves, edges) => stacked(leaves, { ...edges, closed: 2, lean: 9 }),
  acoustic: (leaves, edges) => {
    const plan = stacked(leaves, { ...edges, closed: 3, lean: 0 });
    const last = plan.leaves.findLast(({ from, to }) => from.z === to.z && from.x > 0);
    if (last) last.door = true;
    return plan;
  },
  "multi-track": telescope,
  generic: (_leaves, edges) => telescope(4, edges),
  pivoting,
  lift: lifted,
};

/** Hinged leaves folded towards the left jamb, each at `angle` degrees to the wall. */
function zigzag(count: number, angle: number, edges: Edges): WallPlan {
  const width = OPENING.width / count;
  const step = width * Math.cos(angle * Math.PI / 180);
  const depth = width * Math.sin(angle * Math.PI / 180);
  const knee = (index: number): Spot => ({ x: index * step, z: index % 2 === 0 ? 0 : depth });
  const end = count * step;
  return {
    leaves: range(count).map((index) => ({ from: knee(index), to: knee(index + 1), ...edges })),
    tracks: [0],
    moves: [slide(end + 54, end + 10, 0)],
    clear: { from: end + 54, to: OPENING.width },
  };
}

/** Single leaves on one track: some closed, one moving, the rest parked across the track at the left jamb. */
function stacked(
  count: number,
  { closed, lean, ...edges }: Edges & { closed: number; lean: number },
): WallPlan {
  const total = Math.max(count, closed + 3);
  const width = OPENING.width / total;
  const parked = total - closed - 1;
  const pitch = 11;
  const across = (index: number): Leaf => {
    const x = 7 + index * pitch;
    return { from: { x, z: 0 }, to: { x: x + lean, z: width * 0.98 }, ...edges };
  };
  const along = (x: number): Leaf => ({ from: { x, z: 0 }, to: { x: x + width, z: 0 }, ...edges });
  const shut = range(closed).map((index) => along(OPENING.width - (index + 1) * width));
  const gap = OPENING.width - closed * width - (7 + parked * pitch);
  const moving = along(OPENING.width - closed * width - width - Math.min(26, gap * 0.14));
  return {
    leaves: [...range(parked).map(across), moving, ...shut.reverse()],
    tracks: [0],
    moves: [slide(moving.from.x - 8, moving.from.x - 48, 0)],
    clear: { from: 7 + parked * pitch, to: moving.from.x - 62 },
  };
}

/** Leaves on parallel tracks, pushed to the left behind one another. */
function telescope(leaves: number, edges: Edges): WallPlan {
  const count = 2 + leaves % 3;
  const width = OPENING.width / count;
  const shown = range(count).map((index): Leaf => {
    const x = index * width * 0.46;
    const z = index * 10;
    return { from: { x, z }, to: { x: x + width, z }, ...edges };
  });
  const end = (count - 1) * width * 0.46 + width;
  return {
    leaves: shown,
    tracks: range(count).map((index) => index * 10),
    moves: [slide(end + 54, end + 10, (count - 1) * 10)],
    clear: { from: end + 54, to: OPENING.width },
  };
}

/** Wide leaves that turn about a pivot about a third of the way in. */
function pivoting(leaves: number, edges: Edges): WallPlan {
  const count = leaves > 6 ? 4 : 3;
  const width = OPENING.width / count;
  const plans = range(count).map((index) => {
    const angle = 60 - index * 15;
    const pivot = { x: index * width + width * 0.3, z: 0 };
    const turn = (reach: number, degrees: number): Spot => ({
      x: pivot.x + reach * Math.cos(degrees * Math.PI / 180),
      z: pivot.z + reach * Math.sin(degrees * Math.PI / 180),
    });
    const leaf: Leaf = { from: turn(-0.3 * width, angle), to: turn(0.7 * width, angle), ...edges };
    const move: Move = { kind: "swing", pivot, from: turn(0.7 * width, 0), to: leaf.to };
    return { leaf, move };
  });
  return {
    leaves: plans.map(({ leaf }) => leaf),
    tracks: [0],
    moves: plans.map(({ move }) => move),
    clear: { from: width * 0.62, to: width * 1.08 },
  };
}

/** Sections as wide as the opening. The top one is fixed, and the lower ones are raised behind it. */
function lifted(leaves: number, { bottom, top }: Edges): WallPlan {
  const count = leaves > 6 ? 3 : 2;
  const section = (top - bottom) / count;
  const raise = section * (count === 2 ? 0.72 : 0.62);
  const shown = range(count).map((index): Leaf => {
    const lowest = bottom + (count - 1 - index) * section + index * raise;
    const z = index * 8;
    return {
      from: { x: 0, z },
      to: { x: OPENING.width, z },
      bottom: lowest,
      top: lowest + section,
    };
  });
  const edge = shown.at(-1)?.bottom ?? bottom;
  return {
    leaves: shown,
    tracks: range(count).map((index) => index * 8),
    moves: [{ kind: "lift", x: OPENING.width * 0.5, from: edge - 52, to: edge - 8 }],
    clear: { from: OPENING.width * 0.6, to: OPENING.width * 0.8 },
  };
}

function slide(from: number, to: number, z: number): Move {
  return { kind: "slide", from: { x: from, z }, to: { x: to, z } };
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
