/** The `Retry-After` header. */

/**
 * Returns how long a `Retry-After` header asks to wait from `now`, in milliseconds; null when it is absent or invalid. It
 * holds seconds or a date; a date in the past means no wait. Pure.
 */
export function parseRetryAfter(header: string | null, now: number): number | null {
  const text = header?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  // `Date.parse` also reads other texts, such as "-5", and takes a date of the oldest form for local time.
  const isDate = /^(mon|tue|wed|thu|fri|sat|sun)/i.test(text);
  const until = isDate ? Date.parse(/gmt$/i.test(text) ? text : `${text} GMT`) : NaN;
  return Number.isNaN(until) ? null : Math.max(until - now, 0);
}
