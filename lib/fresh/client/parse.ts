/** Parses the props that `serialize.ts` writes. Runs in the browser. */

/** The part of the signals library that restores signals; loaded only when the page's props contain signals. */
export interface SignalMaker {
  signal(value: unknown): unknown;
  computed(compute: () => unknown): unknown;
}

/** A placeholder in the props for JSX that the server rendered. */
export class Slot {
  constructor(readonly id: number) {}
}

const SPECIAL = [undefined, undefined, NaN, Infinity, -Infinity, -0];
const HOLE = -2;

/** Restores the values that refer to no others, from what the server wrote after their tag. */
const LEAVES: Record<string, (first: never, second: never) => unknown> = {
  Data: (value: unknown) => value,
  Slot: (id: number) => new Slot(id),
  BigInt,
  Date: (time: number | null) => new Date(time ?? NaN),
  URL: (href: string) => new URL(href),
  RegExp: (source: string, flags: string) => new RegExp(source, flags),
  Uint8Array: (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)),
};

type Encoded = string | number | boolean | null | Encoded[] | { [key: string]: number };

/** Restores the props of the page's islands, including references that they share. */
export function parse([root, list]: [number, Encoded[]], signals?: SignalMaker): unknown {
  const made = new Map<number, unknown>();

  function get(index: unknown): unknown {
    const at = Number(index);
    if (at < 0) return SPECIAL[-1 - at];
    if (!made.has(at)) decode(at, list[at]);
    return made.get(at);
  }

  function keep<T>(index: number, value: T): T {
    made.set(index, value);
    return value;
  }

  function decode(index: number, value: Encoded | undefined): void {
    if (typeof value !== "object" || value === null) {
      keep(index, value);
    } else if (!Array.isArray(value)) {
      const object: Record<string, unknown> = keep(index, {});
      for (const key in value) object[key] = get(value[key]);
    } else if (typeof value[0] === "string") {
      decodeTagged(index, value[0], value[1], value[2]);
    } else {
      const array: unknown[] = keep(index, new Array(value.length));
      value.forEach((item, i) => {
        if (item !== HOLE) array[i] = get(item);
      });
    }
  }

  function decodeTagged(index: number, tag: string, first: unknown, second: unknown): void {
    if (tag === "Set") {
      const set = keep(index, new Set());
      for (const item of first as number[]) set.add(get(item));
    } else if (tag === "Map") {
      const map = keep(index, new Map());
      for (const [key, item] of first as [number, number][]) map.set(get(key), get(item));
    } else if (tag === "Signal") keep(index, signals?.signal(get(first)));
    else if (tag === "Computed") {
      const value = get(first);
      keep(index, signals?.computed(() => value));
    } else keep(index, LEAVES[tag]?.(first as never, second as never));
  }

  return get(root);
}
