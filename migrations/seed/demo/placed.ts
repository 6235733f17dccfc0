/** Positions of records that are listed in order. */

/** Numbers records 1, 2, 3 … in list order. */
export function placed<T>(records: readonly T[]): (T & { position: number })[] {
  return records.map((record, index) => ({ ...record, position: index + 1 }));
}
