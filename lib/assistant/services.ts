/** The services that the assistant needs from the composition root. */
import type { CatalogSource } from "../catalog/mod.ts";
import type { EvidenceReader, PassageKey, RetrievedPassage, Retriever } from "../corpus/mod.ts";
import type { Runner } from "../jobs/mod.ts";
import type { SessionServices } from "../session/mod.ts";
import type { Assistant } from "./open.ts";

/** Everything that a turn, a hand-off or an admin page may need. Each function picks its own part. */
export interface AssistantServices extends SessionServices {
  readonly assistant: Assistant;
  readonly background: Runner;
  readonly catalog: CatalogSource;
  /** Knows the product pages that citations may link to. */
  readonly evidence: EvidenceReader;
  /** Counts passages that were quoted to a buyer, in the background. */
  readonly countQuotes: (passages: readonly PassageKey[]) => void;
  /** Opens a retriever. Use one retriever for all queries of a turn, so that they share work. */
  readonly createRetriever: () => Retriever;
  /** Finds the passages that an earlier answer cited, by their keys. */
  readonly findPassages: (keys: readonly string[]) => Promise<readonly RetrievedPassage[]>;
  /** Reads the address of the page where buyers find a dealer; null where there is none. */
  readonly readDealerFinder: () => Promise<string | null>;
}
