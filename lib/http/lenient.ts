/** Parameters of addresses in which nothing is an error: what cannot be read counts as not given. */

/** The first value of a parameter, trimmed; no database text holds U+0000, so neither does this. Empty when not given. */
export function textParam(params: URLSearchParams, name: string): string {
  return (params.get(name) ?? "").replaceAll("\0", "").trim();
}

/** The values that a whole number can have. */
export interface IntegerRange {
  readonly least: number;
  readonly most: number;
  /** When it is not given. */
  readonly usual: number;
}

/** A whole number in plain digits, brought into its range; `1e3` and `2.5` are none. */
export function integerParam(
  params: URLSearchParams,
  name: string,
  { least, most, usual }: IntegerRange,
): number {
  const text = textParam(params, name);
  return /^[+-]?[0-9]+$/.test(text) ? Math.min(Math.max(Number(text), least), most) : usual;
}

/** One of the values, or nothing. */
export function choiceParam<T extends string>(
  params: URLSearchParams,
  name: string,
  values: readonly T[],
): T | undefined {
  const text = textParam(params, name);
  return values.find((value) => value === text);
}
