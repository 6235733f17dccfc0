const FORMATS = {
  and: /* @__PURE__ */ new Intl.ListFormat("en", { type: "conjunction" }),
  or: /* @__PURE__ */ new Intl.ListFormat("en", { type: "disjunction" }),
};

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/**
 * Joins names into a list for a sentence: "oak, ash, and walnut", or with `or` "oak, ash, or walnut". A name that is
 * written from right to left is isolated, so that it does not reorder the commas and names around it.
 */
export function formatList(names: readonly string[], word: keyof typeof FORMATS = "and"): string {
  return FORMATS[word].format(names.map(isolated));
}

/** Returns a name that its own direction of writing cannot reorder with the text around it. */
function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}
