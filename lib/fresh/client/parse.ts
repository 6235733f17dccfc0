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
    const text = typeof first === "string" ? first : "";
    if (tag === "Set") {
      const set = keep(index, new Set());
      if (Array.isArray(first)) { for (const item of first) set.add(get(item)); }
    } else if (tag === "Map") {
      const map = keep(index, new Map());
      if (Array.isArray(first)) { for (const [key, item] of first) map.set(get(key), get(item)); }
    } else if (tag === "Signal") keep(index, signals?.signal(get(first)));
    else if (tag === "Computed") {
      const value = get(first);
      keep(index, signals?.computed(() => value));
    } else if (tag === "Data") keep(index, first);
    else if (tag === "Slot") keep(index, new Slot(Number(first)));
    else if (tag === "BigInt") keep(index, BigInt(text));
    else if (tag === "Date") keep(index, new Date(first === null ? NaN : Number(first)));
    else if (tag === "URL") keep(index, new URL(text));
    else if (tag === "RegExp") keep(index, new RegExp(text, String(second)));
    else keep(index, Uint8Array.from(atob(text), (char) => char.charCodeAt(0)));
  }

  return get(root);
}
