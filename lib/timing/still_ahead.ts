/**
 * Whether a moment that was set at most `mostMs` ahead is still to come at `now`. A moment further ahead was set by a wrong
 * clock, and counts as past. All are milliseconds. Pure.
 */
export function isStillAhead(moment: number, now: number, mostMs: number): boolean {
  return moment > now && moment <= now + mostMs;
}
