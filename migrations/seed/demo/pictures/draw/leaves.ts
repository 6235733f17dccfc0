/** Where the leaves of a movable wall stand, for every way of opening and any state between closed and open. */
import type { Ground } from "./camera.ts";
import { upTo } from "./random.ts";

export type Operation =
  | "folding"
  | "multi-track"
  | "single-track"
  | "frameless"
  | "pivoting"
  | "acoustic"
  | "accordion"
  | "lift"
  | "fold-up";

export interface Leaf {
  from: Ground;
  to: Ground;
  bottom: number;
  top: number;
  /** How far its lower and upper edges stand out of the line between `from` and `to`. */
  tilt?: readonly [number, number];
  /** Carries a handle at this end. */
  handle?: "from" | "to";
}

export interface Opening {
  width: number;
  height: number;
  /** Height of the counter or sill under the leaves. */
  sill: number;
}

export interface Movement {
  operation: Operation;
  leaves: number;
  /** 0 is closed and 1 is open as far as it goes. */
  open: number;
  /** Leaves move out of the way towards both jambs. */
  split?: boolean;
  /** Leaves rest at the right jamb. */
  mirrored?: boolean;
  /** 1 when leaves turn and park beyond the wall, -1 when on the eye's side. */
  towards?: 1 | -1;
}

/** The leaves of a wall in an opening whose middle is at 0. */
export function layOut(movement: Movement, opening: Opening): Leaf[] {
  const { split = false, mirrored = false, towards = 1 } = movement;
  const edges = { bottom: opening.sill + 0.015, top: opening.height - 0.06 };
  const width = opening.width - 0.12;
  const left = -width / 2;
  const half = split ? 2 : 1;
  const laid = LAYOUTS[movement.operation]({
    count: Math.max(1, Math.round(movement.leaves / half)),
    open: movement.open,
    width: width / half,
    ...edges,
  });
  const placed = laid.map((leaf) => moved(leaf, ([x, z]) => [left + x, z * towards]));
  const flip = (leaf: Leaf) => moved(leaf, ([x, z]) => [-x, z]);
  if (split) return [...placed, ...placed.map(flip)];
  return mirrored ? placed.map(flip) : placed;
}

function moved(leaf: Leaf, move: (spot: Ground) => Ground): Leaf {
  return { ...leaf, from: move(leaf.from), to: move(leaf.to) };
}

interface Layout {
  count: number;
  open: number;
  width: number;
  bottom: number;
  top: number;
}

/** Leaves from the left jamb at 0, turning and parking towards positive `z`. */
const LAYOUTS: Record<Operation, (layout: Layout) => Leaf[]> = {
  folding: ({ count, open, width, bottom, top }) => {
    const angle = open * 1.46;
    const reach = width / count;
    const knee = (index: number): Ground => [
      index * reach * Math.cos(angle),
      index % 2 === 0 ? 0 : reach * Math.sin(angle),
    ];
    return upTo(count).map((index) => ({
      from: knee(index),
      to: knee(index + 1),
      bottom,
      top,
      ...(index === count - 1 ? { handle: "to" as const } : {}),
    }));
  },
  "multi-track": ({ count, open, width, bottom, top }) => {
    const reach = width / count;
    return upTo(count).map((index) => {
      const x = index * reach * (1 - open * (count - 1) / count) + (index > 0 ? 0.02 * open : 0);
      const z = (count - 1 - index) * 0.075;
      return {
        from: [x, z],
        to: [x + reach + 0.03, z],
        bottom,
        top,
        ...(index === count - 1 ? { handle: "to" as const } : {}),
      };
    });
  },
  "single-track": (layout) => stacked(layout, 0),
  frameless: (layout) => stacked(layout, 0.05),
  acoustic: (layout) => stacked(layout, 0),
  accordion: ({ count, open, width, bottom, top }) => {
    const pleat = width / count / Math.cos(0.42);
    const extent = width * Math.max(0.09, 1 - open);
    const angle = Math.acos(Math.min(1, extent / count / pleat));
    const depth = pleat * Math.sin(angle);
    const knee = (index: number): Ground => [
      index * extent / count,
      index % 2 === 0 ? -depth / 2 : depth / 2,
    ];
    return upTo(count).map((index) => ({ from: knee(index), to: knee(index + 1), bottom, top }));
  },
  pivoting: ({ count, open, width, bottom, top }) => {
    const reach = width / count;
    return upTo(count).map((index) => {
      const angle = open * (1.25 - 0.22 * (count === 1 ? 0.6 : index % 3));
      const pivot = index * reach + reach * 0.3;
      const at = (length: number): Ground => [
        pivot + length * Math.cos(angle),
        length * Math.sin(angle),
      ];
      return {
        from: at(-0.3 * reach + 0.01),
        to: at(0.7 * reach - 0.01),
        bottom,
        top,
        handle: "to" as const,
      };
    });
  },
  lift: ({ count, open, width, bottom, top }) => {
    const section = (top - bottom) / count;
    return upTo(count).map((index) => {
      const lowest = bottom + index * section + (count - 1 - index) * section * open;
      const z = (count - 1 - index) * 0.09;
      return { from: [0, z], to: [width, z], bottom: lowest, top: lowest + section };
    });
  },
  "fold-up": ({ count, open, width, bottom, top }) => {
    const edge = bottom + (top - bottom) * open * 0.94;
    const section = (top - edge) / count;
    const depth = 0.06 + open * 0.34;
    return upTo(count).map((index) => ({
      from: [0, 0],
      to: [width, 0],
      bottom: edge + index * section,
      top: edge + (index + 1) * section,
      tilt: index % 2 === 0 ? [0, depth] : [depth, 0],
    }));
  },
};

/** Single leaves on one track: the parked ones stand across it, one is under way, the rest are closed. */
function stacked({ count, open, width, bottom, top }: Layout, lean: number): Leaf[] {
  const reach = width / count;
  const closed = Math.round(count * (1 - open));
  const isUnderWay = open > 0 && open < 1 && count - closed > 1;
  const parked = count - closed - (isUnderWay ? 1 : 0);
  const across = upTo(parked).map((index): Leaf => {
    const x = 0.06 + index * 0.11;
    return { from: [x, 0.02], to: [x + lean, reach], bottom, top };
  });
  const along = (x: number): Leaf => ({ from: [x, 0], to: [x + reach - 0.008, 0], bottom, top });
  const shut = upTo(closed).map((index) => along(width - (closed - index) * reach));
  const free = width - closed * reach;
  const underWay = isUnderWay
    ? [along(Math.max(parked * 0.11 + 0.1, free * 0.5 - reach * 0.2))]
    : [];
  return [...across, ...underWay, ...shut];
}
