/** What an import changes, decided from what is stored: a pure function. */

/** A document that is offered for import. */
export interface Candidate {
  readonly id: string;
  readonly sourceKey: string;
  readonly fetchedAt: Date;
  /** Whether its author has retired it. */
  readonly retired: boolean;
}

/** A version of a document, as it is stored. */
export interface StoredVersion {
  readonly id: string;
  readonly sourceKey: string;
  readonly fetchedAt: Date;
  readonly state: "active" | "retired" | "superseded";
  readonly supersededBy: string | null;
}

/** What becomes of one candidate. */
export type Verdict =
  /** The first version of a document. */
  | "created"
  /** A new version took the place of the one before. */
  | "superseded"
  /** A version that was not known, captured before the current one: it took its place behind it. */
  | "older"
  | "unchanged";

/** The writes that an import needs. */
export interface ImportPlan<C extends Candidate> {
  /** For each candidate, in their order. */
  readonly verdicts: readonly Verdict[];
  /** New versions, with the state that they end in. */
  readonly inserts: readonly (StoredVersion & { readonly candidate: C })[];
  /** Stored versions whose state changes. */
  readonly updates: readonly StoredVersion[];
}

/**
 * Plans an import against all stored versions of the documents it has, one candidate after another:
 *
 * - what is current already, and an older capture that is known, stay as they are;
 * - a new version takes the state of the one before: what staff have retired, or have had another document
 *   supersede, stays so until staff restore it;
 * - an older capture than the current one never takes its place;
 * - a version that comes back is made current again.
 */
export function planImport<C extends Candidate>(
  candidates: readonly C[],
  stored: readonly StoredVersion[],
): ImportPlan<C> {
  const before = new Map(stored.map((version) => [version.id, version]));
  const versions = new Map(before);
  const added = new Map<string, C>();
  const verdicts = candidates.map((candidate): Verdict => {
    const family = [...versions.values()].filter(({ sourceKey }) =>
      sourceKey === candidate.sourceKey
    );
    const current = currentOf(family);
    const known = versions.get(candidate.id);
    if (!known) added.set(candidate.id, candidate);
    const { id, sourceKey, fetchedAt } = candidate;
    if (current === undefined) {
      const state = candidate.retired ? "retired" : "active";
      versions.set(id, { id, sourceKey, fetchedAt, state, supersededBy: null });
      return "created";
    }
    if (current.id === id) return "unchanged";
    if (fetchedAt < current.fetchedAt) {
      if (known) return "unchanged";
      versions.set(id, {
        id,
        sourceKey,
        fetchedAt,
        state: "superseded",
        supersededBy: current.id,
      });
      return "older";
    }
    versions.set(id, {
      ...current,
      id,
      fetchedAt,
      ...(candidate.retired && current.state === "active" ? { state: "retired" } : {}),
    });
    versions.set(current.id, { ...current, state: "superseded", supersededBy: id });
    return "superseded";
  });
  const inserts = [...added].flatMap(([id, candidate]) => {
    const version = versions.get(id);
    return version ? [{ ...version, candidate }] : [];
  });
  const updates = [...before.keys()].flatMap((id) => {
    const version = versions.get(id);
    return version && version !== before.get(id) ? [version] : [];
  });
  return { verdicts, inserts, updates };
}

/** The version that no other version of the same document has superseded, the latest of several. */
function currentOf(family: readonly StoredVersion[]): StoredVersion | undefined {
  const ids = new Set(family.map(({ id }) => id));
  return family
    .filter(({ supersededBy }) => supersededBy === null || !ids.has(supersededBy))
    .sort((a, b) =>
      Number(a.state === "superseded") - Number(b.state === "superseded") ||
      b.fetchedAt.getTime() - a.fetchedAt.getTime()
    )[0];
}
