/**
 * A short attack: half-open sockets, slow clients, huge and forged headers and uploads, all at once and beside a normal
 * visitor; then file bombs, and ordinary files without a database. `HOSTILE_SECONDS` is the duration of the first part.
 */
import assert from "node:assert/strict";
import { ErrorBody, guard } from "@/lib/http/mod.ts";
import { startApp } from "../helpers/app.ts";
import { memoryInUse } from "../helpers/memory.ts";
import { CONSENT_ENVIRONMENT, CONSENTING } from "../helpers/session.ts";
import { parseRaw, sendRaw } from "../helpers/raw_http.ts";
import { BOMBS, ORDINARY, type SentFile } from "./files.ts";

const SECONDS = Number(Deno.env.get("HOSTILE_SECONDS") ?? "4");
const MAX_GROWTH = 150_000_000;
const MAX_HALF_OPEN = 200;
/** The statuses with which the service may refuse a file because of its content. */
const REFUSALS = [400, 413, 415];
/** Time limit of an upload, far above what parsing takes on a busy machine. */
const FILE_MS = 240_000;
const BAD_HOSTS = ["a b", "x:99999", "[::1", "%", "a|b", "256.256.256.256", "\x80\xff", "a/b@c:x"];
/** The state of a fixed pseudo-random generator, so that every run sends the same junk. */
let state = 1;

function random(below: number): number {
  state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
  return state % below;
}

function junk(length: number): string {
  return Array.from({ length }, () => String.fromCharCode(33 + random(93))).join("")
    .replaceAll(";", ",");
}

interface Target {
  readonly port: number;
  readonly halfOpen: Deno.TcpConn[];
}

/** Sends a request and returns the response; null for a connection that is left open. */
type Act = (target: Target) => Promise<string | null>;

function request(method: string, path: string, headers: string[] = [], body = ""): string {
  const length = body === "" ? [] : [`Content-Length: ${new TextEncoder().encode(body).length}`];
  const lines = [
    `${method} ${path} HTTP/1.1`,
    // The development bypass applies only to a host name of this machine.
    "Host: localhost",
    "Connection: close",
    ...length,
    ...headers,
  ];
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}

const JSON_TYPE = "Content-Type: application/json";
const PATHS = [
  "/",
  "/select",
  "/api/systems",
  "/api/session/recognition",
  "/admin/media",
  "/results",
];

async function leaveOpen({ port, halfOpen }: Target, text: string): Promise<null> {
  const connection = await Deno.connect({ port, hostname: "127.0.0.1" });
  await connection.write(new TextEncoder().encode(text));
  halfOpen.push(connection);
  if (halfOpen.length > MAX_HALF_OPEN) halfOpen.shift()?.close();
  return null;
}

const ACTS: Readonly<Record<string, Act>> = {
  "a socket with half a head": (target) =>
    leaveOpen(target, "GET /api/systems HTTP/1.1\r\nHost: lo"),
  "a socket that says nothing": (target) => leaveOpen(target, ""),
  "a body that never ends": (target) =>
    leaveOpen(target, request("PUT", "/api/session", [JSON_TYPE, "Content-Length: 60000"]) + "{"),
  "a huge header": ({ port }) =>
    sendRaw(port, request("GET", "/api/systems", [`X-Huge: ${"x".repeat(300_000)}`])),
  "many headers": ({ port }) =>
    sendRaw(
      port,
      request("GET", "/api/systems", Array.from({ length: 500 }, (_, n) => `X-${n}: y`)),
    ),
  "a bad host": ({ port }) =>
    sendRaw(
      port,
      request("GET", "/api/systems").replace(
        "localhost",
        BAD_HOSTS[random(BAD_HOSTS.length)] ?? "",
      ),
    ),
  "a forged session": ({ port }) => {
    const cookie = `Cookie: ns_session=${junk(random(60))}; ns_session=${junk(22)}; ${CONSENTING}`;
    return sendRaw(port, request("PUT", "/api/session", [JSON_TYPE, cookie], '{"answer:a":"b"}'));
  },
  "forged consent": ({ port }) =>
    sendRaw(port, request("GET", "/api/session/recognition", [`Cookie: _cmp_cs-77=${junk(200)}`])),
  "a forged flash": ({ port }) => {
    const forged = random(2) === 0
      ? junk(100)
      : btoa(JSON.stringify({ tone: "info", text: "<script>", undo: { action: "//evil/admin" } }));
    return sendRaw(port, request("GET", "/admin", [`Cookie: gss_flash=${forged}`]));
  },
  "a forged id": ({ port }) =>
    sendRaw(port, request("GET", "/api/systems", [`X-Request-Id: ${junk(300)}`])),
  "an upload of junk": ({ port }) => {
    const body = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n${
      junk(5_000)
    }\r\n--b--\r\n`;
    const type = "Content-Type: multipart/form-data; boundary=b";
    return sendRaw(port, request("POST", "/admin/media/upload", [type], body));
  },
  "events": ({ port }) =>
    sendRaw(
      port,
      request(
        "POST",
        "/api/session/events",
        [JSON_TYPE, `Cookie: ${CONSENTING}`],
        '{"events":[{"kind":"restarted"}]}',
      ),
    ),
  "a visitor": ({ port }) =>
    sendRaw(port, request("GET", PATHS[random(PATHS.length)] ?? "/", ["Accept-Encoding: gzip"])),
};

/** Asserts that a response is well-formed: no 500, security headers, and an error body with the right `retryable`. */
function examine(what: string, answer: string | null): void {
  if (answer === null || answer === "") return;
  const { status, headers } = parseRaw(answer);
  const about = `${what}: ${answer.slice(0, 300)}`;
  assert.ok(status >= 200 && status < 600, about);
  assert.notEqual(status, 500, about);
  // Deno's HTTP server itself answers requests that it cannot parse.
  if (status < 400 || !headers.has("x-request-id")) return;
  assert.equal(headers.get("x-content-type-options"), "nosniff", about);
  if (!headers.get("content-type")?.startsWith("application/json")) return;
  if (headers.get("content-encoding") === "gzip") return;
  const text = answer.slice(answer.indexOf("\r\n\r\n") + 4);
  const { error } = ErrorBody.parse(JSON.parse(text));
  assert.equal(error.retryable, [408, 409, 429, 502, 503].includes(status), about);
}

Deno.test("under attack the service stays alive, its memory bounded and its errors well-formed (§5)", async () => {
  await using app = await startApp({
    environment: { ...CONSENT_ENVIRONMENT, ADMIN_DEV_BYPASS: "true" },
  });
  const log = { info() {}, warn() {}, error() {} };
  const handler = guard(app.handler, { log, config: app.services.config });
  await using server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, handler);
  const target: Target = { port: server.addr.port, halfOpen: [] };

  async function round(): Promise<void> {
    await Promise.all(
      Object.entries(ACTS).map(async ([what, act]) => examine(what, await act(target))),
    );
  }

  async function send(files: ReadonlyMap<string, SentFile>, wanted: readonly number[]) {
    for (const [what, { path, headers, body }] of files) {
      const answer = await sendRaw(target.port, request("POST", path, [...headers], body), {
        timeoutMs: FILE_MS,
      });
      examine(what, answer);
      assert.ok(wanted.includes(parseRaw(answer).status), `${what}: ${answer.slice(0, 300)}`);
    }
  }

  try {
    for (let warm = 0; warm < 5; warm++) await round();
    const before = memoryInUse();
    const until = performance.now() + SECONDS * 1000;
    while (performance.now() < until) await round();
    assert.equal(parseRaw(await sendRaw(target.port, request("GET", "/admin/media"))).status, 200);
    await send(BOMBS, REFUSALS);
    assert.equal(parseRaw(await sendRaw(target.port, request("GET", "/health"))).status, 200);

    await app.services.database.close();
    for (let rounds = 0; rounds < 10; rounds++) await round();
    await send(ORDINARY, [503]);

    const ready = await sendRaw(target.port, request("GET", "/ready"));
    assert.equal(parseRaw(ready).status, 503, "the database is closed");
    const health = await sendRaw(target.port, request("GET", "/health"));
    assert.equal(parseRaw(health).status, 200, "the service is alive");
    const recommendation = await sendRaw(target.port, request("GET", "/api/recommendation"));
    assert.equal(parseRaw(recommendation).status, 200);
    const growth = memoryInUse() - before;
    assert.ok(growth < MAX_GROWTH, `memory grew by ${growth} bytes`);
  } finally {
    for (const connection of target.halfOpen) connection.close();
  }
});
