/** Values of the key-value store are what their schema says, or they are not there. */
import type { z } from "zod";

/** A value that its schema has accepted, with the version for an atomic check. */
export interface ValidEntry<T> {
  readonly value: T;
  readonly versionstamp: string;
}

/**
 * Reads a value through its schema. Gives null when there is none, and also when it does not
 * validate: an older release or a stray tool wrote it, and no caller could use it.
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
