/** Reads evidence: from memory when the corpus fits there, otherwise from the database for each context. */
import { type CircuitBreakerOptions, createCircuitBreaker } from "../db/mod.ts";
import { rememberRecent } from "../http/mod.ts";
import { countLooks } from "../telemetry/mod.ts";
import { productPageUrl } from "./citation_link.ts";
import {
  chooseEvidence,
  citePassage,
  MAX_EVIDENCE,
  type QuotablePassage,
  type QuotedSystem,
} from "./evidence.ts";
import type { FollowedCorpus } from "./index/follow.ts";
import type { CorpusVersion } from "./index/load.ts";
import { type PassageIndex, termsOf } from "./index/passage_index.ts";
import type { PassageKey } from "./retrievals.ts";
import type { CitedPassage } from "./schema.ts";

/** A request for evidence. */
interface EvidenceContext {
  /** The recommended or shown system. */
  readonly system: QuotedSystem;
  /** Phrases for the buyer's needs; empty for the best passages about the system in general. */
  readonly phrases: readonly string[];
  readonly limit?: number;
  /** Whether the quotes are not shown to anybody and therefore not counted. */
  readonly isRehearsal?: boolean;
}

/** Quotes; null when the corpus cannot be read. A promise only when the database has to be read. */
export type Quotes = CitedPassage[] | Promise<CitedPassage[] | null>;

/** The corpus at one version. An answer takes it once at its start. Its functions never throw. */
export interface Evidence {
  readonly version: number;
  /** Returns quotes about a system, best first. */
  about(context: EvidenceContext): Quotes;
  /** Returns the captured path of the system's product page; null when none was captured, or it is known to be dead. */
  pdpPath(systemId: string): string | null;
  /** Returns the URL of the system's page on the marketing site; null when none was captured. */
  resourceUrl(systemId: string): string | null;
}

/** The source of quotes for pages and endpoints. */
export interface EvidenceReader {
  current(): Evidence;
  /**
   * Prepares phrases in advance, so that no answer waits for it. Never throws: phrases that could not be prepared are
   * prepared when they are first needed.
   */
  learn(phrases: readonly string[]): Promise<void>;
  /** Loads all changes that were committed before the call. */
  refresh(): Promise<void>;
}

/** The sources of a reader, and the circuit breaker of those that can fail. */
export interface EvidenceReaderOptions extends Omit<CircuitBreakerOptions, "subject"> {
  readonly corpus: Pick<FollowedCorpus, "current" | "refresh" | "learn">;
  /** Used when the corpus is not in memory. */
  readonly retrieve: (query: {
    readonly systemIds: readonly string[];
    readonly text: readonly string[];
    readonly limit: number;
  }) => Promise<readonly QuotablePassage[]>;
  readonly siteUrl: string | null;
  /** Called with the chosen passages. Must not throw; nothing waits for it. */
  readonly onQuoted?: (passages: readonly PassageKey[]) => void;
}

/** How many contexts are cached while the corpus is not in memory. */
const REMEMBERED = 1_000;

/** Candidate passages per quote. */
const CANDIDATES = 5;

/** Creates a reader. Evidence is optional and never delays an answer for long: see `timeoutMs` and `pauseMs`. */
export function createEvidenceReader(options: EvidenceReaderOptions): EvidenceReader {
  const { corpus, retrieve, siteUrl, onQuoted } = options;
  const readOrPause = createCircuitBreaker({ ...options, subject: "the corpus" });
  const remembered = rememberRecent<string, Promise<CitedPassage[] | null>>(
    REMEMBERED,
    countLooks("evidence"),
  );
  const evidences = new WeakMap<CorpusVersion, Evidence>();

  /** Citations by the product page that they may lead to. The same passage gives the same object, whose JSON is kept. */
  const citations = new Map<string | null, WeakMap<QuotablePassage, CitedPassage>>();

  function cite(
    chosen: readonly QuotablePassage[],
    { pdpPathBySystemId }: CorpusVersion,
    { system, isRehearsal }: EvidenceContext,
  ): CitedPassage[] {
    if (chosen.length > 0 && !isRehearsal) onQuoted?.(chosen);
    const pdpPath = pdpPathBySystemId.get(system.id) ?? null;
    const known = citations.getOrInsertComputed(pdpPath, () => new WeakMap());
    return chosen.map((passage) =>
      known.getOrInsertComputed(passage, () => citePassage(passage, { siteUrl, pdpPath }))
    );
  }

  /** Reads quotes and caches them while this version is current. */
  function readQuotes(version: CorpusVersion, context: EvidenceContext): Quotes {
    const { system, phrases, limit } = context;
    const key = JSON.stringify([version.version, system.id, system.name, limit, phrases]);
    return remembered(key, async (forget) => {
      const chosen = await readOrPause(() => chooseRead(retrieve, context));
      if (chosen === null) forget();
      return chosen && cite(chosen, version, context);
    });
  }

  async function learnQuotes(version: CorpusVersion, context: EvidenceContext) {
    const learnt = await readOrPause(async () => {
      await corpus.learn(context.phrases);
      return true;
    });
    if (learnt === null || version.index === null) return null;
    const chosen = chooseHeld(version.index, context) ??
      await readOrPause(() => chooseRead(retrieve, context));
    return chosen && cite(chosen, version, context);
  }

  function evidenceOf(version: CorpusVersion): Evidence {
    const { index, pdpPathBySystemId } = version;
    const urls = new Map(
      [...pdpPathBySystemId].map(([systemId, pdpPath]) =>
        [systemId, productPageUrl({ siteUrl, pdpPath })] as const
      ),
    );
    return {
      version: version.version,
      about(context) {
        if (index === null) return readQuotes(version, context);
        const chosen = chooseHeld(index, context);
        if (chosen === undefined) return learnQuotes(version, context);
        return cite(chosen, version, context);
      },
      pdpPath: (systemId) => pdpPathBySystemId.get(systemId) ?? null,
      resourceUrl(systemId) {
        return urls.get(systemId) ?? null;
      },
    };
  }

  return {
    current() {
      const version = corpus.current();
      return evidences.getOrInsertComputed(version, evidenceOf);
    },
    async learn(phrases) {
      await readOrPause(() => corpus.learn(phrases));
    },
    async refresh() {
      await corpus.refresh();
    },
  };
}

/** Chooses quotes from the passages that the database finds. */
async function chooseRead(
  retrieve: EvidenceReaderOptions["retrieve"],
  { system, phrases, limit = MAX_EVIDENCE }: EvidenceContext,
): Promise<QuotablePassage[]> {
  const query = { systemIds: [system.id], limit: limit * CANDIDATES };
  const found = await retrieve({ ...query, text: phrases });
  const chosen = chooseEvidence(found, { system, limit });
  if (chosen.length >= limit || phrases.length === 0) return chosen;
  // When few passages match the buyer's needs, other passages about the system fill up.
  return chooseEvidence([...found, ...await retrieve({ ...query, text: [] })], { system, limit });
}

/** Chooses the same quotes from memory; undefined when a phrase is not prepared. */
function chooseHeld(
  index: PassageIndex,
  { system, phrases, limit = MAX_EVIDENCE }: EvidenceContext,
): QuotablePassage[] | undefined {
  const terms = termsOf(index, phrases);
  if (terms === undefined) return undefined;
  const passages = index.systems.get(system.id);
  if (passages === undefined) return [];
  const most = limit * CANDIDATES;
  const found = terms === null ? passages.list(most) : passages.search(terms, most);
  const chosen = chooseEvidence(found, { system, limit });
  if (chosen.length >= limit || phrases.length === 0) return chosen;
  return chooseEvidence([...found, ...passages.list(most)], { system, limit });
}
