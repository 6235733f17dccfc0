/** The most keys that `Deno.Kv.getMany` accepts. */
const KEYS_A_READ = 10;
/** Enough to hide the round trips to a remote store, without flooding it. */
const READS_AT_ONCE = 20;

/**
 * Reads the entries of any number of keys, in their order. The reads run side by side, because each is a round trip
 * when the store is remote (spec §2.5).
 */
export async function readMany<T = unknown>(
  kv: Pick<Deno.Kv, "getMany">,
  keys: readonly Deno.KvKey[],
): Promise<Deno.KvEntryMaybe<T>[]> {
  const entries: Deno.KvEntryMaybe<T>[] = [];
  for (let from = 0; from < keys.length; from += KEYS_A_READ * READS_AT_ONCE) {
    const reads = Array.from({ length: READS_AT_ONCE }, (_, place) => {
      const start = from + place * KEYS_A_READ;
      return keys.slice(start, start + KEYS_A_READ);
    }).filter((part) => part.length > 0).map((part) => kv.getMany<T[]>(part));
    entries.push(...(await Promise.all(reads)).flat());
  }
  return entries;
}
