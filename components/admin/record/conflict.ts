/** What differs between two versions of a record, in words. Pure. */
import type { Snapshot } from "../../../lib/catalog/mod.ts";
import type { Described } from "./define.ts";

/** A line that two versions of a record do not share. */
export interface Difference {
  readonly label: string;
  readonly mine: string;
  readonly theirs: string;
}

interface Versions<R> {
  readonly describe: (record: R, snapshot: Snapshot) => readonly Described[];
  readonly mine: R;
  readonly theirs: R;
  readonly snapshot: Snapshot;
}

/** The lines in which two versions differ; one that only one of them has is empty in the other. */
export function differences<R>({ describe, mine, theirs, snapshot }: Versions<R>): Difference[] {
  const values = (record: R) =>
    new Map(describe(record, snapshot).map(({ label, value }) => [label, value]));
  const [wanted, stored] = [values(mine), values(theirs)];
  return changedRows(
    [...new Set([...wanted.keys(), ...stored.keys()])].map((label) => ({
      label,
      mine: wanted.get(label) ?? "",
      theirs: stored.get(label) ?? "",
    })),
  );
}

/** The rows of a comparison that say something different. */
export function changedRows(rows: readonly Difference[]): Difference[] {
  return rows.filter((row) => row.mine !== row.theirs);
}
