/** The embedded engine as the process sees it: questions to the thread that holds it. */
import { DatabaseError } from "../error.ts";
import { isOutage, sqlStateOf, unavailable } from "../outage.ts";
import type { Ask, Failure, QueryResult, Question, Said } from "./messages.ts";

/** An open engine. Whatever it is asked after it was closed, or once it broke, is refused at once. */
export interface Engine {
  /**
   * Runs one statement, after all that was asked before.
   *
   * @throws {EngineQueryError} what the database says; {DatabaseError} `unavailable` when it is gone.
   */
  query(sql: string, parameters?: readonly unknown[]): Promise<QueryResult>;
  /** A compressed archive of the folder. */
  dump(): Promise<Uint8Array<ArrayBuffer>>;
  /** Calls back at each notification, whatever its channel; gives what stops that. */
  onNotification(listen: (channel: string) => void): () => void;
  /** Ends the engine and its thread, once what was asked is answered. May be called again. */
  close(): Promise<void>;
}

/** What the database says against a statement: `code` is its SQLSTATE, as with a server. */
export class EngineQueryError extends Error {
  override readonly name = "EngineQueryError";

  /** Takes the message, and the fields that came with it. */
  constructor(message: string, fields: Failure["fields"]) {
    super(message);
    Object.assign(this, fields);
  }
}

/** Compiled once a process: threads share it, with what it learns while it runs. */
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
 * Opens the engine on a folder, in a thread of its own; makes a database there when there is none, of the
 * archive if one is given. The caller holds the lock of its data directory.
 *
 * @throws what the engine says, or that its thread ended.
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
  // Unheard, a failure of the thread would end the process.
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    end(ended(event.message));
  });

  /** Whatever waits would wait for ever. */
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

/** What the database says against a statement; that its disk is full is an outage. */
function refusalOf(message: string, fields: Failure["fields"]): Error {
  const error = new EngineQueryError(message, fields);
  return sqlStateOf(error) !== undefined && isOutage(error) ? unavailable(error) : error;
}

function ended(reason: string): DatabaseError {
  return new DatabaseError("unavailable", `Cannot ask the embedded database: ${reason}`);
}

function isQueryResult(value: unknown): value is QueryResult {
  return typeof value === "object" && value !== null && "rows" in value &&
    Array.isArray(value.rows);
}
