// `toLocaleString` looks its format up again for each number, which takes thirty times as long.
const COUNT = /* @__PURE__ */ new Intl.NumberFormat("en-US");

/** Formats a count of things for people: "12", "50,149". Not for ids, years, versions and JSON. */
export function formatCount(count: number | bigint): string {
  return COUNT.format(count);
}
