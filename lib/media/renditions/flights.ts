/** Coalesces concurrent calls for the same key into one (single flight). */

/**
 * Runs `work` for a key, or joins the run in progress.
 *
 * @param signal stops this caller's wait. The signal given to `work` is aborted when no caller waits any more.
 */
export type Flights<T> = (
  key: string,
  work: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
) => Promise<T>;

interface Flight<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  passengers: number;
}

/**
 * Creates a single-flight group. A caller whose signal aborts stops waiting; once no caller is left, the work's
 * signal is aborted and the next call starts a new run. Results are not cached: a call after the end of a run starts
 * a new one.
 */
export function createFlights<T>(): Flights<T> {
  const flights = new Map<string, Flight<T>>();

  function take(key: string, work: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const known = flights.get(key);
    if (known !== undefined) return known;
    const controller = new AbortController();
    const result = work(controller.signal).finally(() => forget(key, flight));
    const flight: Flight<T> = { result, controller, passengers: 0 };
    // Avoids an unhandled rejection when the work fails after every caller has left.
    result.catch(() => {});
    flights.set(key, flight);
    return flight;
  }

  function forget(key: string, flight: Flight<T>): void {
    if (flights.get(key) === flight) flights.delete(key);
  }

  return async (key, work, signal) => {
    signal.throwIfAborted();
    const flight = take(key, work);
    flight.passengers++;
    const gone = Promise.withResolvers<never>();
    const leave = () => gone.reject(signal.reason);
    signal.addEventListener("abort", leave);
    try {
      return await Promise.race([flight.result, gone.promise]);
    } finally {
      signal.removeEventListener("abort", leave);
      flight.passengers--;
      if (flight.passengers === 0) {
        forget(key, flight);
        flight.controller.abort();
      }
    }
  };
}
