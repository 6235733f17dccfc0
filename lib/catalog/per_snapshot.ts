/**
 * What is made of a snapshot once and kept as long as it lives. Snapshots never change, so it is exact; it
 * goes when the catalog moves on. The catalog's source makes all of it before a snapshot becomes the
 * current one, so that no buyer's answer waits for it.
 */
import type { Snapshot } from "./snapshot.ts";
import { atOnce, type Steps } from "./steps.ts";

interface Derivation {
  has(snapshot: Snapshot): boolean;
  make(snapshot: Snapshot): Steps<unknown>;
}

/** Every kind of thing that this process derives, in the order in which their modules were loaded. */
const derivations: Derivation[] = [];

/**
 * Remembers what `derive` makes of a snapshot for as long as the snapshot lives. To be called once, by a
 * module: {@linkcode deriveAhead} makes whatever was declared so.
 */
export function perSnapshot<T extends object>(
  derive: (snapshot: Snapshot) => T,
): (snapshot: Snapshot) => T {
  return perSnapshotInSteps(function* (snapshot) {
    yield;
    return derive(snapshot);
  });
}

/** As {@linkcode perSnapshot}, for what takes so long that it pauses on the way. */
export function perSnapshotInSteps<T extends object>(
  derive: (snapshot: Snapshot) => Steps<T>,
): (snapshot: Snapshot) => T {
  const derived = new WeakMap<Snapshot, T>();
  derivations.push({
    has: (snapshot) => derived.has(snapshot),
    *make(snapshot) {
      const value = yield* derive(snapshot);
      if (!derived.has(snapshot)) derived.set(snapshot, value);
    },
  });
  return (snapshot) => {
    let value = derived.get(snapshot);
    if (value === undefined) {
      value = atOnce(derive(snapshot));
      derived.set(snapshot, value);
    }
    return value;
  };
}

/** Makes everything of a snapshot that is not made yet; whoever wants it meanwhile gets it made at once. */
export function* deriveAhead(snapshot: Snapshot): Steps<void> {
  for (const derivation of derivations) {
    if (!derivation.has(snapshot)) yield* derivation.make(snapshot);
    yield;
  }
}

/** How many kinds of things are made of a snapshot so far; after its load all that there are. */
export function countDerived(snapshot: Snapshot): number {
  return derivations.filter((derivation) => derivation.has(snapshot)).length;
}
