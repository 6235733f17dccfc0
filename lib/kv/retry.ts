/** Waiting out another process: the file store has one writer at a time and does not queue. */

/** How long to try. */
export interface RetryOptions {
  readonly attempts?: number;
  /** Longest wait before the second attempt; it doubles from there. */
  readonly baseDelayMs?: number;
  readonly random?: () => number;
}

/**
 * Runs a write again while the file is locked by another process, with growing, random pauses. Any
 * other error, and the last refusal, is thrown. A locked write has not happened, so trying again is safe.
 */
export async function retryLocked<T>(
  write: () => Promise<T>,
  { attempts = 8, baseDelayMs = 10, random = Math.random }: RetryOptions = {},
): Promise<T> {
  for (let attempt = 1;; attempt++) {
    try {
      return await write();
    } catch (error) {
      if (attempt >= attempts || !isLocked(error)) throw error;
      const delayMs = random() * baseDelayMs * 2 ** (attempt - 1);
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof Error && error.message.includes("database is locked");
}
