/** Saves the wizard's progress, debounced, one request at a time. */

/** The progress to save: the track, and the option ids by factor id (spec §2.5). */
interface ProgressToSave {
  track: string | null;
  answers: Readonly<Record<string, readonly string[]>>;
}

/** A debounced saver with at most one pending save and one under way. */
interface ProgressSaver {
  /** Schedules a save, replacing a pending one. */
  save(progress: ProgressToSave): void;
  /** Sends a pending save immediately, for a page that is being closed. */
  flush(): void;
  /** Flushes. Returns null if every save has its response, otherwise a promise of the last one, for at most a second. */
  settle(): Promise<unknown> | null;
  /** Cancels a pending save, and one under way. */
  cancel(): void;
}

/** Debounce delay: long enough to batch quick answers, short enough for a tab that is closed soon after. */
const DELAY_MS = 600;

const MAX_WAIT_MS = 1_000;

/** Creates the saver of one page. */
export function createProgressSaver(): ProgressSaver {
  let waiting: ProgressToSave | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Aborts the save under way, because a slow one must not arrive after a newer one. */
  let sending = new AbortController();
  let underWay: Promise<void> | null = null;

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
    const sent = send(progress, sending.signal).finally(() => {
      if (underWay === sent) underWay = null;
    });
    underWay = sent;
  }

  function settle(): Promise<unknown> | null {
    flush();
    return underWay && Promise.race([underWay, new Promise((end) => setTimeout(end, MAX_WAIT_MS))]);
  }

  function save(progress: ProgressToSave): void {
    forget();
    waiting = progress;
    timer = setTimeout(flush, DELAY_MS);
  }

  return { save, flush, settle, cancel };
}

/**
 * A failure is not shown: the URL holds every answer, so the buyer loses nothing, and the next save sends all of them
 * again.
 */
async function send(
  { track, answers }: ProgressToSave,
  signal: AbortSignal,
): Promise<void> {
  const body = Object.fromEntries(
    Object.entries(answers).map(([factorId, optionIds]) => [`answer:${factorId}`, optionIds]),
  );
  await fetch(`/api/session?track=${encodeURIComponent(track ?? "")}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    keepalive: true,
    signal,
  }).catch(() => {});
}
