/** The evidence of this process: remembered as long as it holds, and done without while it cannot be read. */
import { type Followed, readPatiently } from "../db/mod.ts";
import { rememberRecent } from "../http/mod.ts";
import { productPageUrl } from "./citation_link.ts";
import type { CorpusEdition } from "./edition.ts";
import {
  chooseEvidence,
  citePassage,
  MAX_EVIDENCE,
  type QuotablePassage,
  type QuotedSystem,
} from "./evidence.ts";
import type { PassageKey } from "./retrievals.ts";
import type { CitedPassage } from "./schema.ts";

/** What evidence is wanted for. */
export interface EvidenceContext {
  /** What is recommended or shown. */
  readonly system: QuotedSystem;
  /** Words for what the buyer looks for; empty for what is best said of the system at all. */
  readonly text: string;
  readonly limit?: number;
}

/** Where pages and endpoints get their quotes from. */
export interface EvidenceReader {
  /** While it stays the same, so does what `about` and `resourceUrl` give. */
  version(): number;
  /** Quotes about a system, best first; null when the corpus cannot be read now. Never throws. */
  about(context: EvidenceContext): Promise<CitedPassage[] | null>;
  /** The system's own page on the marketing site; null where none was captured. */
  resourceUrl(systemId: string): string | null;
  /** Sees to it that what was committed before the call counts from now on. */
  refresh(): Promise<void>;
}

/** What a reader reads from, and how patient it is. */
export interface EvidenceReaderOptions {
  readonly editions: Pick<Followed<CorpusEdition>, "current" | "refresh">;
  readonly retrieve: (query: {
    readonly systemIds: readonly string[];
    readonly text: string;
    readonly limit: number;
  }) => Promise<readonly QuotablePassage[]>;
  readonly siteUrl: string | null;
  /** Told once when the corpus cannot be read, and again only after it could. */
  readonly onOutage: (error: unknown) => void;
  /** Told which passages were chosen, once for what is remembered. Must not throw, and nothing waits for it. */
  readonly onQuoted?: (passages: readonly PassageKey[]) => void;
  /** How long an answer waits for its evidence. */
  readonly timeoutMs?: number;
  /** How long nothing is asked of a corpus that could not be read. */
  readonly pauseMs?: number;
  /** Milliseconds that only ever grow. */
  readonly clock?: () => number;
}

const REMEMBERED = 1_000;

/** Passages to choose one quote from. */
const CANDIDATES = 5;

/** Makes a reader. Evidence supports an answer and never holds it up: see `timeoutMs` and `pauseMs`. */
export function createEvidenceReader(options: EvidenceReaderOptions): EvidenceReader {
  const { editions, retrieve, siteUrl, onQuoted } = options;
  const readOrPause = readPatiently({ ...options, subject: "the corpus" });
  const remembered = rememberRecent<string, Promise<CitedPassage[] | null>>(REMEMBERED);

  async function read(
    { system, text, limit = MAX_EVIDENCE }: EvidenceContext,
  ): Promise<QuotablePassage[]> {
    const query = { systemIds: [system.id], limit: limit * CANDIDATES };
    let found = await retrieve({ ...query, text });
    const isScarce = chooseEvidence(found, { system, limit }).length < limit;
    // Where few passages speak of what the buyer looks for, others still speak of the system.
    if (isScarce && text !== "") found = [...found, ...await retrieve({ ...query, text: "" })];
    return chooseEvidence(found, { system, limit });
  }

  return {
    version: () => editions.current().version,
    about(context) {
      const edition = editions.current();
      const { system, text, limit } = context;
      const key = JSON.stringify([edition.version, system.id, system.name, limit, text]);
      return remembered(key, async (forget) => {
        const chosen = await readOrPause(() => read(context));
        if (chosen === null) {
          forget();
          return null;
        }
        if (chosen.length > 0) onQuoted?.(chosen.map(({ itemId, seq }) => ({ itemId, seq })));
        const pdpPath = edition.pdpPathBySystemId.get(system.id) ?? null;
        return chosen.map((passage) => citePassage(passage, { siteUrl, pdpPath }));
      });
    },
    resourceUrl(systemId) {
      const pdpPath = editions.current().pdpPathBySystemId.get(systemId) ?? null;
      return productPageUrl({ siteUrl, pdpPath });
    },
    async refresh() {
      await editions.refresh();
    },
  };
}
