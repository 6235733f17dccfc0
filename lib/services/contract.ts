/** The services of a composed process, and the overrides for tests (design §3). */
import type { Kysely } from "kysely";
import type { Readiness } from "../api/mod.ts";
import type { Perimeter } from "../staff/mod.ts";
import type { Assistant } from "../assistant/mod.ts";
import type { CatalogSource } from "../catalog/mod.ts";
import type { CmsSource } from "../cms/mod.ts";
import type { Config } from "../config/mod.ts";
import type { EvidenceReader, PassageKey, RetrievedPassage, Retriever } from "../corpus/mod.ts";
import type { Crm } from "../crm/mod.ts";
import type { Database, DatabaseHandle } from "../db/mod.ts";
import type { RateLimiter } from "../http/mod.ts";
import type { Runner } from "../jobs/mod.ts";
import type { PublicFetch } from "../net/mod.ts";
import type { Analyst } from "../analysis/mod.ts";
import type { FollowedServices } from "./followed.ts";
import type { PictureServices } from "./pictures.ts";
import type { SessionParts } from "../session/mod.ts";

/** All services, as a plain read-only object. `dispose` closes what `build` opened, in reverse order. */
export interface Services extends FollowedServices, PictureServices {
  readonly config: Config;
  readonly database: DatabaseHandle;
  readonly db: Kysely<Database>;
  readonly kv: Deno.Kv;
  readonly catalog: CatalogSource;
  /** Analyzes rules for staff, in worker threads (design §6). */
  readonly analyst: Analyst;
  /** The chat assistant with its model and spend budget (spec §4.5). */
  readonly assistant: Assistant;
  /** Quotes from the corpus, for pages and answers about a system (spec §4.1). */
  readonly evidence: EvidenceReader;
  /** Counts passages that were quoted to a buyer, in the background. */
  readonly countQuotes: (passages: readonly PassageKey[]) => void;
  /** Creates a retriever of corpus passages for one question to the assistant (spec §4.5). */
  readonly createRetriever: () => Retriever;
  /** Finds the passages that an earlier answer cited, by their keys. */
  readonly findPassages: (keys: readonly string[]) => Promise<readonly RetrievedPassage[]>;
  readonly now: () => Date;
  /** Fetches URLs from untrusted sources, on the public internet only. */
  readonly fetchPublic: PublicFetch;
  /** The CMS; null when it is not configured (spec §4.11). */
  readonly cms: CmsSource | null;
  /** Counts requests per client address (design §7). */
  readonly rateLimiter: RateLimiter;
  /** Verifies the access tokens of staff; null when no perimeter is configured (spec §5). */
  readonly perimeter: Perimeter | null;
  /** Runs work after the response. `background.idle()` resolves when none is left. */
  readonly background: Runner;
  /** Lead sync and visitor recognition (spec §4.4, §4.10, §4.11a). */
  readonly crm: Crm;
  /** Reads the address of the page where buyers find a dealer; null while staff have saved none (spec §2.7, §4.6). */
  readonly readDealerFinder: () => Promise<string | null>;
  /** Session data of other rooms, which is deleted with the session. */
  readonly sessionParts: SessionParts;
  /** Called after each write of a session. */
  readonly onSessionWritten: (sessionId: string) => void;
  /** Whether this process is ready to receive requests. */
  readonly readiness: Readiness;
  readonly dispose: () => Promise<void>;
}

/** Services that a test may replace. `dispose` does not close them. */
export type ServiceOverrides = Partial<
  Pick<
    Services,
    | "analyst"
    | "assistant"
    | "database"
    | "kv"
    | "catalog"
    | "evidence"
    | "media"
    | "projects"
    | "now"
    | "fetchPublic"
    | "perimeter"
  >
>;
