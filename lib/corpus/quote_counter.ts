/** Counts what buyers are quoted, many answers at a time. */
import { setTimeout as delay } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Database } from "../db/mod.ts";
import { countRetrievals, type PassageKey, type QuotedPassage } from "./retrievals.ts";

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
  const waiting = new Map<string, { itemId: string; seq: number; times: number }>();
  let isWriting = false;

  function add({ itemId, seq, times = 1 }: PassageKey & Partial<QuotedPassage>): void {
    const key = `${itemId}:${seq}`;
    const known = waiting.get(key);
    if (known !== undefined) known.times += times;
    else if (waiting.size < MAX_WAITING) waiting.set(key, { itemId, seq, times });
  }

  async function write(signal: AbortSignal): Promise<void> {
    for (let first = true; waiting.size > 0; first = false) {
      if (!first) await delay(pauseMs, undefined, { signal });
      const quoted = [...waiting.values()];
      waiting.clear();
      try {
        await countRetrievals(db, quoted, now());
      } catch (error) {
        // They are counted with what is quoted next.
        for (const each of quoted) add(each);
        throw error;
      }
    }
  }

  return (passages) => {
    for (const passage of passages) add(passage);
    if (isWriting) return;
    isWriting = run(
      "count quoted passages",
      (signal) => write(signal).finally(() => isWriting = false),
    );
  };
}
