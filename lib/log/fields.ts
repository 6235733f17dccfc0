/**
 * The allowlist of log properties. Any other property is logged as a placeholder, so an unexpected value, such as a
 * parameter of an SQL statement, cannot reach the log. Add a name only if its values can never be personal data, a
 * visitor's data or a secret.
 */
export const LOG_FIELDS = [
  ...["requestId", "method", "path", "route", "status", "durationMs"],
  ...["reason", "kind", "outcome", "count", "attempt", "host", "port", "model", "operation"],
  ...["name", "names", "waiting", "graceMs", "signal", "done", "of"],
  ...[
    "folder",
    "insteadIn",
    "assets",
    "maxBytes",
    "assetId",
    "itemId",
    "systemId",
    "ruleId",
  ],
  ...["listen", "database", "kv", "seed", "cms", "crm", "consent", "admin", "assistant"],
  ...["error", "message", "stack", "cause", "errors", "code"],
  ...["severity", "schema", "table", "column", "constraint", "dataType", "routine", "syscall"],
] as const;

/** A name of the allowlist. */
type LogField = typeof LOG_FIELDS[number];

/** Properties of a log line. */
export type LogFields = { readonly [name in LogField]?: unknown };
