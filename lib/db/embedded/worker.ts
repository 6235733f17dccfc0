/**
 * The worker thread of the embedded engine. It runs the database off the main thread, so that a slow statement blocks
 * only requests that also need the database. `engine.ts` is its client.
 */
import { PGlite, types } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { reasonOf } from "../error.ts";
import { type Ask, ERROR_FIELDS, type Failure, type Question, type Said } from "./messages.ts";

const EXTENSIONS = { pg_trgm };

/**
 * Faster `bytea` conversion: the engine transfers bytes as hex, and its own parser and serializer take ten times as
 * long.
 */
const BYTES = {
  parsers: { [types.BYTEA]: (text: string) => Uint8Array.fromHex(text.slice("\\x".length)) },
  serializers: { [types.BYTEA]: (bytes: Uint8Array) => `\\x${bytes.toHex()}` },
};

let database: PGlite | undefined;

globalThis.addEventListener("message", async ({ data }: MessageEvent<Question>) => {
  const { id, ask } = data;
  try {
    const value = await perform(ask);
    say({ kind: "answer", id, value }, buffersIn(value));
  } catch (error) {
    say({ kind: "failure", id, failure: await failureOf(error) });
  }
});

function say(said: Said, transfer: Transferable[] = []): void {
  globalThis.postMessage(said, { transfer });
}

async function perform(ask: Ask): Promise<unknown> {
  if (ask.kind === "open") {
    database = await open(ask);
    return null;
  }
  if (database === undefined) throw new Error("Cannot ask the database: it is not open");
  if (ask.kind === "close") return await database.close();
  if (ask.kind === "dump") return await (await database.dumpDataDir("gzip")).bytes();
  const { rows, command, affectedRows } = await database.query(ask.sql, [...ask.parameters], {
    rowMode: "object",
  });
  return { rows, command: command ?? null, affectedRows: affectedRows ?? null };
}

/** Kept small, because it is allocated at the start. The operating system caches the files anyway. */
const SHARED_BUFFERS = "16MB";

async function open({ folder, archive, code }: Extract<Ask, { kind: "open" }>): Promise<PGlite> {
  const tar = archive && new File([new Uint8Array(archive)], "backup.tar", {
    type: "application/x-tar",
  });
  const opened = await PGlite.create(folder, {
    extensions: EXTENSIONS,
    ...BYTES,
    pgliteWasmModule: code,
    startParams: [...PGlite.defaultStartParams, "-c", `shared_buffers=${SHARED_BUFFERS}`],
    ...(tar && { loadDataDir: tar }),
  });
  opened.onNotification((channel) => say({ kind: "notification", channel }));
  return opened;
}

/** Returns the byte buffers in a result, which are transferred to the main thread instead of copied. */
function buffersIn(value: unknown): Transferable[] {
  if (value instanceof Uint8Array) return [value.buffer];
  if (typeof value !== "object" || value === null || !("rows" in value)) return [];
  const rows: unknown[] = Array.isArray(value.rows) ? value.rows : [];
  return rows.flatMap((row) =>
    Object.values(row ?? {}).flatMap((cell) => cell instanceof Uint8Array ? [cell.buffer] : [])
  );
}

async function failureOf(error: unknown): Promise<Failure> {
  const fields = Object.fromEntries(
    ERROR_FIELDS.flatMap((name) => {
      const value: unknown = error instanceof Object ? Reflect.get(error, name) : undefined;
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );
  const { severity } = fields;
  const answered = severity === undefined
    ? await stillAnswers()
    : !FATAL_SEVERITIES.includes(severity);
  return { message: reasonOf(error), fields, answered };
}

/**
 * Severities after which a server restarts and recovers. This engine would go on in a broken state, so it is closed.
 */
const FATAL_SEVERITIES: readonly string[] = ["FATAL", "PANIC"];

/**
 * Whether the engine still works after an error that did not come from the database, such as a parameter that cannot be
 * serialised.
 */
async function stillAnswers(): Promise<boolean> {
  try {
    await database?.query("select 1");
    return database !== undefined;
  } catch (error) {
    return error instanceof Object && "severity" in error;
  }
}
