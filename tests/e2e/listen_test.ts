/** The server on its port, with malformed requests, unhandled errors and too few file descriptors (design §8). */
import assert from "node:assert/strict";
import { ErrorBody } from "@/lib/http/mod.ts";
import { freePort, killIfRunning } from "../helpers/process.ts";
import { parseRaw, sendRaw } from "../helpers/raw_http.ts";
import { until } from "../helpers/until.ts";

const ROOT = new URL("../../", import.meta.url);

interface Listening {
  readonly port: number;
  /** Returns the output of the service so far. */
  readonly output: () => string;
  /** Limits the service to this many file descriptors in addition to its open ones. */
  readonly leave: (files: number) => Promise<void>;
}

/** Runs the test with `listen_child.ts` in a process of its own, with these variables. */
async function withListening(
  test: (service: Listening) => Promise<void>,
  env: Record<string, string> = {},
) {
  const port = freePort();
  await using child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "tests/helpers/listen_child.ts"],
    cwd: ROOT,
    env: { ...env, PORT: `${port}` },
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  let text = "";
  const reading = (async () => {
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) text += chunk;
  })();
  try {
    await until("the start", () => text.includes("ready"));
    await test({ port, output: () => text, leave: (files) => leaveFiles(child.pid, files) });
  } finally {
    killIfRunning(child);
    await reading;
  }
}

/**
 * Limits the file descriptors of a running process to `files` more than it has open. The limit is not set at the start,
 * because starting needs more of them, and how many depends on the machine.
 */
async function leaveFiles(pid: number, files: number): Promise<void> {
  const { length: open } = await Array.fromAsync(Deno.readDir(`/proc/${pid}/fd`));
  const { success } = await new Deno.Command("prlimit", {
    args: [`--pid=${pid}`, `--nofile=${open + files}`],
  }).output();
  assert.ok(success, "prlimit");
}

function get(port: number, { path = "/", host = "test" } = {}): Promise<string> {
  return sendRaw(port, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
}

Deno.test("an invalid Host gets 400 with the standard error body, headers and a log line (§5)", () =>
  withListening(async ({ port, output }) => {
    const noHosts = ["a b<>", "x:99999", "[::1", "a|b", "256.256.256.256", "%", "xn--a"];
    // The URL parser would take these, and see another path than the router.
    const notHostsAlone = ["x\\admin", "x/admin", "x?", "x#", "a@x", "x\\"];
    for (const host of [...noHosts, ...notHostsAlone]) {
      const answer = await get(port, { host });
      const { status, headers } = parseRaw(answer);
      assert.equal(status, 400, `${host}: ${answer.slice(0, 80)}`);
      const { error } = ErrorBody.parse(JSON.parse(answer.split("\r\n\r\n")[1] ?? ""));
      assert.equal(error.kind, "invalid");
      assert.equal(headers.get("x-content-type-options"), "nosniff");
      assert.match(headers.get("content-security-policy") ?? "", /^default-src 'self'/);
      assert.ok(output().includes(headers.get("x-request-id") ?? "none"), host);
    }
    for (const path of ["http://x?a=/admin", "http://a@x/", "http://x\\admin/"]) {
      assert.equal(parseRaw(await get(port, { path })).status, 400, path);
    }
    assert.equal(parseRaw(await get(port)).status, 200);
    assert.equal(parseRaw(await get(port, { path: "http://x/?a=/b@c" })).status, 200);
    assert.equal(parseRaw(await get(port, { host: "[::1]:8000" })).status, 200);
  }));

Deno.test("an invalid Host gets 400 while spans are exported too (§5)", () =>
  withListening(async ({ port, output }) => {
    const { status, headers } = parseRaw(await get(port, { host: "a b<>" }));
    assert.equal(status, 400);
    assert.match(headers.get("content-security-policy") ?? "", /^default-src 'self'/);
    assert.ok(output().includes(headers.get("x-request-id") ?? "none"));
    assert.equal(parseRaw(await get(port)).status, 200);
  }, { OTEL_DENO: "true", OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" }));

Deno.test("an error outside of every handler is logged, and the service keeps running (§5)", () =>
  withListening(async ({ port, output }) => {
    const { status, headers } = parseRaw(await get(port, { path: "/throws" }));
    assert.deepEqual([status, headers.get("x-content-type-options")], [500, "nosniff"]);
    assert.equal(parseRaw(await get(port, { path: "/forgotten" })).status, 200);
    await until("the failure", () => output().includes("handled by nobody"));
    assert.equal(parseRaw(await get(port)).status, 200);
  }));

Deno.test("a service that ran out of file descriptors answers again once some are free (design §8)", () =>
  withListening(async ({ port, output, leave }) => {
    await leave(20);
    const connections: Deno.TcpConn[] = [];
    for (let count = 0; count < 80 && !output().includes("listens again"); count++) {
      // Connections are refused until the service listens again.
      const connection = await Deno.connect({ port, hostname: "127.0.0.1" }).catch(() => null);
      if (connection !== null) connections.push(connection);
    }
    await until("the new listener", () => output().includes("listens again"));
    for (const connection of connections) connection.close();
    await until("the answer", async () => {
      const answer = await get(port).catch(() => "");
      return answer !== "" && parseRaw(answer).status === 200;
    });
  }));
