/** The messages between the main thread and the worker thread of the embedded engine. */

/** A request to the worker, which processes requests one at a time, in order. */
export type Ask =
  /** Opens the folder. Creates a database when there is none, from the archive or empty. */
  | {
    readonly kind: "open";
    readonly folder: string;
    readonly archive: Uint8Array | null;
    /** The compiled code of the engine. */
    readonly code: WebAssembly.Module;
  }
  | { readonly kind: "query"; readonly sql: string; readonly parameters: readonly unknown[] }
  /** Returns a gzipped tar archive of the folder. */
  | { readonly kind: "dump" }
  | { readonly kind: "close" };

/** A request with the id that its reply carries. */
export interface Question {
  readonly id: number;
  readonly ask: Ask;
}

/** The result of a statement. */
export interface QueryResult {
  readonly rows: Record<string, unknown>[];
  readonly command: string | null;
  readonly affectedRows: number | null;
}

/**
 * Fields of a database error that are passed on. Excludes the parameters of the statement, which may be personal data.
 */
export const ERROR_FIELDS = [
  "code",
  "severity",
  "detail",
  "hint",
  "position",
  "where",
  "schema",
  "table",
  "column",
  "dataType",
  "constraint",
  "routine",
] as const;

/** An error in a form that can be sent between threads: structured cloning keeps only the message of an `Error`. */
export interface Failure {
  readonly message: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Whether the engine still works. If not, it must be closed. */
  readonly answered: boolean;
}

/** A message from the worker: a reply to a request, or a notification of the database. */
export type Said =
  | { readonly kind: "answer"; readonly id: number; readonly value: unknown }
  | { readonly kind: "failure"; readonly id: number; readonly failure: Failure }
  | { readonly kind: "notification"; readonly channel: string };
