/**
 * Memoises values derived from a snapshot. Snapshots are immutable, so a derived value is never stale; it is garbage
 * collected with its snapshot. The catalog source computes all of them before a snapshot becomes the current one, so
 * that no buyer waits for them.
 */
import type { Snapshot } from "./snapshot.ts";
import { atOnce, type Steps } from "../timing/mod.ts";

interface Derivation {
  has(snapshot: Snapshot): boolean;
  make(snapshot: Snapshot): Steps<unknown>;
}

/** Every registered derivation, in the order in which the modules were loaded. */
const derivations: Derivation[] = [];

/**
 * Registers a derivation and returns its memoised form. Call it once at module level: {@linkcode deriveAhead}
 * computes every registered derivation.
 */
export function perSnapshot<T extends object>(
  derive: (snapshot: Snapshot) => T,
): (snapshot: Snapshot) => T {
  return perSnapshotInSteps(function* (snapshot) {
    yield;
    return derive(snapshot);
  });
}

/** {@linkcode perSnapshot} for a long derivation, written as a generator that yields where it may pause. */
export function perSnapshotInSteps<T extends object>(
  derive: (snapshot: Snapshot) => Steps<T>,
): (snapshot: Snapshot) => T {
  const derived = new WeakMap<Snapshot, T>();
  derivations.push({
    has: (snapshot) => derived.has(snapshot),
    *make(snapshot) {
      const value = yield* derive(snapshot);
      derived.getOrInsert(snapshot, value);
    },
  });
  return (snapshot) => derived.getOrInsertComputed(snapshot, () => atOnce(derive(snapshot)));
}

/**
 * Computes every registered derivation that the snapshot lacks. A caller that needs one in the meantime computes it
 * synchronously, and that value is kept.
 */
export function* deriveAhead(snapshot: Snapshot): Steps<void> {
  for (const derivation of derivations) {
    if (!derivation.has(snapshot)) yield* derivation.make(snapshot);
    yield;
  }
}

/** Returns how many derivations are computed for a snapshot; after `compileAhead` that is every registered one. */
export function countDerived(snapshot: Snapshot): number {
  return derivations.filter((derivation) => derivation.has(snapshot)).length;
}
