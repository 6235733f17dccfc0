/** Fetches the current state of the answers, for wizard steps that change without a page load. */

/** The state of the answers so far. */
interface AskedStanding {
  optionIds: string[];
  systemName: string | null;
  mayStop: boolean;
  open: { factorId: string; canChange: boolean }[];
}

/**
 * Fetches the state of the answers from `GET /api/recommendation`. Returns null without answers and on any failure,
 * because the step works without it.
 */
export async function askStanding(
  track: string | null,
  optionIds: readonly string[],
  signal: AbortSignal,
): Promise<AskedStanding | null> {
  if (optionIds.length === 0) return null;
  const query = new URLSearchParams({
    options: optionIds.join(),
    track: track ?? "",
    explain: "1",
  });
  try {
    const response = await fetch(`/api/recommendation?${query}`, { signal });
    if (!response.ok) return null;
    const { recommended, explain } = await response.json();
    return {
      optionIds: [...optionIds],
      systemName: recommended?.name ?? null,
      mayStop: explain.mayStop === true,
      open: explain.open,
    };
  } catch {
    return null;
  }
}
