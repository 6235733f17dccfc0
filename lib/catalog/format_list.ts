const FORMATS = {
  and: new Intl.ListFormat("en", { type: "conjunction" }),
  or: new Intl.ListFormat("en", { type: "disjunction" }),
};

/** Joins names into a list for a sentence: "oak, ash, and walnut", or with `or` "oak, ash, or walnut". */
export function formatList(names: readonly string[], word: keyof typeof FORMATS = "and"): string {
  return FORMATS[word].format(names);
}
