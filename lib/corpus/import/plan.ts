/** Plans the changes of an import from the stored versions. Pure. */

/** A document to import. */
export interface Candidate {
  readonly id: string;
  readonly sourceKey: string;
  readonly fetchedAt: Date;
  /** Whether its author has retired it. */
  readonly retired: boolean;
}

/** A stored version of a document. */
export interface StoredVersion {
  readonly id: string;
  readonly sourceKey: string;
  readonly fetchedAt: Date;
  readonly state: "active" | "retired" | "superseded";
  readonly supersededBy: string | null;
}

/** The outcome of one candidate. */
export type Verdict =
  /** The first version of a document. */
  | "created"
  /** It became the current version and supersedes the previous one. */
  | "superseded"
  /** A new version that was captured before the current one; it is stored as superseded by it. */
  | "older"
  | "unchanged";

/** The writes of an import. */
export interface ImportPlan<C extends Candidate> {
  /** One verdict per candidate, in their order. */
  readonly verdicts: readonly Verdict[];
  /** New versions, with their final state. */
  readonly inserts: readonly (StoredVersion & { readonly candidate: C })[];
  /** Stored versions whose state or time of capture changes. */
  readonly updates: readonly StoredVersion[];
}

/**
 * Plans an import, one candidate after another, against all stored versions (`stored`) of the candidates' documents:
 *
 * - a version that is already current, or an older capture that is already stored, is unchanged;
 * - a new version inherits the state of the current one: a document that staff have retired, or superseded by another
 *   document, stays so until staff restore it;
 * - a capture older than the current version never replaces it;
 * - a stored version that is captured again later becomes current again.
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

/** Returns the version that no other version of the same document has superseded; of several, the latest capture. */
function currentOf(family: readonly StoredVersion[]): StoredVersion | undefined {
  const ids = new Set(family.map(({ id }) => id));
  return family
    .filter(({ supersededBy }) => supersededBy === null || !ids.has(supersededBy))
    .sort((a, b) =>
      Number(a.state === "superseded") - Number(b.state === "superseded") ||
      b.fetchedAt.getTime() - a.fetchedAt.getTime()
    )[0];
}
