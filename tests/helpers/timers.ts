/** Changes the delays of timers until the result is disposed of, so that a time limit ends when a test says so. */
export function delayed(change: (ms: number) => number): Disposable {
  const { setTimeout } = globalThis;
  const changed = (run: () => void, ms = 0) => setTimeout(run, change(ms));
  Object.assign(globalThis, { setTimeout: changed });
  return { [Symbol.dispose]: () => void Object.assign(globalThis, { setTimeout }) };
}
