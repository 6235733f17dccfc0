/** Helpers for tests of the assistant: an app with a model double, a buyer with a session, and a reader of streams. */
import type { ChatEvent } from "@/lib/assistant/mod.ts";
import { type ModelDouble, startModel } from "../doubles/model.ts";
import { startApp, type TestApp, type TestAppOptions } from "./app.ts";
import { CONSENT_ENVIRONMENT, CONSENTING, REFUSING } from "./session.ts";

/** The API key, which must never appear in a response or a log. */
export const MODEL_KEY = "model-key-0123456789-never-shown";

/** An app with a model double. */
export interface ChatBench extends AsyncDisposable {
  readonly app: TestApp;
  readonly model: ModelDouble;
}

/** Starts an app with a model double. */
export async function startChat(options: TestAppOptions = {}): Promise<ChatBench> {
  await using opening = new AsyncDisposableStack();
  const model = opening.use(startModel());
  const app = opening.use(
    await startApp({
      ...options,
      environment: {
        ...CONSENT_ENVIRONMENT,
        ASSISTANT_MODEL: "claude-sonnet-4-5",
        MODEL_API_KEY: MODEL_KEY,
        MODEL_BASE_URL: model.url,
        MODEL_BUDGET_DAILY_USD: "1000",
        ...options.environment,
      },
    }),
  );
  const opened = opening.move();
  return { app, model, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** A buyer with a session. */
export interface Buyer {
  readonly cookie: string;
  readonly sessionId: string;
}

/** Creates a session with a recommendation; further fields of the payload may be given. */
export async function aBuyer(
  app: TestApp,
  { consents = false, recommendation = "quarry-steel", ...payload }: {
    consents?: boolean;
    recommendation?: string | null;
    [key: string]: unknown;
  } = {},
): Promise<Buyer> {
  const consent = consents ? CONSENTING : REFUSING;
  const response = await app.request("/api/session", {
    method: "PUT",
    headers: { "content-type": "application/json", cookie: consent },
    body: JSON.stringify({ recommendation, ...payload }),
  });
  await response.body?.cancel();
  const sessionId = /ns_session=([^;]+)/.exec(response.headers.get("set-cookie") ?? "")?.[1] ?? "";
  return { sessionId, cookie: `ns_session=${sessionId}; ${consent}` };
}

/** Options of a chat request. */
export interface AskOptions {
  readonly buyer?: Buyer;
  readonly query?: string;
  readonly accept?: string;
  readonly signal?: AbortSignal;
  /** Fields of the body besides `message`. */
  readonly body?: Record<string, unknown>;
}

/** Sends a chat request and returns the response. */
export function ask(app: TestApp, message: unknown, options: AskOptions = {}): Promise<Response> {
  const headers = new Headers({ "content-type": "application/json" });
  if (options.buyer) headers.set("cookie", options.buyer.cookie);
  if (options.accept !== undefined) headers.set("accept", options.accept);
  return app.request(`/api/assistant/chat${options.query ?? ""}`, {
    method: "POST",
    headers,
    body: JSON.stringify({ message, ...options.body }),
    ...(options.signal ? { signal: options.signal } : {}),
  });
}

/** The events of a stream, and the number of its comments. */
interface ReadStream {
  readonly events: ChatEvent[];
  readonly comments: number;
}

/** Reads a stream to its end. */
export async function readStream(response: Response): Promise<ReadStream> {
  const blocks = (await response.text()).split("\n\n").filter((block) => block !== "");
  const events = blocks.filter((block) => block.startsWith("data: "))
    .map((block): ChatEvent => JSON.parse(block.slice(6)));
  return { events, comments: blocks.filter((block) => block.startsWith(":")).length };
}
