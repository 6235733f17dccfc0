/** Counts how often passages are quoted to buyers, with batched writes. */
import type { Kysely } from "kysely";
import type { Database } from "../db/mod.ts";
import { pause } from "../timing/mod.ts";
import { countRetrievals, type PassageKey } from "./retrievals.ts";

/** Options of {@linkcode createQuoteCounter}. */
interface QuoteCounterOptions {
  readonly db: Kysely<Database>;
  /** Runs work in the background; returns false if it refuses the work. */
  readonly run: (name: string, work: (signal: AbortSignal) => Promise<void>) => boolean;
  readonly now: () => Date;
  /** Minimum time between two writes, in milliseconds. */
  readonly pauseMs?: number;
}

/** Most distinct passages that are buffered. Quotes of further passages are dropped until the next write. */
const MAX_WAITING = 20_000;

/**
 * Creates a counter. Call it with the passages that an answer quotes: it buffers the counts and writes them in the
 * background in batches, with pauses that end early at shutdown. If a write fails, its counts stay in the buffer and are written with the next quotes. The
 * counter identifies passages by object identity, so callers should pass the same objects each time.
 */
export function createQuoteCounter(
  { db, run, now, pauseMs = 1_000 }: QuoteCounterOptions,
): (passages: readonly PassageKey[]) => void {
  const waiting = new Map<PassageKey, number>();
  let isWriting = false;

  function add(passage: PassageKey, times: number): void {
    const known = waiting.get(passage);
    if (known !== undefined || waiting.size < MAX_WAITING) {
      waiting.set(passage, (known ?? 0) + times);
    }
  }

  async function write(signal: AbortSignal): Promise<void> {
    try {
      for (let first = true; waiting.size > 0; first = false) {
        // At shutdown the pause ends early, so that what is buffered is still written.
        if (!first) await pause(pauseMs, signal);
        await writeWaiting();
      }
    } finally {
      isWriting = false;
    }
  }

  async function writeWaiting(): Promise<void> {
    const counted = [...waiting];
    waiting.clear();
    try {
      const quoted = counted.map(([{ itemId, seq }, times]) => ({ itemId, seq, times }));
      await countRetrievals(db, quoted, now());
    } catch (error) {
      // Back to the buffer, to be written with the next quotes.
      for (const [passage, times] of counted) add(passage, times);
      throw error;
    }
  }

  return (passages) => {
    for (const passage of passages) add(passage, 1);
    if (!isWriting) isWriting = run("count quoted passages", write);
  };
}
