/**
 * Adds timeouts and a circuit breaker to a remote store. The KV Connect client retries a call that failed on the server
 * until it succeeds, which can take longer than a buyer should wait.
 */

/** The store does not answer now; a later call may succeed. */
export class KvOutageError extends Error {
  override readonly name = "KvOutageError";
  /** Stable across versions, unlike the message. */
  readonly code = "kv_outage";
  /** Marks an outage for the code that builds error responses (design §7). */
  readonly outage = true;
}

/** Extra time for reading a response that arrived while the event loop was blocked. */
const GRACE_MS = 250;

/** Interval between probes while the breaker is open. */
const PROBE_MS = 1_000;

/** Timeout and clock of {@linkcode boundCalls}. */
interface BoundedOptions {
  /** Timeout of one call, in milliseconds. Default 3000. */
  readonly timeoutMs?: number;
  /** A monotonic clock, in milliseconds. */
  readonly clock?: () => number;
}

/**
 * Adds a timeout and a circuit breaker to every call of a store, in place, and returns the store.
 *
 * A call that takes longer than the timeout fails, but the client continues it, so a write may still happen. After that
 * the circuit breaker is open for calls of that kind (reads or writes): they fail immediately, except one probe per
 * second, until one succeeds. This keeps abandoned calls from piling up. Reads and writes have separate breakers, so
 * a store that accepts no writes can still be read.
 *
 * Calls throw a {@linkcode KvOutageError} when the store does not answer or refuses the caller, and a `TypeError` for
 * invalid arguments.
 */
export function boundCalls(kv: Deno.Kv, options: BoundedOptions = {}): Deno.Kv {
  const { timeoutMs = 3_000, clock = () => performance.now() } = options;
  const reads = bound();
  const writes = bound();

  function bound(): Around {
    const breaker: { probeAt: number | null } = { probeAt: null };
    return (call) => bounded(breaker, call);
  }

  async function bounded<T>(
    breaker: { probeAt: number | null },
    call: () => Promise<T>,
  ): Promise<T> {
    const { probeAt } = breaker;
    if (probeAt !== null && clock() < probeAt) throw outage("the store did not answer before");
    if (probeAt !== null) breaker.probeAt = clock() + PROBE_MS;
    const late = Promise.withResolvers<never>();
    // Timers fire before I/O is read, so a response that arrived while the event loop was blocked is read between these
    // two timers.
    let timer = setTimeout(() => timer = setTimeout(end, GRACE_MS), timeoutMs);
    function end(): void {
      breaker.probeAt = clock() + PROBE_MS;
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

  return aroundCalls(kv, { reads, writes });
}

/** Runs a call of a store, and decides what becomes of its failure. */
export type Around = <T>(call: () => Promise<T>) => Promise<T>;

/**
 * Puts functions around every read and every write of a store, in place, and returns the store. The steps of a list are
 * reads, the commit of an atomic operation is a write.
 */
export function aroundCalls(
  kv: Deno.Kv,
  { reads, writes }: { readonly reads: Around; readonly writes: Around },
): Deno.Kv {
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
