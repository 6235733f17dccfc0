/** Dispatches the messages of the key-value store's queue. */
import type { JobLog, Runner } from "./runner.ts";

/** Handles the messages of one kind. The message is untrusted, so the handler must validate it. */
export type MessageHandler = (message: unknown, signal: AbortSignal) => unknown;

/** Dependencies of the listener. */
interface QueueOptions {
  readonly kv: Pick<Deno.Kv, "listenQueue">;
  readonly runner: Pick<Runner, "run">;
  readonly log: Pick<JobLog, "warn">;
}

/**
 * Listens for messages `{ kind, … }` and runs the handler of each kind in the runner. Call it once per process, because
 * a second listener would take half of the messages. Resolves when the store is closed.
 *
 * A message is acknowledged when its handler has settled, whether or not it failed: retrying is up to the handler. A
 * message is delivered again when the runner refuses it or its process dies. A message of an unknown kind is logged and
 * dropped.
 */
export function listenForMessages(
  handlers: ReadonlyMap<string, MessageHandler>,
  { kv, runner, log }: QueueOptions,
): Promise<void> {
  return kv.listenQueue((message: unknown) => {
    const kind = kindOf(message);
    const handle = kind === null ? undefined : handlers.get(kind);
    if (kind === null || handle === undefined) {
      log.warn("message dropped", { kind });
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    // `asksOthers`, because the only kind of message triggers a CRM sync.
    const accepted = runner.run(kind, async (signal) => {
      try {
        await handle(message, signal);
      } finally {
        resolve();
      }
    }, { asksOthers: true });
    if (!accepted) reject(new Error(`Cannot take the message ${kind}: the runner refused it`));
    return promise;
  });
}

function kindOf(message: unknown): string | null {
  if (typeof message !== "object" || message === null || !("kind" in message)) return null;
  return typeof message.kind === "string" ? message.kind : null;
}
