/** Selects the model and its fallback from the configuration (spec §4.5, model selection). */
import type { Config } from "@/lib/config/mod.ts";
import { type ChatModel, ModelFailure } from "./chat_model.ts";
import { createProvider } from "./provider.ts";
import { createStub } from "./stub.ts";
import { openTransport } from "./transport.ts";

/** The outcome of this process's latest call to the provider. */
export interface Contact {
  readonly at: Date;
  /** `ok`, or the kind of the failure. */
  readonly outcome: "ok" | "timeout" | "rate_limited" | "upstream";
  readonly status: number | null;
  /** Start of the current unbroken run of successes or of failures. */
  readonly since?: Date;
}

/** The models of a process. */
export interface ChatModels extends Disposable {
  /** The provider's model, or the stub when none is configured. */
  readonly model: ChatModel;
  /** The fallback after a transient failure of the provider. */
  readonly stub: ChatModel;
  /** Returns the latest contact; null before the first call and without a provider. */
  lastContact(): Contact | null;
}

/** Opens the models that the configuration selects. Makes no request. */
export function openChatModels(
  { assistant, now }: { readonly assistant: Config["assistant"]; readonly now: () => Date },
): ChatModels {
  const stub = createStub(assistant);
  if (assistant.provider === null) {
    return { model: stub, stub, lastContact: () => null, [Symbol.dispose]() {} };
  }
  const transport = openTransport();
  const { provider, maxTokens, timeoutMs } = assistant;
  let last: Contact | null = null;
  const model = watched(
    createProvider({ provider, maxTokens, timeoutMs, transport }),
    (outcome, status) => {
      const at = now();
      const isAsBefore = last !== null && (last.outcome === "ok") === (outcome === "ok");
      last = { at, outcome, status, since: isAsBefore ? last?.since ?? at : at };
    },
  );
  return {
    model,
    stub,
    lastContact: () => last,
    [Symbol.dispose]: () => transport[Symbol.dispose](),
  };
}

function watched(
  model: ChatModel,
  onContact: (outcome: Contact["outcome"], status: number | null) => void,
): ChatModel {
  return {
    id: model.id,
    mostTokens: (request) => model.mostTokens(request),
    async reply(request, signal, meter) {
      try {
        const reply = await model.reply(request, signal, meter);
        onContact("ok", 200);
        return reply;
      } catch (error) {
        if (error instanceof ModelFailure) onContact(error.kind, error.details.status);
        else if (isTimeout(signal)) onContact("timeout", null);
        throw error;
      }
    },
  };
}

function isTimeout({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason instanceof ModelFailure;
}
