/** Token prices, in US dollars per million tokens (spec §4.5, spend gate). */

interface Price {
  readonly input: number;
  readonly output: number;
}

/** Prices by prefix of a model's id; the longest prefix wins. For a tiered price, the highest tier is listed. */
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
/** The price of an unknown model: the highest input and output price, so that spend is never underestimated. */
const DEAREST: Price = {
  input: Math.max(...PRICES.map(([, { input }]) => input)),
  output: Math.max(...PRICES.map(([, { output }]) => output)),
};
const MILLION = 1_000_000;

/** Returns the cost of a reply in US dollars. An unknown model costs as much as the most expensive one. */
export function priceOf(
  model: string,
  { inputTokens, outputTokens }: { readonly inputTokens: number; readonly outputTokens: number },
): number {
  const [known] = PRICES.filter(([prefix]) => model === prefix || model.startsWith(`${prefix}-`))
    .sort(([a], [b]) => b.length - a.length);
  const { input, output } = known?.[1] ?? DEAREST;
  return (inputTokens * input + outputTokens * output) / MILLION;
}
