/**
 * Asks the media library for what a picker shows: late enough, once at a time, and never without an end. It runs
 * in browsers; what buyers load too is in `lib/browser`, and this is not.
 */

/** What the library has for a question, as far as it is known. */
export interface LibraryView<T> {
  readonly assets: readonly T[];
  /** All that match; null until the first answer. */
  readonly total: number | null;
  /** `slow` is a wait that is long enough to show. */
  readonly status: "idle" | "loading" | "slow" | "failed";
  /** Why there is no answer, for people; null unless it failed. */
  readonly failure: string | null;
}

/** Puts questions to the library; each takes the place of the one before. */
export interface LibraryReader {
  /** Asks anew, after a pause in which another question may come. */
  ask(query: URLSearchParams, options?: { readonly pauseMs?: number }): void;
  /** Asks for what comes after what is known. */
  more(): void;
  /** Asks once more what was not answered. */
  retry(): void;
  /** Wants no answer any more. */
  stop(): void;
}

/** Nothing is known yet. */
export const NO_ANSWER: LibraryView<never> = {
  assets: [],
  total: null,
  status: "loading",
  failure: null,
};

/** Where the library answers (spec §4.8). */
const PATH = "/admin/media/library";
const PAGE_SIZE = 24;
/** A shorter wait is not worth a sign of it. */
const SLOW_MS = 300;
const TIMEOUT_MS = 15_000;

interface LibraryPage<T> {
  readonly assets: readonly T[];
  readonly total: number;
}

/** Makes the reader of one picker, which tells of every change of what is known. */
export function createLibraryReader<T extends { readonly id: string }>(
  onChange: (view: LibraryView<T>) => void,
): LibraryReader {
  let view: LibraryView<T> = NO_ANSWER;
  let query = new URLSearchParams();
  let offset = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking = new AbortController();

  function tell(change: Partial<LibraryView<T>>): void {
    view = { ...view, ...change };
    onChange(view);
  }

  function stop(): void {
    clearTimeout(timer);
    asking.abort();
  }

  async function send(): Promise<void> {
    stop();
    const { signal } = asking = new AbortController();
    const from = offset;
    tell({ status: "loading", failure: null });
    timer = setTimeout(() => tell({ status: "slow" }), SLOW_MS);
    try {
      const page = await fetchPage<T>(query, { offset: from, signal });
      if (signal.aborted) return;
      const known = from === 0 ? [] : view.assets;
      const ids = new Set(known.map(({ id }) => id));
      const assets = [...known, ...page.assets.filter(({ id }) => !ids.has(id))];
      tell({ assets, total: page.total, status: "idle" });
    } catch (error) {
      if (!signal.aborted) tell({ status: "failed", failure: reasonOf(error) });
    } finally {
      // Once aborted, the timer is another question's.
      if (!signal.aborted) clearTimeout(timer);
    }
  }

  return {
    ask(next, { pauseMs = 0 } = {}) {
      stop();
      query = next;
      offset = 0;
      timer = setTimeout(send, pauseMs);
    },
    more() {
      offset = view.assets.length;
      void send();
    },
    retry: () => void send(),
    stop,
  };
}

/** The service has said no. */
class Refusal extends Error {}

async function fetchPage<T>(
  query: URLSearchParams,
  { offset, signal }: { offset: number; signal: AbortSignal },
): Promise<LibraryPage<T>> {
  const asked = new URLSearchParams(query);
  asked.set("limit", String(PAGE_SIZE));
  asked.set("offset", String(offset));
  const response = await fetch(`${PATH}?${asked}`, {
    headers: { accept: "application/json" },
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  if (response.status === 401 || response.status === 403) {
    throw new Refusal(
      "You are no longer signed in. Open this page in another tab, then try again.",
    );
  }
  if (!response.ok) throw new Refusal("The library cannot answer right now.");
  const page: LibraryPage<T> = await response.json();
  if (!Array.isArray(page.assets) || typeof page.total !== "number") {
    throw new Refusal("The library has given an answer that cannot be read.");
  }
  return page;
}

function reasonOf(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  if (error instanceof DOMException && error.name === "TimeoutError") {
    return "The library has not answered in time.";
  }
  return navigator.onLine
    ? "The library cannot be reached."
    : "You are offline. What you have chosen so far stays.";
}
