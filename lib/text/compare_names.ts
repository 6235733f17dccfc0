// One collator for all: `localeCompare` with options makes a new one for each comparison, which takes twenty times as long.
const NAMES = /* @__PURE__ */ new Intl.Collator("en", { numeric: true });

/** Compares two names as people sort them: by letter, in any case and accent, and by number, "Rule 9" before "Rule 10". */
export function compareNames(a: string, b: string): number {
  return NAMES.compare(a, b);
}
