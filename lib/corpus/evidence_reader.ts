/** The evidence of this process: from memory where the corpus is held there, else read for each context. */
import { createCircuitBreaker } from "../db/mod.ts";
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

/** What evidence is wanted for. */
export interface EvidenceContext {
  /** What is recommended or shown. */
  readonly system: QuotedSystem;
  /** Words for what the buyer looks for; none for what is best said of the system at all. */
  readonly phrases: readonly string[];
  readonly limit?: number;
  /** Whether nobody is shown the quotes, so that they do not count as quoted. */
  readonly isRehearsal?: boolean;
}

/** Quotes; null when the corpus cannot be read now. A promise only where something has to be read. */
export type Quotes = CitedPassage[] | Promise<CitedPassage[] | null>;

/** The corpus as of one version, which an answer takes once at its start. None of it throws. */
export interface Evidence {
  readonly version: number;
  /** Quotes about a system, best first. */
  about(context: EvidenceContext): Quotes;
  /** The system's own page on the marketing site; null where none was captured. */
  resourceUrl(systemId: string): string | null;
}

/** Where pages and endpoints get their quotes from. */
export interface EvidenceReader {
  current(): Evidence;
  /**
   * Makes phrases known that will be looked for, so that no answer waits for it. Never throws: what could not be
   * learnt is learnt when it is asked for.
   */
  learn(phrases: readonly string[]): Promise<void>;
  /** Sees to it that what was committed before the call counts from now on. */
  refresh(): Promise<void>;
}

/** What a reader reads from, and its time-outs. */
export interface EvidenceReaderOptions {
  readonly corpus: Pick<FollowedCorpus, "current" | "refresh" | "learn">;
  /** Asked where the corpus is not held in memory. */
  readonly retrieve: (query: {
    readonly systemIds: readonly string[];
    readonly text: readonly string[];
    readonly limit: number;
  }) => Promise<readonly QuotablePassage[]>;
  readonly siteUrl: string | null;
  /** Told once when the corpus cannot be read, and again only after it could. */
  readonly onOutage: (error: unknown) => void;
  /** Told which passages were chosen. Must not throw, and nothing waits for it. */
  readonly onQuoted?: (passages: readonly PassageKey[]) => void;
  /** How long an answer waits for its evidence. */
  readonly timeoutMs?: number;
  /** How long nothing is asked of a corpus that could not be read. */
  readonly pauseMs?: number;
  /** Milliseconds that only ever grow. */
  readonly clock?: () => number;
}

/** Contexts whose quotes are remembered where the corpus is not held. */
const REMEMBERED = 1_000;

/** Passages to choose one quote from. */
const CANDIDATES = 5;

/** Makes a reader. Evidence supports an answer and never holds it up: see `timeoutMs` and `pauseMs`. */
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
    let known = citations.get(pdpPath);
    if (known === undefined) citations.set(pdpPath, known = new WeakMap());
    const cited: CitedPassage[] = [];
    for (const passage of chosen) {
      let citation = known.get(passage);
      if (citation === undefined) {
        known.set(passage, citation = citePassage(passage, { siteUrl, pdpPath }));
      }
      cited.push(citation);
    }
    return cited;
  }

  /** Reads and remembers, as long as this version holds. */
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
      resourceUrl(systemId) {
        return urls.get(systemId) ?? null;
      },
    };
  }

  return {
    current() {
      const version = corpus.current();
      let evidence = evidences.get(version);
      if (evidence === undefined) evidences.set(version, evidence = evidenceOf(version));
      return evidence;
    },
    async learn(phrases) {
      await readOrPause(() => corpus.learn(phrases));
    },
    async refresh() {
      await corpus.refresh();
    },
  };
}

/** Chooses quotes among what the database finds. */
async function chooseRead(
  retrieve: EvidenceReaderOptions["retrieve"],
  { system, phrases, limit = MAX_EVIDENCE }: EvidenceContext,
): Promise<QuotablePassage[]> {
  const query = { systemIds: [system.id], limit: limit * CANDIDATES };
  const found = await retrieve({ ...query, text: phrases });
  const chosen = chooseEvidence(found, { system, limit });
  if (chosen.length >= limit || phrases.length === 0) return chosen;
  // Where few passages speak of what the buyer looks for, others still speak of the system.
  return chooseEvidence([...found, ...await retrieve({ ...query, text: [] })], { system, limit });
}

/** Chooses the same quotes from memory; undefined where a phrase is not known yet. */
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
