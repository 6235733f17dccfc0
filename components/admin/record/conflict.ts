/** The differences between two versions of a record, in words. Pure. */
import type { Described } from "./define.ts";

/** A line in which two versions of a record differ. */
export interface Difference {
  readonly label: string;
  readonly mine: string;
  readonly theirs: string;
}

interface Versions<R> {
  readonly describe: (record: R) => readonly Described[];
  readonly mine: R;
  readonly theirs: R;
}

/** Returns the lines in which two versions differ. A line that only one version has is empty in the other. */
export function differences<R>({ describe, mine, theirs }: Versions<R>): Difference[] {
  const values = (record: R) => new Map(describe(record).map(({ label, value }) => [label, value]));
  const [wanted, stored] = [values(mine), values(theirs)];
  return [...new Set([...wanted.keys(), ...stored.keys()])]
    .map((label) => ({ label, mine: wanted.get(label) ?? "", theirs: stored.get(label) ?? "" }))
    .filter((row) => row.mine !== row.theirs);
}
