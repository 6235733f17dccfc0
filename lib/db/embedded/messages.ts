/** What the process and the thread of the embedded engine say to each other. */

/** What the thread is asked to do; it does one thing after another, in the order of asking. */
export type Ask =
  /** Opens the folder, making a database there when there is none: of the archive, or empty. */
  | {
    readonly kind: "open";
    readonly folder: string;
    readonly archive: Uint8Array | null;
    /** The engine's code, compiled. */
    readonly code: WebAssembly.Module;
  }
  | { readonly kind: "query"; readonly sql: string; readonly parameters: readonly unknown[] }
  /** A compressed archive of the folder. */
  | { readonly kind: "dump" }
  | { readonly kind: "close" };

/** A question with the number that its answer will carry. */
export interface Question {
  readonly id: number;
  readonly ask: Ask;
}

/** What a statement gave. */
export interface QueryResult {
  readonly rows: Record<string, unknown>[];
  readonly command: string | null;
  readonly affectedRows: number | null;
}

/** The fields of an error of the engine that its readers branch on; never the statement's parameters. */
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

/** An error as it crosses, for only the message of one survives the crossing by itself. */
export interface Failure {
  readonly message: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Whether the engine answered so; otherwise it broke, and cannot be trusted to go on. */
  readonly answered: boolean;
}

/** What the thread says: answers, and what the database has announced. */
export type Said =
  | { readonly kind: "answer"; readonly id: number; readonly value: unknown }
  | { readonly kind: "failure"; readonly id: number; readonly failure: Failure }
  | { readonly kind: "notification"; readonly channel: string };
