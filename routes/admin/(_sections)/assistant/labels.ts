/** How staff read the ends of turns and sums of money. */

/** Each end of a turn in words (spec §3.5, §7). */
const ENDS: ReadonlyMap<string, string> = new Map([
  ["grounded", "Answered from the corpus"],
  ["identity", "Said that it is a program"],
  ["no_grounding", "Handed over: nothing found that answers"],
  ["ungrounded", "Handed over: the answer was not supported"],
  ["injection", "Handed over: told to ignore its rules"],
  ["prompt_leak", "Handed over: asked for its instructions"],
  ["impersonation", "Handed over: told to pose as a person"],
  ["budget", "Handed over: the day’s budget was spent"],
  ["invalid", "Failed: the request was not valid"],
  ["timeout", "Failed: the model took too long"],
  ["rate_limited", "Failed: the model was asked too often"],
  ["upstream", "Failed: the model did not answer"],
]);

/** An end of a turn in words. */
export function endInWords(outcome: string): string {
  return ENDS.get(outcome) ?? outcome.replaceAll("_", " ");
}

/** A sum in dollars, to the cent where it has any. */
export function dollars(usd: number): string {
  const digits = usd !== 0 && usd < 0.1 ? 4 : 2;
  return new Intl.NumberFormat("en", {
    style: "currency",
    currency: "USD",
    minimumFractionDigits: 2,
    maximumFractionDigits: digits,
  }).format(usd);
}
