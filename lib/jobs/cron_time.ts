/** The times of a cron schedule. */

const DAYS = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];
const MINUTE_MS = 60_000;
const MINUTES_A_WEEK = 7 * 24 * 60;

/**
 * Returns the first minute after a moment at which a schedule fires, in UTC. Understands minutes, hours and the name of
 * a weekday, each as `*`, as one value or, except for the weekday, as `*\/n`; the other fields must be `*`.
 *
 * @throws {RangeError} when the schedule does not fire within a week.
 */
export function nextTick(schedule: string, after: Date): Date {
  const [minute = "", hour = "", , , weekday = ""] = schedule.split(" ");
  const first = Math.floor(after.getTime() / MINUTE_MS) + 1;
  for (let at = first; at <= first + MINUTES_A_WEEK; at++) {
    const date = new Date(at * MINUTE_MS);
    const fires = matches(minute, date.getUTCMinutes()) && matches(hour, date.getUTCHours()) &&
      (weekday === "*" || weekday === DAYS[date.getUTCDay()]);
    if (fires) return date;
  }
  throw new RangeError(`Cannot tell when ${schedule} fires: not within a week`);
}

function matches(field: string, value: number): boolean {
  if (field === "*") return true;
  const step = field.startsWith("*/") ? Number(field.slice(2)) : null;
  return step === null ? value === Number(field) : value % step === 0;
}
