/** What steps of a run work with, and what comes of them. */
import type { Kysely } from "kysely";
import type { Author } from "../../records/mod.ts";
import type { Database } from "../../db/mod.ts";
import type { PublicFetch } from "../../net/mod.ts";
import type { AllowanceLeft } from "../client/walk.ts";
import type { Holder, Step } from "./claim.ts";
import { readRun, type Run } from "./store.ts";

/** The CMS as this service knows it. */
export interface CmsSource {
  /** `CMS_BASE_URL`, or the marketing site. */
  readonly baseUrl: string;
  /** Hosts beside it that pictures may come from. */
  readonly hosts: readonly string[];
  /** Asks its origin, and nothing else. */
  readonly fetch: PublicFetch;
}

/** What runs work with. */
export interface SyncServices {
  readonly db: Kysely<Database>;
  /** Null where none is configured. */
  readonly cms: CmsSource | null;
  readonly now: () => Date;
}

/** What several runs that share one allowance of time and size have left of it; all of it where none has read yet. */
export interface SharedReading {
  left?: Pick<AllowanceLeft, "bytes" | "ms">;
}

/** How a step is taken. */
export interface StepOptions {
  readonly by: Author;
  /** The step pauses at the next page or chunk after so long; absent, it goes on to the end. */
  readonly budgetMs?: number;
  readonly signal?: AbortSignal;
  /** What the reading of several runs may take in all; absent, this run has what a run may. */
  readonly shared?: SharedReading;
  /** A clock that only goes forward, in milliseconds; absent, the process's. */
  readonly clock?: () => number;
  /** Told after each page and chunk. */
  readonly onProgress?: (run: Pick<Run, "pages" | "planned" | "written">) => void;
}

/** What came of a step. */
export type StepOutcome =
  | { readonly kind: "run"; readonly run: Run }
  /** Somebody else's run is under way. */
  | { readonly kind: "busy"; readonly holder: Holder }
  /** What is stored, or a mapping, has changed since the plan was made; nothing was written. */
  | { readonly kind: "stale"; readonly run: Run }
  /** There is no such run, or it is not one that this can be done with. */
  | { readonly kind: "missing" }
  | { readonly kind: "unconfigured" };

/** A step that was claimed. */
export interface Stepping {
  readonly step: Step;
  readonly options: StepOptions;
}

/** How a run stands after a step. */
export async function outcomeOf({ db }: SyncServices, runId: string): Promise<StepOutcome> {
  const run = await readRun(db, runId);
  return run === undefined ? { kind: "missing" } : { kind: "run", run };
}
