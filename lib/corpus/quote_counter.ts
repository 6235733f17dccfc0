/** Counts what buyers are quoted, many answers at a time. */
import { setTimeout as delay } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Database } from "../db/mod.ts";
import { countRetrievals, type PassageKey } from "./retrievals.ts";

/** What a counter works with. */
export interface QuoteCounterOptions {
  readonly db: Kysely<Database>;
  /** Runs work that no answer waits for; gives false where it will not be run. */
  readonly run: (name: string, work: (signal: AbortSignal) => Promise<void>) => boolean;
  readonly now: () => Date;
  /** Least time between two writes. */
  readonly pauseMs?: number;
}

/** Passages whose count waits for the database at a time; while there are more, others are not counted. */
const MAX_WAITING = 20_000;

/** Makes a counter: it is told what an answer quotes, and writes soon after, together with what others quote meanwhile. */
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
        if (!first) await delay(pauseMs, undefined, { signal });
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
      // They are counted with what is quoted next.
      for (const [passage, times] of counted) add(passage, times);
      throw error;
    }
  }

  return (passages) => {
    for (const passage of passages) add(passage, 1);
    if (!isWriting) isWriting = run("count quoted passages", write);
  };
}
