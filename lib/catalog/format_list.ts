const FORMATS = {
  and: new Intl.ListFormat("en", { type: "conjunction" }),
  or: new Intl.ListFormat("en", { type: "disjunction" }),
};

/** Names as a sentence lists them: "oak, ash, and walnut"; with `or` "oak, ash, or walnut". */
export function formatList(names: readonly string[], word: keyof typeof FORMATS = "and"): string {
  return FORMATS[word].format(names);
}
