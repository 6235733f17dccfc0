/** Choosing several of a grid by mouse and keys, as lists of files do. Pure. */

/** What is chosen of a grid, and where one is in it. */
export interface Choosing<T> {
  readonly chosen: readonly T[];
  /** Index of what the keys act on. */
  readonly active: number;
  /** Where a range begins: the last that was chosen by itself. */
  readonly anchor: number;
}

/** Nothing is chosen yet. */
export const NOTHING_CHOSEN: Choosing<never> = { chosen: [], active: 0, anchor: 0 };

interface Action<T> {
  readonly shown: readonly T[];
  readonly index: number;
  /** From the anchor as far as here. */
  readonly range: boolean;
  readonly single: boolean;
  /** What cannot be chosen, for it is there already. */
  readonly taken: (member: T) => boolean;
}

/** Chooses a member of the grid or takes that back; a range only adds. What is chosen from elsewhere stays. */
export function choose<T extends { readonly id: string }>(
  { chosen, anchor }: Choosing<T>,
  { shown, index, range, single, taken }: Action<T>,
): Choosing<T> {
  const member = shown[index];
  if (member === undefined) return { chosen, active: index, anchor };
  const isChosen = chosen.some(({ id }) => id === member.id);
  if (range && !single) {
    const [first, last] = rangeOf(anchor, index);
    const within = shown.slice(first, last + 1)
      .filter((one) => !taken(one) && !chosen.some(({ id }) => id === one.id));
    return { chosen: [...chosen, ...within], active: index, anchor };
  }
  if (taken(member)) return { chosen, active: index, anchor };
  const others = chosen.filter(({ id }) => id !== member.id);
  const next = isChosen ? others : single ? [member] : [...chosen, member];
  return { chosen: next, active: index, anchor: index };
}

/** The first and the last index of a range, whichever end it was begun at. */
export function rangeOf(anchor: number, index: number): readonly [first: number, last: number] {
  return anchor < index ? [anchor, index] : [index, anchor];
}

/** Where a key leads in a grid; null for a key that leads nowhere. */
export function keyTarget(
  key: string,
  { active, count, columns }: { active: number; count: number; columns: number },
): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: active + 1,
    ArrowLeft: active - 1,
    ArrowDown: active + columns,
    ArrowUp: active - columns,
    Home: 0,
    End: count - 1,
  };
  const target = steps[key];
  if (target === undefined || count === 0) return null;
  if (target >= 0 && target < count) return target;
  return key === "ArrowDown" && active < count - 1 ? count - 1 : active;
}
