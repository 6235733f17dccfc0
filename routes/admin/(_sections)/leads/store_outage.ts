import { AppError } from "@/lib/http/mod.ts";
import { SessionStoreError } from "@/lib/session/mod.ts";

/**
 * Awaits a read from the session store.
 *
 * @throws {AppError} `unavailable` when the session store fails.
 */
export async function orUnavailable<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (cause) {
    if (cause instanceof SessionStoreError) throw new AppError("unavailable", undefined, { cause });
    throw cause;
  }
}
