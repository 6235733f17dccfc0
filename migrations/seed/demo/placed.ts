/** The order of records that are written in order. */

/** Numbers records 1, 2, 3 … in the order they are written. */
export function placed<T>(records: readonly T[]): (T & { position: number })[] {
  return records.map((record, index) => ({ ...record, position: index + 1 }));
}
