/** What several ask for at once is done once. */

/** Does the work of a key, or joins whoever is doing it. */
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
 * Opens flights. Whoever asked and went away stops waiting, by the signal; when nobody is left, the work's own signal is
 * aborted and the next who asks starts anew. Nothing is remembered once the work is done.
 */
export function createFlights<T>(): Flights<T> {
  const flights = new Map<string, Flight<T>>();

  function take(key: string, work: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const known = flights.get(key);
    if (known !== undefined) return known;
    const controller = new AbortController();
    const result = work(controller.signal).finally(() => forget(key, flight));
    const flight: Flight<T> = { result, controller, passengers: 0 };
    // Everybody may have left by the time it fails.
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
