const FIELD = /^([a-z]{1,20})\.(\d{1,2})\.[a-zA-Z]{1,20}$/;

/**
 * The rows of a list in a form, by what their fields' names begin with: `outcomes.0`, `outcomes.2`. They
 * come in the order of their numbers, which may leave gaps.
 */
export function rowsOf(form: URLSearchParams, list: string): string[] {
  const numbers = new Set<number>();
  for (const name of form.keys()) {
    const field = FIELD.exec(name);
    // A number with a leading zero would name the row of another.
    if (field?.[1] === list && String(Number(field[2])) === field[2]) numbers.add(Number(field[2]));
  }
  return [...numbers].sort((a, b) => a - b).map((number) => `${list}.${number}`);
}
