/** Timers under the control of a test, which disposes of the result to restore the real ones. */

/** Changes the delays of timers, so that a time limit ends when a test says so. */
export function delayed(change: (ms: number) => number): Disposable {
  const { setTimeout } = globalThis;
  const changed = (run: () => void, ms = 0) => setTimeout(run, change(ms));
  Object.assign(globalThis, { setTimeout: changed });
  return { [Symbol.dispose]: () => void Object.assign(globalThis, { setTimeout }) };
}

/** Replaces the timers by ones that fire only when the test lets time pass. */
export function heldTime(): Disposable & { pass(ms: number): Promise<void> } {
  const { setTimeout, clearTimeout } = globalThis;
  const timers = new Map<number, { readonly at: number; readonly run: () => void }>();
  let now = 0;
  let last = 0;
  Object.assign(globalThis, {
    setTimeout: (run: () => void, ms: number) => {
      timers.set(++last, { at: now + ms, run });
      return last;
    },
    clearTimeout: (id: number) => timers.delete(id),
  });
  return {
    async pass(ms) {
      now += ms;
      for (const [id, { at, run }] of timers) {
        if (at <= now && timers.delete(id)) run();
      }
      await new Promise((resolve) => setTimeout(resolve));
    },
    [Symbol.dispose]: () => void Object.assign(globalThis, { setTimeout, clearTimeout }),
  };
}
