const DATE = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" });

/** A day as buyers read it: "March 4, 2026". The same everywhere, so it is told in UTC. */
export function formatDate(date: Date): string {
  return DATE.format(date);
}
