/** What the room asks of the services that the composition root opens. */
import type { CatalogSource } from "../catalog/mod.ts";
import type { Retriever } from "../corpus/mod.ts";
import type { Runner } from "../jobs/mod.ts";
import type { SessionServices } from "../session/mod.ts";
import type { Assistant } from "./open.ts";

/** Everything that a turn, a hand-off or a page about them may need; each takes its own part of it. */
export interface AssistantServices extends SessionServices {
  readonly assistant: Assistant;
  readonly background: Runner;
  readonly catalog: CatalogSource;
  /** Searches that belong together are asked of one retriever. */
  readonly createRetriever: () => Retriever;
}
