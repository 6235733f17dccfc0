/**
 * Structured logging. `getLog(room)` returns the log of a room; `configureLogging` chooses level and format once per
 * process. Messages are constant texts; variable data goes into properties, and only the properties of the allowlist
 * (`fields.ts`) are written. Secrets and personal data are redacted (spec §5).
 */
export {
  closeLog,
  configureLogging,
  flushLog,
  getBusyLog,
  getLog,
  type Log,
  reporting,
} from "./log.ts";
export { logIfSlow } from "./log_if_slow.ts";
