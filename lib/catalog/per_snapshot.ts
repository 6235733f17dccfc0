import type { Snapshot } from "./snapshot.ts";

/**
 * Remembers what `derive` makes of a snapshot for as long as the snapshot lives. Snapshots never
 * change, so the value is exact; it goes when the catalog moves on.
 */
export function perSnapshot<T extends object>(
  derive: (snapshot: Snapshot) => T,
): (snapshot: Snapshot) => T {
  const derived = new WeakMap<Snapshot, T>();
  return (snapshot) => {
    let value = derived.get(snapshot);
    if (value === undefined) {
      value = derive(snapshot);
      derived.set(snapshot, value);
    }
    return value;
  };
}
