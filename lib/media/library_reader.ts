/**
 * The browser client with which a picker queries the media library: debounced, one request at a time, with a timeout.
 * Only the admin's picker uses it.
 */

/** The state of a picker's current query. */
export interface LibraryView<T> {
  /** The assets loaded so far. */
  readonly assets: readonly T[];
  /** Number of all matches; null until the first response. */
  readonly total: number | null;
  /** `slow` is a load that takes long enough to show an indicator. */
  readonly status: "idle" | "loading" | "slow" | "failed";
  /** Message for the user; null unless the status is `failed`. */
  readonly failure: string | null;
}

/** Queries the library. Each query cancels the one before. */
export interface LibraryReader {
  /** Starts a new query at offset 0, debounced by `pauseMs`. */
  ask(query: URLSearchParams, options?: { readonly pauseMs?: number }): void;
  /** Loads the next page of the current query. Does nothing while a page is awaited. */
  more(): void;
  /** Repeats the request that failed. */
  retry(): void;
  /** Cancels the current request. */
  stop(): void;
}

/** The state before the first response. */
export const NO_ANSWER: LibraryView<never> = {
  assets: [],
  total: null,
  status: "loading",
  failure: null,
};

/** The library endpoint (spec §4.8). */
const PATH = "/admin/media/library";
const PAGE_SIZE = 24;
/** A load that ends sooner shows no indicator. */
const SLOW_MS = 300;
const TIMEOUT_MS = 15_000;

interface LibraryPage<T> {
  readonly assets: readonly T[];
  readonly total: number;
}

/**
 * Creates the reader of one picker. Network and server failures end in the status `failed`; no method throws.
 *
 * @param onChange called with the new state after every change.
 */
export function createLibraryReader<T extends { readonly id: string }>(
  onChange: (view: LibraryView<T>) => void,
): LibraryReader {
  let view: LibraryView<T> = NO_ANSWER;
  let query = new URLSearchParams();
  let offset = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking = new AbortController();

  function update(change: Partial<LibraryView<T>>): void {
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
    update({ status: "loading", failure: null });
    timer = setTimeout(() => update({ status: "slow" }), SLOW_MS);
    try {
      const page = await fetchPage<T>(query, { offset: from, signal });
      if (signal.aborted) return;
      const known = from === 0 ? [] : view.assets;
      const ids = new Set(known.map(({ id }) => id));
      const assets = [...known, ...page.assets.filter(({ id }) => !ids.has(id))];
      update({ assets, total: page.total, status: "idle" });
    } catch (error) {
      if (!signal.aborted) update({ status: "failed", failure: reasonOf(error) });
    } finally {
      // After an abort, `timer` belongs to the next request.
      if (!signal.aborted) clearTimeout(timer);
    }
  }

  return {
    ask(next, { pauseMs = 0 } = {}) {
      stop();
      query = next;
      offset = 0;
      update({ status: "loading", failure: null });
      timer = setTimeout(send, pauseMs);
    },
    more() {
      if (view.status !== "idle") return;
      offset = view.assets.length;
      void send();
    },
    retry: () => void send(),
    stop,
  };
}

const UNREADABLE = "The library has given an answer that cannot be read.";

/** The service answered, but not with a page of assets. The message is for the user. */
class Refusal extends Error {}

async function fetchPage<T>(
  query: URLSearchParams,
  { offset, signal }: { offset: number; signal: AbortSignal },
): Promise<LibraryPage<T>> {
  const params = new URLSearchParams(query);
  params.set("limit", String(PAGE_SIZE));
  params.set("offset", String(offset));
  const response = await fetch(`${PATH}?${params}`, {
    headers: { accept: "application/json" },
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  if (response.status === 401 || response.status === 403) {
    throw new Refusal(
      "You are no longer signed in. Open this page in another tab, then try again.",
    );
  }
  if (!response.ok) throw new Refusal("The library cannot answer right now.");
  const page: LibraryPage<T> | null = await response.json();
  if (!Array.isArray(page?.assets) || typeof page.total !== "number") throw new Refusal(UNREADABLE);
  return page;
}

function reasonOf(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  if (error instanceof SyntaxError) return UNREADABLE;
  if (error instanceof DOMException && error.name === "TimeoutError") {
    return "The library has not answered in time.";
  }
  return navigator.onLine
    ? "The library cannot be reached."
    : "You are offline. What you have chosen so far stays.";
}
