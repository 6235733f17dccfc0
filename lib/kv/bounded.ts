/**
 * A remote store with a time-out. The client of KV Connect repeats a call that met a failure of the server
 * until it succeeds, which is right for a second and wrong for a request that a buyer waits for.
 */

/** The store does not answer now; the same may succeed later. */
export class KvOutageError extends Error {
  override readonly name = "KvOutageError";
  /** Stable across versions, unlike the message. */
  readonly code = "kv_outage";
  /** For those who answer requests to say so (design §7). */
  readonly outage = true;
}

/** How long an answer that came while this process was busy has to be read. */
const GRACE_MS = 250;

/** How long to wait, and by which clock. */
export interface BoundedOptions {
  /** Longest time for one call. */
  readonly timeoutMs?: number;
  /** Time between two calls that look whether the store is back. */
  readonly probeMs?: number;
  /** Milliseconds that only grow. */
  readonly clock?: () => number;
}

/**
 * Bounds every call of a store, in place, and gives the store. A call that takes longer fails; the client goes on with it, so
 * a write may still happen then. From there on calls of its kind, reads or writes, fail at once, but for one a second, until one
 * succeeds: calls that nobody waits for any more must not pile up. A store that takes no write so can still be read.
 *
 * Calls throw a {@linkcode KvOutageError} when the store does not answer or refuses the caller, and `TypeError` as ever for
 * what no store takes.
 */
export function boundCalls(kv: Deno.Kv, options: BoundedOptions = {}): Deno.Kv {
  const { timeoutMs = 3_000, probeMs = 1_000, clock = () => performance.now() } = options;
  const reads = bound();
  const writes = bound();

  function bound(): <T>(call: () => Promise<T>) => Promise<T> {
    const breaker: { probeAt: number | null } = { probeAt: null };
    return (call) => bounded(breaker, call);
  }

  async function bounded<T>(
    breaker: { probeAt: number | null },
    call: () => Promise<T>,
  ): Promise<T> {
    const { probeAt } = breaker;
    if (probeAt !== null && clock() < probeAt) throw outage("the store did not answer before");
    if (probeAt !== null) breaker.probeAt = clock() + probeMs;
    const late = Promise.withResolvers<never>();
    // Timers run before input is read: an answer that came while this process was busy is taken in between the two.
    let timer = setTimeout(() => timer = setTimeout(end, GRACE_MS), timeoutMs);
    function end(): void {
      breaker.probeAt = clock() + probeMs;
      late.reject(outage(`no answer within ${timeoutMs} ms`));
    }
    try {
      const answer = await Promise.race([call(), late.promise]);
      breaker.probeAt = null;
      return answer;
    } catch (error) {
      if (error instanceof TypeError || error instanceof KvOutageError) throw error;
      throw outage("the store refuses the call", { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  const { get, getMany, set, delete: remove, list, atomic } = kv;
  return Object.assign(kv, {
    get: (...args: Parameters<typeof get>) => reads(() => get.apply(kv, args)),
    getMany: (...args: Parameters<typeof getMany>) => reads(() => getMany.apply(kv, args)),
    set: (...args: Parameters<typeof set>) => writes(() => set.apply(kv, args)),
    delete: (...args: Parameters<typeof remove>) => writes(() => remove.apply(kv, args)),
    list(...args: Parameters<typeof list>) {
      const entries = list.apply(kv, args);
      const { next } = entries;
      return Object.assign(entries, { next: () => reads(() => next.call(entries)) });
    },
    atomic() {
      const operation = atomic.call(kv);
      const { commit } = operation;
      return Object.assign(operation, { commit: () => writes(() => commit.call(operation)) });
    },
  });
}

function outage(reason: string, options?: ErrorOptions): KvOutageError {
  return new KvOutageError(`Cannot use the key-value store: ${reason}`, options);
}
