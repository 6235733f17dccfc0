/** Lenient query parameters: a value that cannot be parsed counts as absent, and is never an error (spec §4.8). */

/**
 * Returns the first value of a parameter, trimmed and without U+0000, which Postgres cannot store. Empty when absent.
 */
export function textParam(params: URLSearchParams, name: string): string {
  return (params.get(name) ?? "").replaceAll("\0", "").trim();
}

/** Bounds and default of an integer parameter. */
interface IntegerRange {
  readonly least: number;
  readonly most: number;
  /** Default when the parameter is absent or not an integer. */
  readonly usual: number;
}

/** Returns an integer parameter in plain digits, clamped to its range. `1e3` and `2.5` give the default. */
export function integerParam(
  params: URLSearchParams,
  name: string,
  { least, most, usual }: IntegerRange,
): number {
  const text = textParam(params, name);
  return /^[+-]?[0-9]+$/.test(text) ? Math.min(Math.max(Number(text), least), most) : usual;
}

/** Returns a parameter that is one of `values`, else undefined. */
export function choiceParam<T extends string>(
  params: URLSearchParams,
  name: string,
  values: readonly T[],
): T | undefined {
  const text = textParam(params, name);
  return values.find((value) => value === text);
}
