/** Messages of the key-value store's queue, each a wake-up for work that is kept elsewhere. */
import type { JobLog, Runner } from "./runner.ts";

/** What a message of a kind wakes. It gets the message as it was sent and has to validate it. */
export type MessageHandler = (message: unknown, signal: AbortSignal) => unknown;

/** What the listener works with. */
export interface QueueOptions {
  readonly kv: Pick<Deno.Kv, "listenQueue">;
  readonly runner: Pick<Runner, "run">;
  readonly log: Pick<JobLog, "warn">;
}

/**
 * Listens for messages `{ kind, … }` and runs the handler of each kind in the runner. Call it once a
 * process: a second listener would get half of the messages. Settles when the store closes.
 *
 * A message is done when its handler has ended, well or not: what it woke knows itself whether to try
 * again. One that the runner refuses is delivered again, and so is one whose process died. A message
 * without a kind that is known here is dropped and logged.
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
    // The one kind there is wakes a lead on its way to the CRM.
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
