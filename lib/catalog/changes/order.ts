/** Reorders records by a number, such as a priority or position; ties are broken by id. Pure. */
import type { Author } from "@/lib/records/mod.ts";

/** A record and its number in the order. */
export interface Placed {
  readonly id: string;
  readonly place: number;
}

/** Which record moves in which direction, and the largest number allowed. */
export interface Move {
  readonly id: string;
  readonly direction: "up" | "down";
  readonly max?: number;
}

/** Lowest and highest position that staff can give a record. */
export const POSITION: { readonly min: number; readonly max: number } = { min: 0, max: 9999 };

/** Returns the position for a new record at the end of a list, at most `POSITION.max`. */
export function nextPosition(records: readonly { readonly position: number }[]): number {
  return Math.min(Math.max(0, ...records.map(({ position }) => position)) + 1, POSITION.max);
}

/** A move with its author, for the audit log. */
export interface OrderMove extends Move {
  readonly by: Author;
}

/**
 * Swaps a record with its neighbour, and returns the new numbers of the records that change, by id. The two swap their
 * numbers; if equal numbers leave no room, as few following records as possible get new numbers, so that all others
 * keep their order. Returns an empty map at an end of the list.
 */
export function moveInOrder(
  records: readonly Placed[],
  { id, direction, max = Number.MAX_SAFE_INTEGER }: Move,
): ReadonlyMap<string, number> {
  const sorted = records.toSorted((a, b) => isBefore(a, b) ? -1 : 1);
  const from = sorted.findIndex((record) => record.id === id);
  const to = direction === "up" ? from - 1 : from + 1;
  const [moved, neighbour] = [sorted[from], sorted[to]];
  if (!moved || !neighbour) return new Map();
  const wanted = sorted.map(({ id, place }, index) => ({
    id: index === to ? moved.id : index === from ? neighbour.id : id,
    place,
  }));
  return changesOf(records, wanted, max);
}

/** Moves a record directly before or after another one. */
export interface Placing {
  readonly id: string;
  readonly beside: string;
  readonly side: "before" | "after";
  readonly max?: number;
}

/**
 * Moves a record directly before or after another, at any distance, and returns the new numbers of the records that
 * change, by id. The record gets a number between its new neighbours; if they leave no room, as few following records
 * as possible get new numbers. Returns an empty map when the record is already there or either record is missing.
 */
export function placeInOrder(
  records: readonly Placed[],
  { id, beside, side, max = Number.MAX_SAFE_INTEGER }: Placing,
): ReadonlyMap<string, number> {
  const sorted = records.toSorted((a, b) => isBefore(a, b) ? -1 : 1);
  const from = sorted.findIndex((record) => record.id === id);
  const others = sorted.filter((record) => record.id !== id);
  const target = others.findIndex((record) => record.id === beside);
  if (from < 0 || target < 0) return new Map();
  const to = side === "before" ? target : target + 1;
  if (to === from) return new Map();
  const [previous, next] = [others[to - 1]?.place, others[to]?.place];
  const place = placeBetween(previous, next, max);
  return changesOf(records, others.toSpliced(to, 0, { id, place }), max);
}

/** Returns a number between two neighbours, of which one may be missing; theirs when they leave no room. */
function placeBetween(
  previous: number | undefined,
  next: number | undefined,
  max: number,
): number {
  if (previous === undefined) return Math.max(1, (next ?? 1) - 1);
  if (next === undefined) return Math.min(previous + 10, max);
  return Math.floor((previous + next) / 2);
}

/**
 * Returns the numbers that must change to give the records the wanted order. Numbers are raised; if that would exceed
 * `max`, they are lowered from the end instead.
 */
function changesOf(
  records: readonly Placed[],
  wanted: readonly Placed[],
  max: number,
): ReadonlyMap<string, number> {
  const risen = spread(wanted, 1);
  const placed = (risen.at(-1)?.place ?? 0) <= max ? risen : spread(wanted.toReversed(), -1);
  const before = new Map(records.map(({ id, place }) => [id, place]));
  return new Map(
    placed.filter(({ id, place }) => before.get(id) !== place).map(({ id, place }) => [id, place]),
  );
}

/** Keeps the number of each record, or replaces it by the nearest number in direction `step` that keeps the order. */
function spread(wanted: readonly Placed[], step: 1 | -1): Placed[] {
  const follows = (a: Placed, b: Placed) => step === 1 ? isBefore(a, b) : isBefore(b, a);
  const placed: Placed[] = [];
  for (const record of wanted) {
    const last = placed.at(-1);
    if (last === undefined || follows(last, record)) placed.push(record);
    else {
      const beside = { id: record.id, place: last.place };
      placed.push(follows(last, beside) ? beside : { ...beside, place: last.place + step });
    }
  }
  return placed;
}

/** Ids by code unit, as snapshots compare them. */
function isBefore(a: Placed, b: Placed): boolean {
  return a.place === b.place ? a.id < b.id : a.place < b.place;
}
