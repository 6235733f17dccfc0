/** A signal that is aborted when time is up, unless it is disposed of before. */
interface TimeLimit extends Disposable {
  readonly signal: AbortSignal;
}

/** Starts a time limit; `reasonOf` creates the reason with which its signal is aborted. */
export function limitTime(ms: number, reasonOf?: () => Error): TimeLimit {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(reasonOf?.()), ms);
  return { signal: late.signal, [Symbol.dispose]: () => clearTimeout(timer) };
}
