/** What tokens cost, in dollars a million (spec §4.5, spend gate). */

interface Price {
  readonly input: number;
  readonly output: number;
}

/** By how a model's id begins; the longest beginning counts. Where a price depends on the length, the higher one. */
const PRICES: readonly (readonly [prefix: string, price: Price])[] = [
  ["claude-3-haiku", { input: 0.25, output: 1.25 }],
  ["claude-3-5-haiku", { input: 0.8, output: 4 }],
  ["claude-haiku-4", { input: 1, output: 5 }],
  ["claude-haiku-5", { input: 1, output: 5 }],
  ["claude-haiku-5-5", { input: 0.5, output: 2.5 }],
  ["claude-3-5-sonnet", { input: 3, output: 15 }],
  ["claude-3-7-sonnet", { input: 3, output: 15 }],
  ["claude-sonnet-4", { input: 3, output: 15 }],
  ["claude-sonnet-5", { input: 2, output: 10 }],
  ["claude-opus-4-5", { input: 5, output: 25 }],
  ["claude-opus-4-6", { input: 5, output: 25 }],
  ["claude-opus-4-7", { input: 5, output: 25 }],
  ["claude-opus-4-8", { input: 5, output: 25 }],
  ["claude-opus-5", { input: 5, output: 25 }],
  ["claude-opus-5-5", { input: 4, output: 20 }],
  ["claude-fable-5", { input: 10, output: 50 }],
  ["claude-mythos-5", { input: 10, output: 50 }],
  ["claude-3-opus", { input: 15, output: 75 }],
  ["claude-opus-4", { input: 15, output: 75 }],
];
/** What an unknown model costs: as much as the dearest, so that nobody spends more than they think. */
const DEAREST: Price = {
  input: Math.max(...PRICES.map(([, { input }]) => input)),
  output: Math.max(...PRICES.map(([, { output }]) => output)),
};
const MILLION = 1_000_000;

/** What a reply costs in dollars; a model that is not in the table costs as much as the dearest. */
export function priceOf(
  model: string,
  { inputTokens, outputTokens }: { readonly inputTokens: number; readonly outputTokens: number },
): number {
  const [known] = PRICES.filter(([prefix]) => model === prefix || model.startsWith(`${prefix}-`))
    .sort(([a], [b]) => b.length - a.length);
  const { input, output } = known?.[1] ?? DEAREST;
  return (inputTokens * input + outputTokens * output) / MILLION;
}
