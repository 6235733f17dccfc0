/** The wire behaviour of the CRM double: responses, and every kind of failure (external-systems.md §A.9). */
import type { CrmAnswer, CrmRoute } from "./crm_routes.ts";
import { write } from "./wire.ts";

const HTML = "<!doctype html><title>Sign in</title><p>Please sign in";
export const html = (status: number): CrmAnswer => ({ status, body: HTML, type: "text/html" });

/** Faults that replace the right response by another one. */
const ANSWERS = {
  "401 html": html(401),
  "403": { status: 403 },
  "404": { status: 404 },
  "409": { status: 409, body: { type: "Conflict" } },
  "400": { status: 400, body: { type: "ParsingError" } },
  "408": { status: 408 },
  "429": { status: 429 },
  "500": { status: 500, body: { error: "Internal" } },
  "502 html": html(502),
  "503 html": html(503),
  "301 login": html(301),
  "200 html": html(200),
  "200 empty": { status: 200 },
  "204": { status: 204 },
  "200 string": { status: 200, body: '"Not authenticated."', type: "application/json" },
  "null": { status: 200, body: "null", type: "application/json" },
  "array": { status: 200, body: "[]", type: "application/json" },
  "number": { status: 200, body: "1", type: "application/json" },
  "no elements": { status: 200, body: { page: 1, total: "1" } },
  "null element": { status: 200, body: { elements: [null], total: "1" } },
  "element without id": { status: 200, body: { elements: [{ type: "Contact" }], total: 1 } },
  "not json": { status: 200, body: "{'a': 1}", type: "application/json" },
} as const satisfies Record<string, CrmAnswer>;

/** Faults of the connection, and faults that alter the right response. */
const WIRES = [
  "reset",
  "stall",
  "stall body",
  "drip",
  "truncated",
  "oversized",
  "garbage",
  "id as number",
  "id not numeric",
  "byte order mark",
  "text plain",
  "latin-1",
  "slow",
] as const;

export type CrmFaultName = keyof typeof ANSWERS | typeof WIRES[number];

/** Every fault by name. */
export const CRM_FAULTS: readonly CrmFaultName[] = [
  ...Object.keys(ANSWERS).filter((name): name is keyof typeof ANSWERS => name in ANSWERS),
  ...WIRES,
];

/** A request as it arrived. */
export interface CrmExchange {
  readonly method: string;
  /** As received, including the query. */
  readonly path: string;
  readonly route: CrmRoute | null;
  readonly headers: Headers;
  readonly body: unknown;
  /** The response status; null when there was no response. */
  status: number | null;
}

/** Whether a fault alters the right response, which means that the request was carried out. */
export function isShaped(fault: CrmFaultName): boolean {
  return [
    "drip",
    "id as number",
    "id not numeric",
    "byte order mark",
    "text plain",
    "latin-1",
    "slow",
    "stall body",
    "truncated",
  ].includes(fault);
}

interface Misbehaviour {
  readonly fault: CrmFaultName;
  readonly right: CrmAnswer;
  /** Duration of a `slow` response, in milliseconds. */
  readonly slowMs: number;
  readonly signal: AbortSignal;
}

const OVERSIZED = 12_000_000;

/** Responds to a request with a fault. */
export async function misbehave(
  connection: Deno.Conn,
  exchange: CrmExchange,
  { fault, right, slowMs, signal }: Misbehaviour,
): Promise<void> {
  const answer = Object.entries(ANSWERS).find(([name]) => name === fault)?.[1];
  if (answer) return await send(connection, exchange, answer);
  const text = JSON.stringify(right.body ?? {});
  if (fault === "reset") return;
  if (fault === "stall") return await pause(600_000, signal);
  if (fault === "garbage") return await write(connection, "\x16\x03\x01 this is no HTTP\r\n\r\n");
  if (fault === "slow") {
    await pause(slowMs, signal);
    return await send(connection, exchange, right);
  }
  if (fault === "oversized") {
    return await send(connection, exchange, { status: 200, body: " ".repeat(OVERSIZED) });
  }
  if (fault === "id as number" || fault === "id not numeric") {
    const id = fault === "id as number" ? "$1" : '"x$1"';
    const type = "application/json";
    const body = text.replace(/(?<="id":)"(\d+)"/g, id);
    return await send(connection, exchange, { status: right.status, body, type });
  }
  if (fault === "byte order mark" || fault === "text plain") {
    const type = "text/plain";
    return await send(connection, exchange, {
      status: right.status,
      body: `${fault === "text plain" ? " \n" : "\ufeff"}${text}`,
      type,
    });
  }
  if (fault === "latin-1") {
    exchange.status = right.status;
    const body = text.replace("{", '{"city":"Z\u00fcrich",');
    return await write(connection, head(right.status, "application/json", body.length) + body);
  }
  exchange.status = right.status;
  const bytes = new TextEncoder().encode(text);
  await write(connection, head(right.status, "application/json", bytes.length));
  if (fault === "drip") {
    for (const byte of bytes) {
      await connection.write(Uint8Array.of(byte));
      await pause(1, signal);
    }
    return;
  }
  await write(connection, bytes.subarray(0, Math.floor(bytes.length / 2)));
  if (fault === "stall body") await pause(600_000, signal);
}

export async function send(
  connection: Deno.Conn,
  exchange: CrmExchange,
  { status, body, type, headers = {} }: CrmAnswer,
): Promise<void> {
  exchange.status = status;
  const text = body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body);
  const bytes = new TextEncoder().encode(text);
  const more = { ...(status === 301 && { location: "/login" }), ...headers };
  const lines = Object.entries(more).map(([name, value]) => `${name}: ${value}\r\n`).join("");
  await write(connection, head(status, type ?? "application/json", bytes.length, lines));
  await write(connection, bytes);
}

function head(status: number, type: string, length: number, more = ""): string {
  return `HTTP/1.1 ${status} Some\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n` +
    `${more}connection: close\r\n\r\n`;
}

export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  signal.addEventListener("abort", () => resolve(), { once: true });
  await promise;
  clearTimeout(timer);
}
