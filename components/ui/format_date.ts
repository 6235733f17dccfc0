const DATE = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" });

/** Formats a day for buyers: "March 4, 2026". In UTC, so that every reader sees the same day. */
export function formatDate(date: Date): string {
  return DATE.format(date);
}
