const FIELD = /^([a-z]{1,20})\.(\d{1,2})\.[a-zA-Z]{1,20}$/;

/**
 * Returns the rows of a list in a form, as the prefixes of their field names: `outcomes.0`, `outcomes.2`. Rows are
 * ordered by number, and numbers may have gaps.
 */
export function rowsOf(form: URLSearchParams, list: string): string[] {
  const numbers = new Set<number>();
  for (const name of form.keys()) {
    const field = FIELD.exec(name);
    // Ignore a leading zero, because `00` and `0` would be the same row.
    if (field?.[1] === list && String(Number(field[2])) === field[2]) numbers.add(Number(field[2]));
  }
  return [...numbers].sort((a, b) => a - b).map((number) => `${list}.${number}`);
}
