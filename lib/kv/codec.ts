/** Validates values read from the key-value store. */
import type { z } from "zod";

/** A valid value, with its version for an atomic check. */
export interface ValidEntry<T> {
  readonly value: T;
  readonly versionstamp: string;
}

/**
 * Reads and validates a value. Returns null when it is missing or invalid: another release or tool may have written it,
 * and callers could not use it.
 */
export async function getValid<T extends z.ZodType>(
  kv: Deno.Kv,
  key: Deno.KvKey,
  schema: T,
): Promise<ValidEntry<z.output<T>> | null> {
  const { value, versionstamp } = await kv.get<unknown>(key);
  if (versionstamp === null) return null;
  const parsed = schema.safeParse(value);
  return parsed.success ? { value: parsed.data, versionstamp } : null;
}
