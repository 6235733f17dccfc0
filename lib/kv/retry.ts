/** Writes to a store: repeated while a file, which allows one writer at a time and queues none, is locked. */

/** Attempts and backoff of {@linkcode retryLocked}. */
export interface RetryOptions {
  readonly attempts?: number;
  readonly random?: () => number;
}

/** Longest delay before the second attempt; it doubles with each further one. */
const BASE_DELAY_MS = 10;

/**
 * Retries a write while another process has locked the file, with exponential backoff and full jitter. Throws any other
 * error, and the last lock error. A locked write has had no effect, so retrying is safe.
 */
export async function retryLocked<T>(
  write: () => Promise<T>,
  { attempts = 8, random = Math.random }: RetryOptions = {},
): Promise<T> {
  for (let attempt = 1;; attempt++) {
    try {
      return await write();
    } catch (error) {
      if (attempt >= attempts || !isLocked(error)) throw error;
      const delayMs = random() * BASE_DELAY_MS * 2 ** (attempt - 1);
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof Error && error.message.includes("database is locked");
}
