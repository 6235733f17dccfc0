/**
 * A double of a remote key-value store: a real server that speaks KV Connect, versions 1 to 3, backed by a local store.
 * `Deno.openKv(url)` connects to it unchanged, with its token in `DENO_KV_ACCESS_TOKEN`. It can be slow, fail and
 * revoke its tokens.
 */
import { z } from "zod";
import { openKv } from "@/lib/kv/mod.ts";
import { readRanges, toWire, watchKeys, write } from "./kv_connect/store.ts";
import {
  AtomicWrite,
  decode,
  encode,
  frame,
  READ_SUCCESS,
  SnapshotRead,
  Watch,
  WriteStatus,
} from "./kv_connect/wire.ts";

/** The calls of the protocol. */
type KvConnectCall = "metadata" | "snapshot_read" | "atomic_write" | "watch";

/** A fault, and the calls that it affects. */
export interface KvConnectFault {
  /** `500 but done` performs the call and then fails; `401` is a stale token; `hang` never answers. */
  readonly fault: "500" | "500 but done" | "401" | "hang";
  /** The affected call; default every call. */
  readonly call?: KvConnectCall;
  /** How many calls are affected; default all of them. */
  readonly times?: number;
}

/** Options of a double. */
interface KvConnectOptions {
  /** Default a free port. */
  readonly port?: number;
  /** The access token that clients must send. */
  readonly token?: string;
  /** Minimum duration of every answer, in milliseconds. */
  readonly latencyMs?: number;
  /** Lifetime of the tokens from a metadata exchange, in milliseconds; default one hour. */
  readonly tokenLifeMs?: number;
  /** Supported versions of the protocol. */
  readonly versions?: readonly number[];
  /** Path of the local store; default in memory. */
  readonly path?: string;
}

/** The double; closing it closes its connections. */
export interface KvConnectDouble extends AsyncDisposable {
  /** For `DENO_KV_PATH`. */
  readonly url: string;
  /** For `DENO_KV_ACCESS_TOKEN`. */
  readonly token: string;
  /** The environment variables of a service that uses it. */
  readonly environment: Readonly<Record<string, string>>;
  latencyMs: number;
  /** Number of calls received, by kind. */
  readonly calls: Readonly<Record<KvConnectCall, number>>;
  /** Adds a fault; the first that matches a call applies. */
  fail(fault: KvConnectFault): void;
  /** Removes all faults. */
  mend(): void;
  /** Revokes all tokens that were issued so far. */
  expireTokens(): void;
  close(): Promise<void>;
}

/** The default access token. It is the same for all doubles, because tests of one process share their environment. */
const ACCESS_TOKEN = "double-access-token";

/** Opens the store of a double as a service does. The caller must close it. */
export async function openKvConnect({ url }: { readonly url: string }): Promise<Deno.Kv> {
  Deno.env.set("DENO_KV_ACCESS_TOKEN", ACCESS_TOKEN);
  return await openKv(url);
}

const ExchangeRequest = z.object({ supportedVersions: z.array(z.number()) });

/** Starts a double. */
export function startKvConnect(options: KvConnectOptions = {}): KvConnectDouble {
  const { port = 0, token = ACCESS_TOKEN, tokenLifeMs = 3_600_000 } = options;
  const opened = Deno.openKv(options.path ?? ":memory:");
  const databaseId = crypto.randomUUID();
  const closing = new AbortController();
  const tokens = new Map<string, number>();
  const calls = { metadata: 0, snapshot_read: 0, atomic_write: 0, watch: 0 };
  let faults: { set: KvConnectFault; left: number }[] = [];
  const server = Deno.serve(
    { port, hostname: "127.0.0.1", onListen() {}, signal: closing.signal },
    answer,
  );
  const url = `http://127.0.0.1:${server.addr.port}`;

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const call = pathname === "/" ? "metadata" : pathname.replace(/^\/v\d\//, "");
    if (request.method !== "POST" || !isCall(call)) return plain(404, "no such method");
    calls[call]++;
    const body = await request.bytes();
    await pause(double.latencyMs);
    const fault = takeFault(call);
    if (fault === "hang") await ended(closing.signal);
    if (fault === "500") return plain(500, "the store has a bad day");
    if (fault === "401") return plain(401, "the token is stale");
    const response = call === "metadata" ? exchange(request, body) : await act(call, request, body);
    if (fault !== "500 but done") return response;
    await response.body?.cancel();
    return plain(500, "the answer got lost");
  }

  function takeFault(call: KvConnectCall): KvConnectFault["fault"] | null {
    const met = faults.find(({ set, left }) => left > 0 && (set.call ?? call) === call);
    if (met === undefined) return null;
    met.left--;
    return met.set.fault;
  }

  function exchange(request: Request, body: Uint8Array): Response {
    if (bearer(request) !== token) return plain(401, "the access token is unknown");
    const asked = body.length === 0 ? [1] : versionsIn(body);
    const both = (options.versions ?? [1, 2, 3]).filter((known) => asked.includes(known));
    if (both.length === 0) return plain(400, "no version of the protocol is known to both");
    const version = Math.max(...both);
    const given = crypto.randomUUID();
    const expiresAt = Date.now() + tokenLifeMs;
    tokens.set(given, expiresAt);
    return Response.json({
      version,
      databaseId,
      // A relative address is allowed only from version 2.
      endpoints: [{ url: version === 1 ? `${url}/v1` : `/v${version}`, consistency: "strong" }],
      token: given,
      expiresAt: new Date(expiresAt).toISOString(),
    });
  }

  async function act(
    call: Exclude<KvConnectCall, "metadata">,
    request: Request,
    body: Uint8Array,
  ): Promise<Response> {
    const { headers } = request;
    const until = tokens.get(bearer(request) ?? "") ?? 0;
    if (until <= Date.now()) return plain(401, "the token is stale");
    const named = headers.get("x-denokv-database-id") ?? headers.get("x-transaction-domain-id");
    if (named !== databaseId) return plain(400, "no such database");
    const version = Number(headers.get("x-denokv-version") ?? 1);
    if (!request.url.startsWith(`${url}/v${version}/`)) return plain(400, "another version");
    try {
      return await perform(await opened, call, body);
    } catch (error) {
      return plain(400, error instanceof Error ? error.message : String(error));
    }
  }

  async function perform(
    kv: Deno.Kv,
    call: Exclude<KvConnectCall, "metadata">,
    body: Uint8Array,
  ): Promise<Response> {
    if (call === "watch") {
      const { keys } = decode("Watch", Watch, body);
      return stream(watchKeys(kv, keys.map(({ key }) => key), closing.signal));
    }
    if (call === "atomic_write") {
      const versionstamp = await write(kv, decode("AtomicWrite", AtomicWrite, body));
      const output = versionstamp === null
        ? { status: WriteStatus.checkFailed }
        : { status: WriteStatus.success, versionstamp };
      return protobuf(encode("AtomicWriteOutput", output));
    }
    const ranges = await readRanges(kv, decode("SnapshotRead", SnapshotRead, body).ranges);
    return protobuf(encode("SnapshotReadOutput", {
      ranges: ranges.map((values) => ({ values })),
      readIsStronglyConsistent: true,
      status: READ_SUCCESS,
    }));
  }

  async function close(): Promise<void> {
    if (closing.signal.aborted) return;
    closing.abort();
    await server.finished;
    (await opened).close();
  }

  const double: KvConnectDouble = {
    url,
    token,
    environment: { DENO_KV_PATH: url, DENO_KV_ACCESS_TOKEN: token },
    latencyMs: options.latencyMs ?? 0,
    calls,
    fail: (set) => void faults.push({ set, left: set.times ?? Infinity }),
    mend: () => void (faults = []),
    expireTokens: () => tokens.clear(),
    close,
    [Symbol.asyncDispose]: close,
  };
  return double;
}

function isCall(name: string): name is KvConnectCall {
  return ["metadata", "snapshot_read", "atomic_write", "watch"].includes(name);
}

function versionsIn(body: Uint8Array): readonly number[] {
  return ExchangeRequest.parse(JSON.parse(new TextDecoder().decode(body))).supportedVersions;
}

function bearer(request: Request): string | undefined {
  return /^Bearer (.+)$/.exec(request.headers.get("authorization") ?? "")?.[1];
}

function plain(status: number, text: string): Response {
  return new Response(text, { status });
}

function protobuf(body: BodyInit): Response {
  return new Response(body, { headers: { "content-type": "application/x-protobuf" } });
}

function stream(changes: ReturnType<typeof watchKeys>): Response {
  const frames = ReadableStream.from(changes).pipeThrough(
    new TransformStream<readonly (Deno.KvEntryMaybe<unknown> | null)[], Uint8Array<ArrayBuffer>>({
      transform(entries, controller) {
        const keys = entries.map((entry) => ({
          changed: entry !== null,
          ...(entry !== null && entry.versionstamp !== null && { entryIfChanged: toWire(entry) }),
        }));
        controller.enqueue(frame(encode("WatchOutput", { status: READ_SUCCESS, keys })));
      },
    }),
  );
  return protobuf(frames);
}

async function pause(ms: number): Promise<void> {
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
}

async function ended(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
}
