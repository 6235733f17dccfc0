/** Labels of turn outcomes, and the format of sums of money. */

/** Labels of turn outcomes (spec §3.5, §7). */
const ENDS: ReadonlyMap<string, string> = new Map([
  ["grounded", "Answered from the documents"],
  ["identity", "Said that it is a program"],
  ["privacy", "Said who reads and keeps the chat"],
  ["courtesy", "Answered a greeting or thanks"],
  ["person", "Pointed to the way to a person"],
  ["no_grounding", "Handed over: no passage answers it"],
  ["ungrounded", "Handed over: the answer was not supported"],
  ["injection", "Handed over: told to ignore its rules"],
  ["prompt_leak", "Handed over: asked for its instructions"],
  ["impersonation", "Handed over: told to pose as a person"],
  ["budget", "Handed over: the day’s budget was spent"],
  ["invalid", "Failed: the request was not valid"],
  ["timeout", "Failed: the model took too long"],
  ["rate_limited", "Failed: the model’s rate limit was reached"],
  ["upstream", "Failed: the model did not answer"],
]);

/** Returns the label of a turn outcome; an unknown one keeps its name, with spaces. */
export function endInWords(outcome: string): string {
  return ENDS.get(outcome) ?? outcome.replaceAll("_", " ");
}

/** Formats a sum in dollars: two digits, or up to four for sums below $0.10. */
export function dollars(usd: number): string {
  return (usd !== 0 && usd < 0.1 ? SMALL_SUM : SUM).format(usd);
}

const CURRENCY = { style: "currency", currency: "USD", minimumFractionDigits: 2 } as const;
const SUM = new Intl.NumberFormat("en", CURRENCY);
const SMALL_SUM = new Intl.NumberFormat("en", { ...CURRENCY, maximumFractionDigits: 4 });
