/** Multiple selection in a grid by mouse and keys, as file managers do it. Pure. */

/** The selection in a grid, and the active member. */
export interface Choosing<T> {
  readonly chosen: readonly T[];
  /** Index of the member that the keys act on. */
  readonly active: number;
  /** Index where a range begins: the last member chosen singly. */
  readonly anchor: number;
}

/** The empty selection. */
export const NOTHING_CHOSEN: Choosing<never> = { chosen: [], active: 0, anchor: 0 };

interface Action<T> {
  readonly shown: readonly T[];
  readonly index: number;
  /** Whether to choose everything from the anchor to `index`. */
  readonly range: boolean;
  readonly single: boolean;
  /** Whether a member is already picked, so it cannot be chosen. */
  readonly taken: (member: T) => boolean;
}

/** Toggles a member of the grid; a range only adds. Members chosen in earlier views of the grid stay chosen. */
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

/** Returns the first and last index of a range, in either direction. */
export function rangeOf(anchor: number, index: number): readonly [first: number, last: number] {
  return anchor < index ? [anchor, index] : [index, anchor];
}

/** Returns the index that a key moves to in a grid; null for other keys and at an edge. */
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
