/** The client side of the embedded engine: sends requests to the worker thread that runs it. */
import { DatabaseError } from "../error.ts";
import { meansOutage, sqlStateOf, unavailable } from "../outage.ts";
import type { Ask, Failure, QueryResult, Question, Said } from "./messages.ts";

/** An open engine. Every call after it was closed or has failed is rejected at once. */
export interface Engine {
  /**
   * Runs one statement, after all earlier requests.
   *
   * @throws {EngineQueryError} A database error; {@linkcode DatabaseError} `unavailable` when the engine has ended or
   *   its disk is full.
   */
  query(sql: string, parameters?: readonly unknown[]): Promise<QueryResult>;
  /** Returns a gzipped tar archive of the folder. */
  dump(): Promise<Uint8Array<ArrayBuffer>>;
  /** Calls `listen` on each notification of any channel. Returns a function that stops it. */
  onNotification(listen: (channel: string) => void): () => void;
  /** Stops the engine and its thread after all pending requests. Idempotent. */
  close(): Promise<void>;
}

/** An error that the database raised for a statement. `code` is its SQLSTATE, as with a server. */
class EngineQueryError extends Error {
  override readonly name = "EngineQueryError";

  /** Copies the fields of the database's error to this one. */
  constructor(message: string, fields: Failure["fields"]) {
    super(message);
    Object.assign(this, fields);
  }
}

/** Compiled once per process. Worker threads share the module, including its optimised code. */
let compiled: Promise<WebAssembly.Module> | undefined;

async function compile(): Promise<WebAssembly.Module> {
  const code = new URL("pglite.wasm", import.meta.resolve("@electric-sql/pglite"));
  return await WebAssembly.compile(await Deno.readFile(code));
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/**
 * Opens the engine on a folder in a new worker thread. Creates a database in an empty folder, from the archive if one
 * is given. The caller must hold the lock of the data directory.
 *
 * @throws the error of the engine, or `unavailable` when its thread ended.
 */
export async function openEngine(
  folder: string,
  archive: Uint8Array | null = null,
): Promise<Engine> {
  const thread = startThread();
  try {
    await thread.ask({ kind: "open", folder, archive, code: await (compiled ??= compile()) });
  } catch (error) {
    thread.end(ended("it could not be opened"));
    throw error;
  }
  let closing: Promise<void> | undefined;
  return {
    query: async (sql, parameters = []) => {
      const value = await thread.ask({ kind: "query", sql, parameters });
      if (isQueryResult(value)) return value;
      throw new TypeError("Cannot read an answer of the embedded database: it has no rows");
    },
    dump: async () => {
      const value = await thread.ask({ kind: "dump" });
      if (value instanceof Uint8Array) return new Uint8Array(value);
      throw new TypeError("Cannot read an archive of the embedded database: it has no bytes");
    },
    onNotification: thread.onNotification,
    close: () => closing ??= close(),
  };

  async function close(): Promise<void> {
    try {
      if (thread.broken() === undefined) await thread.ask({ kind: "close" });
    } finally {
      thread.end(ended("it is closed"));
    }
  }
}

function startThread() {
  const worker = new Worker(import.meta.resolve("@/lib/db/embedded/worker.ts"), {
    type: "module",
    name: "database",
  });
  const waiting = new Map<number, Waiting>();
  const listeners = new Set<(channel: string) => void>();
  let broken: DatabaseError | undefined;
  let lastId = 0;

  worker.addEventListener("message", ({ data }: MessageEvent<Said>) => {
    if (data.kind === "notification") {
      for (const listen of listeners) listen(data.channel);
      return;
    }
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.kind === "answer") return asked?.resolve(data.value);
    const { message, fields, answered } = data.failure;
    if (answered) return asked?.reject(refusalOf(message, fields));
    const failure = ended(message);
    asked?.reject(failure);
    end(failure);
  });
  // Without a listener, an error in the worker would end the process.
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    end(ended(event.message));
  });

  /** Stops the thread and rejects all pending requests, which would otherwise never settle. */
  function end(error: DatabaseError): void {
    broken ??= error;
    worker.terminate();
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  function ask(what: Ask): Promise<unknown> {
    if (broken !== undefined) return Promise.reject(broken);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const id = ++lastId;
    const question: Question = { id, ask: what };
    try {
      worker.postMessage(question);
      waiting.set(id, { resolve, reject });
    } catch (error) {
      reject(error);
    }
    return promise;
  }

  return {
    ask,
    end,
    broken: () => broken,
    onNotification(listen: (channel: string) => void): () => void {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
  };
}

/** Returns the error for a failed statement. A resource error, such as a full disk, is an outage. */
function refusalOf(message: string, fields: Failure["fields"]): Error {
  const error = new EngineQueryError(message, fields);
  return sqlStateOf(error) !== undefined && meansOutage(error) ? unavailable(error) : error;
}

function ended(reason: string): DatabaseError {
  return new DatabaseError("unavailable", `Cannot ask the embedded database: ${reason}`);
}

function isQueryResult(value: unknown): value is QueryResult {
  return typeof value === "object" && value !== null && "rows" in value &&
    Array.isArray(value.rows);
}
