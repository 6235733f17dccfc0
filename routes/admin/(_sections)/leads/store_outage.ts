import { AppError } from "../../../../lib/http/mod.ts";
import { SessionStoreError } from "../../../../lib/session/mod.ts";

/** @throws {AppError} `unavailable` where the store of sessions does not answer. */
export async function orUnavailable<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (cause) {
    if (cause instanceof SessionStoreError) throw new AppError("unavailable", undefined, { cause });
    throw cause;
  }
}
