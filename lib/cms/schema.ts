/** Shared types of the sync: kinds, counts, planned changes and reports (spec §3.3, §4.11). */
import { formatCount, truncate } from "../text/mod.ts";
import { z } from "zod";

/** The kinds of data that can be synced, in sync order: pictures refer to projects and products. */
export const KINDS = ["attributes", "projects", "images"] as const;
/** One of {@linkcode KINDS}. */
export type Kind = typeof KINDS[number];

/** Rows of the CMS by the action that the plan chose. Every row counts once. */
export const Counts = z.object({
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  heldBack: z.int(),
  skipped: z.int(),
});
/** Rows of the CMS by action. */
export type Counts = z.infer<typeof Counts>;
/** The name of one of the {@linkcode Counts}. */
export type CountName = keyof Counts;

/** Returns counts that are all zero. */
export function noCounts(): Counts {
  return { created: 0, updated: 0, unchanged: 0, heldBack: 0, skipped: 0 };
}

/** The report of a run, as `deno task cms:import --json` prints it (design §7). */
export interface SyncReport {
  readonly kind: Kind;
  /** Whether the walk reached the end of the list. An incomplete walk applies nothing. */
  readonly complete: boolean;
  readonly applied: boolean;
  readonly counts: Counts;
  /** Names of terms without a mapped system. */
  readonly unmappedTerms: readonly string[];
  /** Machine names of fields that have a value and no mapped attribute. */
  readonly unmappedFields: readonly string[];
  /** One sentence each. */
  readonly warnings: readonly string[];
  /** One sentence each. A run with errors left some of its work undone. */
  readonly errors: readonly string[];
}

/** The effect of a change. `heldBack` refreshes only `cms_raw` of a manual value; `noted` fills in the ids of a mapping. */
export type ChangeAction = "created" | "updated" | "heldBack" | "noted";

/** One change of a plan. */
export interface PlannedChange<Source = unknown> {
  /** The changed thing: `<system>/<attribute>` of a cell, `term/<system>` of a mapping, the uuid of a project or picture. */
  readonly key: string;
  /** The name of the changed thing, as staff read it. */
  readonly label: string;
  readonly action: ChangeAction;
  /** The stored state; null when nothing is stored. */
  readonly before: unknown;
  readonly after: unknown;
  /** The CMS data that the change was planned from. */
  readonly source: Source;
}

/** The plan's decision about one row. */
export interface Verdict<Source = unknown> {
  readonly count: CountName | null;
  /** Null when there is nothing to write. */
  readonly change: PlannedChange<Source> | null;
}

/** The most sentences that one list keeps. */
const MOST_SENTENCES = 500;

/** A bounded list of sentences. It keeps the first 500 and counts the rest, because a faulty CMS can cause any number. */
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

  /** Adds another list, including its count of dropped sentences. */
  addAll({ kept, more }: { readonly kept: readonly string[]; readonly more: number }): void {
    for (const sentence of kept) this.add(sentence);
    this.more += more;
  }

  /** Returns the kept sentences, plus one that says how many were dropped. */
  list(): string[] {
    return this.more === 0
      ? this.kept
      : [...this.kept, `And ${formatCount(this.more)} more of the kind.`];
  }
}

/** Quotes a text for a sentence, truncated to `most` characters. */
export function quoted(text: string, most = 120): string {
  return `“${text.length > most ? `${truncate(text, most)}…` : text}”`;
}
