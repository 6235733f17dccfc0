/** Formats a count of things for people: "12", "50,149". Not for ids, years, versions and JSON. */
export function formatCount(count: number | bigint): string {
  return count.toLocaleString("en-US");
}
