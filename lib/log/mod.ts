/** The log: structured, redacted, cheap to call. */
export {
  type BusyLog,
  closeLog,
  configureLogging,
  flushLog,
  getBusyLog,
  getLog,
  type Log,
  type LoggingOptions,
} from "./log.ts";
