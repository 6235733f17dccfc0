/** The adapter for the provider's models, through the provider's SDK (spec §4.5, model selection). */
import Anthropic, { APIError } from "@anthropic-ai/sdk";
import type { Config } from "@/lib/config/mod.ts";
import {
  type ChatModel,
  type Meter,
  ModelFailure,
  type ModelReply,
  type ModelRequest,
} from "./chat_model.ts";
import { promptMessages, SYSTEM_PROMPT } from "./prompt.ts";
import type { Transport } from "./transport.ts";

/** Options of {@linkcode createProvider}. */
interface ProviderOptions {
  readonly provider: NonNullable<Config["assistant"]["provider"]>;
  readonly maxTokens: number;
  readonly timeoutMs: number;
  readonly transport: Pick<Transport, "fetch">;
}

/** Most characters of an answer: a base amount, and more per token than any token has. */
const TEXT = 1_000;
const TEXT_EACH = 16;

/** Most events of an answer: a base amount, and some per token. */
const EVENTS = 50;
const EVENTS_EACH = 2;

/**
 * Creates the adapter. It sends no sampling parameters, never retries, and validates every field of the response that
 * it uses.
 */
export function createProvider(options: ProviderOptions): ChatModel {
  const { provider: { model, apiKey, baseUrl }, maxTokens, timeoutMs, transport } = options;
  const client = new Anthropic({
    apiKey: apiKey.reveal(),
    ...(baseUrl === null ? {} : { baseURL: baseUrl.replace(/\/+$/, "") }),
    maxRetries: 0,
    timeout: timeoutMs,
    fetch: transport.fetch,
    // The SDK's log lines would contain URLs and response bodies.
    logLevel: "off",
  });

  async function ask(
    request: ModelRequest,
    signal: AbortSignal,
    meter: Meter,
  ): Promise<ModelReply> {
    const messages = promptMessages(request);
    const body: Anthropic.MessageCreateParamsStreaming = {
      model,
      max_tokens: maxTokens,
      system: SYSTEM_PROMPT,
      messages,
      stream: true,
    };
    // `messages.create` sends the same request but prints deprecation advice to the console.
    const asking: Promise<Events> = client.post("/v1/messages", { body, signal, stream: true });
    meter({ inputTokens: inputTokensOf(messages), outputTokens: 0 });
    const events = await asking;
    return await collect(events, {
      asked: model,
      meter,
      maxEvents: EVENTS + maxTokens * EVENTS_EACH,
      maxText: TEXT + maxTokens * TEXT_EACH,
    });
  }

  return {
    id: model,
    mostTokens: (request) => ({
      inputTokens: inputTokensOf(promptMessages(request)),
      outputTokens: maxTokens,
    }),
    async reply(request, signal, meter = () => {}) {
      let hasBegun = false;
      try {
        return await ask(request, signal, (usage) => {
          hasBegun = usage !== null && usage.outputTokens > 0;
          meter(usage);
        });
      } catch (error) {
        signal.throwIfAborted();
        // The provider does not charge for a request that it refuses.
        if (!hasBegun) meter(null);
        throw error instanceof ModelFailure ? error : failureOf(error);
      }
    },
  };
}

type Events = AsyncIterable<Anthropic.RawMessageStreamEvent>;

/** The requested model, its meter, and the size limits of its answer, which stop a stream that never ends. */
interface Bounds {
  readonly asked: string;
  readonly meter: Meter;
  readonly maxEvents: number;
  readonly maxText: number;
}

/** Assembles a reply from its events. Throws if the stream ends without its final event or exceeds a limit. */
async function collect(
  events: Events,
  { asked, meter, maxEvents, maxText }: Bounds,
): Promise<ModelReply> {
  let left = maxEvents;
  let text = "";
  let model = asked;
  let stop: string | null = null;
  let ended = false;
  const usage = { inputTokens: 0, outputTokens: 0 };
  for await (const event of events) {
    if (left-- === 0) throw unusable();
    switch (event.type) {
      case "message_start":
        model = wordOr(event.message?.model, asked);
        usage.inputTokens = statedInput(event.message?.usage);
        usage.outputTokens = countOf(event.message?.usage?.output_tokens);
        meter({ ...usage });
        break;
      case "content_block_start":
        if (/tool/.test(event.content_block?.type ?? "")) throw unusable();
        break;
      case "content_block_delta":
        if (event.delta?.type === "text_delta") text += textOf(event.delta);
        if (text.length > maxText) throw unusable();
        meter({ ...usage, outputTokens: Math.max(usage.outputTokens, tokensOf(text)) });
        break;
      case "message_delta":
        stop = event.delta?.stop_reason ?? stop;
        usage.outputTokens = Math.max(usage.outputTokens, countOf(event.usage?.output_tokens));
        break;
      case "message_stop":
        ended = true;
    }
    if (ended) break;
  }
  const end = STOPS.get(stop ?? "");
  if (!ended || end === undefined) throw unusable();
  return { text, model, stop: end, usage };
}

function inputTokensOf(messages: ReturnType<typeof promptMessages>): number {
  return tokensOf(SYSTEM_PROMPT + JSON.stringify(messages));
}

/** Estimates the tokens of a text: four characters each, as in English. */
function tokensOf({ length }: string): number {
  return Math.ceil(length / 4);
}

/** The stop reasons that end an answer. Tool use and pauses do not, because we offer no tools. */
const STOPS: ReadonlyMap<string, ModelReply["stop"]> = new Map([
  ["end_turn", "end"],
  ["stop_sequence", "end"],
  ["max_tokens", "length"],
  ["refusal", "refusal"],
]);

/** Returns the value if it is a well-formed model id, because the id is stored and shown to buyers. */
function wordOr(value: unknown, otherwise: string): string {
  return typeof value === "string" && /^[A-Za-z0-9._:/@-]{1,128}$/.test(value) ? value : otherwise;
}

function textOf({ text }: { readonly text: unknown }): string {
  return typeof text === "string" ? text : "";
}

function countOf(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0
    ? Math.min(value, 10_000_000)
    : 0;
}

function statedInput(usage: Anthropic.Usage | undefined): number {
  return countOf(usage?.input_tokens) + countOf(usage?.cache_creation_input_tokens) +
    countOf(usage?.cache_read_input_tokens);
}

function unusable(): ModelFailure {
  return new ModelFailure("upstream", { passing: true, status: null });
}

/** Transient statuses of the provider besides 5xx. Every other status needs a change of the configuration. */
const PASSING = new Set([408, 409, 413, 429]);

function failureOf(error: unknown): ModelFailure {
  const status = error instanceof APIError && typeof error.status === "number"
    ? error.status
    : null;
  if (status === null) return unusable();
  const passing = status >= 500 || PASSING.has(status);
  return new ModelFailure(status === 429 ? "rate_limited" : "upstream", { passing, status });
}
