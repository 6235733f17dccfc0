/** Asks how far answers have come, for steps that no page load tells it of. */

/** What the service says of answers. */
export interface AskedStanding {
  optionIds: string[];
  systemName: string | null;
  mayStop: boolean;
  open: { factorId: string; canChange: boolean }[];
}

/** Asks the public endpoint; null without answers, and when it cannot be asked now, for it only adds to a step. */
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
