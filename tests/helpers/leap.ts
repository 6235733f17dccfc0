/** Moves the monotonic clock forward until the result is disposed of. */
export function leap(ms: number): Disposable {
  const now = performance.now;
  performance.now = () => now.call(performance) + ms;
  return { [Symbol.dispose]: () => void (performance.now = now) };
}
