/** Saves what the wizard's address says, a moment after the last change. */

/** What is saved: the track, and the answers by factor (spec §2.5). */
export interface ProgressToSave {
  track: string | null;
  answers: Readonly<Record<string, readonly string[]>>;
}

/** A saver that keeps at most one request waiting. */
export interface ProgressSaver {
  /** Saves this soon, in place of what was still waiting. */
  save(progress: ProgressToSave): void;
  /** Sends what waits at once, for a page that goes away. */
  flush(): void;
  /** Forgets what waits. */
  cancel(): void;
}

/** Long enough for a run of quick answers, short enough for a tab that is closed soon after. */
const DELAY_MS = 600;

/** Makes the saver of one page. */
export function createProgressSaver(): ProgressSaver {
  let waiting: ProgressToSave | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function cancel(): void {
    clearTimeout(timer);
    waiting = null;
  }

  function flush(): void {
    const progress = waiting;
    cancel();
    if (progress) send(progress);
  }

  function save(progress: ProgressToSave): void {
    cancel();
    waiting = progress;
    timer = setTimeout(flush, DELAY_MS);
  }

  return { save, flush, cancel };
}

/**
 * A failure is not shown: the address holds every answer, so nothing that the buyer sees is lost, and
 * the next answer saves them all again.
 */
function send({ track, answers }: ProgressToSave): void {
  const query = track === null ? "" : `?track=${encodeURIComponent(track)}`;
  const body = Object.fromEntries(
    Object.entries(answers).map(([factorId, optionIds]) => [`answer:${factorId}`, optionIds]),
  );
  fetch(`/api/session${query}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    keepalive: true,
  }).catch(() => {});
}
