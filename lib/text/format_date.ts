const DATE = /* @__PURE__ */ new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" });

/** Formats a day for buyers: "March 4, 2026". In UTC, so that every reader sees the same day. */
export function formatDate(date: Date): string {
  return DATE.format(date);
}

const DAY = /* @__PURE__ */ new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeZone: "UTC",
});

/** Formats a day for staff: "4 May 2026". In UTC. */
export function formatDay(date: Date): string {
  return DAY.format(date);
}

const MOMENT = /* @__PURE__ */ new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "UTC",
});

/** Formats a date and time for staff: "4 May 2026, 09:30 UTC". */
export function formatMoment(at: Date): string {
  return `${MOMENT.format(at)} UTC`;
}
