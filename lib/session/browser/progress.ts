/** Saves the wizard's progress, debounced, one request at a time. */

/** The progress to save: the track, and the option ids by factor id (spec §2.5). */
export interface ProgressToSave {
  track: string | null;
  answers: Readonly<Record<string, readonly string[]>>;
}

/** A debounced saver with at most one pending save and one under way. */
export interface ProgressSaver {
  /** Schedules a save, replacing a pending one. */
  save(progress: ProgressToSave): void;
  /** Sends a pending save immediately, for a page that is being closed. */
  flush(): void;
  /** Cancels a pending save, and one under way. */
  cancel(): void;
}

/** Debounce delay: long enough to batch quick answers, short enough for a tab that is closed soon after. */
const DELAY_MS = 600;

/** Creates the saver of one page. */
export function createProgressSaver(): ProgressSaver {
  let waiting: ProgressToSave | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Aborts the save under way, because a slow one must not arrive after a newer one. */
  let sending = new AbortController();

  function forget(): void {
    clearTimeout(timer);
    waiting = null;
  }

  function cancel(): void {
    forget();
    sending.abort();
  }

  function flush(): void {
    const progress = waiting;
    if (!progress) return;
    cancel();
    sending = new AbortController();
    send(progress, sending.signal);
  }

  function save(progress: ProgressToSave): void {
    forget();
    waiting = progress;
    timer = setTimeout(flush, DELAY_MS);
  }

  return { save, flush, cancel };
}

/**
 * A failure is not shown: the URL holds every answer, so the buyer loses nothing, and the next save sends all of them
 * again.
 */
function send({ track, answers }: ProgressToSave, signal: AbortSignal): void {
  const query = track === null ? "" : `?track=${encodeURIComponent(track)}`;
  const body = Object.fromEntries(
    Object.entries(answers).map(([factorId, optionIds]) => [`answer:${factorId}`, optionIds]),
  );
  fetch(`/api/session${query}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    keepalive: true,
    signal,
  }).catch(() => {});
}
