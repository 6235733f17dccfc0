/**
 * What a log line may carry: words and numbers of the service's own making. Whatever is not listed shows as a
 * placeholder, so a value that nobody thought of, such as a parameter of a statement, cannot reach the log. A name
 * joins the list when what stands under it can never be a person's, a visitor's or a secret.
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

/** The name of something that a log line may carry. */
export type LogField = typeof LOG_FIELDS[number];

/** What goes with a line, by names that the log knows. */
export type LogFields = { readonly [name in LogField]?: unknown };
