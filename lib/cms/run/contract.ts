/** The inputs and outcomes of the steps of a run. */
import type { Kysely } from "kysely";
import type { Author } from "@/lib/records/mod.ts";
import type { Database } from "@/lib/db/mod.ts";
import type { PublicFetch } from "@/lib/net/mod.ts";
import type { AllowanceLeft } from "../client/walk.ts";
import type { Holder, Step } from "./claim.ts";
import { readRun, type Run } from "./store.ts";

/** The configured CMS. */
export interface CmsSource {
  /** `CMS_BASE_URL`, or the marketing site. */
  readonly baseUrl: string;
  /** `MEDIA_HOSTS`: further hosts that originals of pictures may come from. */
  readonly hosts: readonly string[];
  /** `CMS_SPARSE_FIELDS`: whether projects and pictures are requested with only the fields that are read. Default false. */
  readonly sparseFields?: boolean;
  /** Fetches from the origin of `baseUrl` alone. */
  readonly fetch: PublicFetch;
}

/** The services that a run needs. */
export interface SyncServices {
  readonly db: Kysely<Database>;
  /** Null when no CMS is configured. */
  readonly cms: CmsSource | null;
  readonly now: () => Date;
}

/** A budget of bytes and time that several runs share. `left` is absent until the first of them has read. */
export interface SharedReading {
  left?: Pick<AllowanceLeft, "bytes" | "ms">;
}

/** Options of a step. */
export interface StepOptions {
  readonly by: Author;
  /** The step pauses at the first page or chunk after this time; absent, it runs to the end. */
  readonly budgetMs?: number;
  readonly signal?: AbortSignal;
  /** A budget shared with other runs; absent, this run has its own. */
  readonly shared?: SharedReading;
  /** A monotonic clock, in milliseconds; absent, `performance.now()`. */
  readonly clock?: () => number;
  /** Called after each page and chunk. */
  readonly onProgress?: (run: Pick<Run, "pages" | "planned" | "written">) => void;
}

/** The outcome of a step. */
export type StepOutcome =
  | { readonly kind: "run"; readonly run: Run }
  /** Another run holds the claim. */
  | { readonly kind: "busy"; readonly holder: Holder }
  /** The stored rows or a mapping changed since the plan was made. This step wrote nothing. */
  | { readonly kind: "stale" }
  /** The run does not exist, or its state does not allow this step. */
  | { readonly kind: "missing" }
  | { readonly kind: "unconfigured" };

/** A claimed step with its options. */
export interface Stepping {
  readonly step: Step;
  readonly options: StepOptions;
}

/** Reads a run back as the outcome of a step. */
export async function outcomeOf({ db }: SyncServices, runId: string): Promise<StepOutcome> {
  const run = await readRun(db, runId);
  return run === undefined ? { kind: "missing" } : { kind: "run", run };
}
