/**
 * Serialises island props as a flat list of values that refer to each other by index, which preserves shared and
 * circular references. `client/parse.ts` reads the list.
 */
/** Negative indexes stand for values that are not in the list. */
const UNDEFINED = -1;
const HOLE = -2;
const NAN = -3;
const INFINITY = -4;
const NEGATIVE_INFINITY = -5;
const NEGATIVE_ZERO = -6;

export interface Serialized {
  /** A JavaScript expression, safe inside `<script>`. */
  readonly code: string;
  readonly hasSignals: boolean;
}

/** Returns the id of the slot that holds a JSX element of the props, or undefined for any other value. */
export type SlotOf = (value: object) => number | undefined;

/**
 * Serialises plain data, `bigint`, `Date`, `URL`, `RegExp`, `Map`, `Set`, `Uint8Array`, signals, and JSX elements that
 * `slotOf` knows. `hold` may replace the code of a constant by a placeholder; see `held.ts`.
 *
 * @throws {Error} For a function or a `Temporal` value.
 */
export function serialize(
  data: unknown,
  slotOf: SlotOf,
  hold: (code: string) => string = (code) => code,
): Serialized {
  /** Each value as JSON. */
  const out: string[] = [];
  const seen = new Map<unknown, number>();
  let hasSignals = false;

  function add(value: unknown): number {
    const special = specialIndex(value);
    if (special !== undefined) return special;
    const known = seen.get(value);
    if (known !== undefined) return known;
    const index = out.push("") - 1;
    seen.set(value, index);
    out[index] = encode(value);
    return index;
  }

  function encode(value: unknown): string {
    if (typeof value === "bigint") return tagged("BigInt", String(value));
    if (typeof value === "function") throw new Error("Serializing functions is not supported.");
    if (typeof value !== "object" || value === null) return toJson(value);
    const constant = constantCode(value);
    if (constant !== null) return hold(constant);
    if (Array.isArray(value)) return encodeList(value);
    const slot = slotOf(value);
    if (slot !== undefined) return tagged("Slot", slot);
    // Fast path: most props are plain objects.
    return Object.getPrototypeOf(value) === Object.prototype && !isSignal(value)
      ? encodeRecord(value)
      : encodeSpecial(value);
  }

  function encodeSpecial(value: object): string {
    if (isSignal(value)) {
      hasSignals = true;
      return tagged(isComputed(value) ? "Computed" : "Signal", add(value.peek()));
    }
    if (value instanceof Date) return tagged("Date", value.getTime());
    if (value instanceof URL) return tagged("URL", value.href);
    if (value instanceof RegExp) return tagged("RegExp", value.source, value.flags);
    if (value instanceof Uint8Array) return tagged("Uint8Array", value.toBase64());
    if (value instanceof Set) return tagged("Set", Array.from(value, add));
    if (value instanceof Map) {
      return tagged("Map", Array.from(value, ([key, item]) => [add(key), add(item)]));
    }
    const type = Object.prototype.toString.call(value).slice(8, -1);
    if (type.startsWith("Temporal.")) throw new Error(`Serializing ${type} is not supported.`);
    return encodeRecord(value);
  }

  function encodeList(list: readonly unknown[]): string {
    const encoded: number[] = [];
    for (let i = 0; i < list.length; i++) encoded.push(i in list ? add(list[i]) : HOLE);
    return `[${encoded.join()}]`;
  }

  function encodeRecord(value: object): string {
    const encoded: string[] = [];
    for (const [key, item] of Object.entries(value)) {
      if (key !== "__proto__") encoded.push(`${toJson(key)}:${add(item)}`);
    }
    return `{${encoded.join()}}`;
  }

  const root = add(data);
  return { code: `[${root},[${out.join()}]]`, hasSignals };
}

/** Returns JSON that cannot close the surrounding `<script>`. */
function toJson(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

function tagged(...parts: [tag: string, ...values: unknown[]]): string {
  return toJson(parts);
}

const codes = new WeakMap<object, string>();

/** Returns the cached code of a constant; null for anything else. */
function constantCode(value: object): string | null {
  return isConstant(value) ? codes.getOrInsertComputed(value, () => tagged("Data", value)) : null;
}

const constants = new WeakMap<object, boolean>();

/**
 * Whether a value is deeply frozen plain data. It can never change, so copies are indistinguishable from shared
 * references and it is written as plain JSON. The result is cached forever.
 */
function isConstant(value: object): boolean {
  if (!Object.isFrozen(value)) return false;
  const known = constants.get(value);
  if (known !== undefined) return known;
  // A circular value meets this entry during the recursion, and so does not count as constant.
  constants.set(value, false);
  const verdict = isPlain(value) && Object.values(value).every(isConstantValue);
  constants.set(value, verdict);
  return verdict;
}

function isPlain(value: object): boolean {
  if (Array.isArray(value)) return Object.keys(value).length === value.length;
  return Object.getPrototypeOf(value) === Object.prototype && !Object.hasOwn(value, "__proto__") &&
    !("toJSON" in value);
}

function isConstantValue(value: unknown): boolean {
  if (typeof value === "object") return value === null || isConstant(value);
  if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0);
  return typeof value === "string" || typeof value === "boolean";
}

function specialIndex(value: unknown): number | undefined {
  if (value === undefined) return UNDEFINED;
  if (typeof value !== "number") return undefined;
  if (Number.isNaN(value)) return NAN;
  if (value === Infinity) return INFINITY;
  if (value === -Infinity) return NEGATIVE_INFINITY;
  return Object.is(value, -0) ? NEGATIVE_ZERO : undefined;
}

/** Whether a value is a signal. Checks its shape, so that an app without signals need not load the library. */
export function isSignal(value: object): value is { peek(): unknown; value: unknown } {
  return "peek" in value && typeof value.peek === "function" && "value" in value;
}

function isComputed(value: object): boolean {
  return ("x" in value && typeof value.x === "function") ||
    ("_fn" in value && typeof value._fn === "function");
}
