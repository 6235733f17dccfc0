/** The words of the sync: what is synced, what a run is, and what it reports (spec §3.3, §4.11). */
import { z } from "zod";

/** What can be synced, in the order in which it is: pictures name projects and products. */
export const KINDS = ["attributes", "projects", "images"] as const;
/** One of {@linkcode KINDS}. */
export type Kind = typeof KINDS[number];

/** What a plan makes of what the CMS has, by action. */
export const Counts = z.object({
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  heldBack: z.int(),
  skipped: z.int(),
});
/** How many of each; every row of the CMS counts once. */
export type Counts = z.infer<typeof Counts>;
/** One way to count. */
export type CountName = keyof Counts;

/** Counts of nothing. */
export function noCounts(): Counts {
  return { created: 0, updated: 0, unchanged: 0, heldBack: 0, skipped: 0 };
}

/** What a run reports, as `deno task cms:import --json` prints it (design §7). */
export interface SyncReport {
  readonly kind: Kind;
  /** Whether all of the CMS was read. Nothing is applied otherwise. */
  readonly complete: boolean;
  readonly applied: boolean;
  readonly counts: Counts;
  /** Names of terms that no system is mapped to. */
  readonly unmappedTerms: readonly string[];
  /** Machine names of fields that hold something and are mapped to no attribute. */
  readonly unmappedFields: readonly string[];
  /** In sentences. */
  readonly warnings: readonly string[];
  /** In sentences; with any, the run has not done all that it should. */
  readonly errors: readonly string[];
}

/** What a change does to what is stored; `noted` fills in what a mapping did not know yet. */
export type ChangeAction = "created" | "updated" | "heldBack" | "noted";

/** A change that a plan asks for. */
export interface PlannedChange<Source = unknown> {
  /** What it changes: `<system>/<attribute>`, a uuid. */
  readonly key: string;
  /** What people call that. */
  readonly label: string;
  readonly action: ChangeAction;
  /** As it is stored; null where nothing is. */
  readonly before: unknown;
  readonly after: unknown;
  /** What the CMS says, of which the rest follows. */
  readonly source: Source;
}

/** What a plan says of one row. */
export interface Verdict<Source = unknown> {
  readonly count: CountName | null;
  /** Null where nothing is to be written. */
  readonly change: PlannedChange<Source> | null;
}

/** Sentences of one list that are kept. */
const MOST_SENTENCES = 500;

/** Sentences as they are gathered: the first are kept and the others counted, for a CMS can give cause for any number. */
export class Sentences {
  readonly kept: string[];
  more: number;

  constructor(kept: readonly string[] = [], more = 0) {
    this.kept = [...kept];
    this.more = more;
  }

  /** Keeps a sentence, or counts it. */
  add(sentence: string): void {
    if (this.kept.length < MOST_SENTENCES) this.kept.push(sentence);
    else this.more++;
  }

  /** Adds what was gathered elsewhere. */
  addAll({ kept, more }: { readonly kept: readonly string[]; readonly more: number }): void {
    for (const sentence of kept) this.add(sentence);
    this.more += more;
  }

  /** Those that are kept, and how many there are beside them. */
  list(): string[] {
    return this.more === 0 ? this.kept : [...this.kept, `And ${this.more} more of the kind.`];
  }
}

/** A text with most of its length, for sentences. */
export function quoted(text: string, most = 120): string {
  return `“${text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text}”`;
}
