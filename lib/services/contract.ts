/** What a process has once it is composed, and what a test may bring itself (design §3). */
import type { Kysely } from "kysely";
import type { Readiness } from "../api/mod.ts";
import type { Perimeter } from "../staff/mod.ts";
import type { Assistant } from "../assistant/mod.ts";
import type { CatalogSource } from "../catalog/mod.ts";
import type { CmsSource } from "../cms/mod.ts";
import type { Config } from "../config/mod.ts";
import type { EvidenceReader, Retriever } from "../corpus/mod.ts";
import type { Crm } from "../crm/mod.ts";
import type { Database, DatabaseHandle } from "../db/mod.ts";
import type { RateLimiter } from "../http/mod.ts";
import type { Runner } from "../jobs/mod.ts";
import type { ImportServices, MediaReader, Renditions } from "../media/mod.ts";
import type { PublicFetch } from "../net/mod.ts";
import type { Analyst } from "../analysis/mod.ts";
import type { FollowedServices } from "./followed.ts";
import type { SessionParts } from "../session/mod.ts";

/** A plain read-only object; `dispose` closes in reverse order what `build` itself opened. */
export interface Services extends FollowedServices {
  readonly config: Config;
  readonly database: DatabaseHandle;
  readonly db: Kysely<Database>;
  readonly kv: Deno.Kv;
  readonly catalog: CatalogSource;
  /** Analyzes rules for staff, on threads of its own (design §6). */
  readonly analyst: Analyst;
  /** Who answers buyers' questions, and whether today's are paid for (spec §4.5). */
  readonly assistant: Assistant;
  /** Quotes from the corpus, for pages and answers about a system (spec §4.1). */
  readonly evidence: EvidenceReader;
  /** Finds passages of the corpus for one question to the assistant (spec §4.5). */
  readonly createRetriever: () => Retriever;
  /** Which pictures of the library stand for what (spec §2.1). */
  readonly media: MediaReader;
  /** Where originals that are still elsewhere are brought in from (spec §4.11). */
  readonly imports: ImportServices;
  /** The pictures of the library, in the sizes that pages ask for (design §7). */
  readonly renditions: Renditions;
  readonly now: () => Date;
  /** Asks for pages and files that others have named, on the public internet alone. */
  readonly fetchPublic: PublicFetch;
  /** The content system; null where none is configured (spec §4.11). */
  readonly cms: CmsSource | null;
  /** Counts what each address sends (design §7). */
  readonly rateLimiter: RateLimiter;
  /** Vouches for who staff are; null where none is configured (spec §5). */
  readonly perimeter: Perimeter | null;
  /** Runs what no response waits for; `background.idle()` settles when nothing is left of it. */
  readonly background: Runner;
  /** Leads and visitors on their way to the CRM (spec §4.10). */
  readonly crm: Crm;
  /** What other rooms keep of sessions, removed with them. */
  readonly sessionParts: SessionParts;
  /** Told of each session that was written. */
  readonly onSessionWritten: (sessionId: string) => void;
  /** Whether this process should be sent requests. */
  readonly readiness: Readiness;
  readonly dispose: () => Promise<void>;
}

/** What a test may bring itself; it stays open at `dispose`. */
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
