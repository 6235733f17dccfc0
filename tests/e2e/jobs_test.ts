/** Scheduled jobs and graceful shutdown, in real processes with real signals (design §3). */
import assert from "node:assert/strict";
import { join } from "node:path";
import { TextLineStream } from "../helpers/lines.ts";
import { freePort, run } from "../helpers/process.ts";

const ROOT = new URL("../../", import.meta.url);
const JOBS = "tests/helpers/jobs_child.ts";

async function withFolder(test: (kv: string, runs: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await test(join(folder, "kv.sqlite3"), join(folder, "runs.txt"));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function linesOf(file: string): Promise<string[]> {
  return (await Deno.readTextFile(file)).trim().split("\n");
}

function spawn(
  script: string,
  args: string[],
  env: Record<string, string> = {},
): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", script, ...args],
    cwd: ROOT,
    env,
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
}

Deno.test("one of several processes runs the job of a tick", () =>
  withFolder(async (kv, runs) => {
    const ended = await Promise.all(
      Array.from({ length: 3 }, () => run(JOBS, { args: [kv, runs, "end", "still"] })),
    );
    assert.deepEqual(ended.map(({ code, stderr }) => [code, stderr]), Array(3).fill([0, ""]));
    assert.equal((await linesOf(runs)).length, 1);
  }));

Deno.test("a waiting process runs the job of a killed process after its lease", () =>
  withFolder(async (kv, runs) => {
    const first = spawn(JOBS, [kv, runs, "hang"]);
    await lineAppears(runs);
    const second = run(JOBS, { args: [kv, runs] });
    first.kill("SIGKILL");
    const [{ signal }, { code }] = await Promise.all([first.status, second]);
    await first.stdout.cancel();
    assert.equal(signal, "SIGKILL");
    assert.equal(code, 0);
    const [one, two, ...more] = await linesOf(runs);
    assert.equal(one, String(first.pid));
    assert.notEqual(two, one);
    assert.deepEqual(more, []);
  }));

/** Waits until the file has content, because a file exists before its first byte is written. */
async function lineAppears(path: string): Promise<void> {
  const hasLine = () => Deno.stat(path).then(({ size }) => size > 0, () => false);
  const watcher = Deno.watchFs(join(path, ".."));
  try {
    if (await hasLine()) return;
    for await (const { paths } of watcher) if (paths.includes(path) && await hasLine()) return;
  } finally {
    watcher.close();
  }
}

interface Stopping {
  readonly origin: string;
  readonly child: Deno.ChildProcess;
  /** Waits for this line of the output, and returns the lines up to and including it. */
  printed(line: string): Promise<string[]>;
  /** Waits for the process to end, and returns the remaining lines of its output. */
  rest(): Promise<string[]>;
}

async function withService(
  graceMs: number,
  test: (service: Stopping) => Promise<void>,
  ...mode: "still"[]
) {
  const port = freePort();
  const args = [String(graceMs), ...mode];
  const child = spawn("tests/helpers/stop_child.ts", args, { PORT: String(port) });
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).pipeThrough(new TextLineStream())
    .getReader();
  async function printed(wanted: string): Promise<string[]> {
    const seen: string[] = [];
    for (let read = await lines.read(); !read.done; read = await lines.read()) {
      seen.push(read.value);
      if (read.value === wanted) return seen;
    }
    throw new Error(`Ended without ${wanted}: ${seen.join(", ")}`);
  }
  async function rest(): Promise<string[]> {
    const seen: string[] = [];
    for (let read = await lines.read(); !read.done; read = await lines.read()) {
      seen.push(read.value);
    }
    return seen;
  }
  await printed("ready");
  await test({ origin: `http://127.0.0.1:${port}`, child, printed, rest });
}

Deno.test("SIGTERM lets a request and its background work finish, closes and exits with 0", () =>
  withService(30_000, async ({ origin, child, printed, rest }) => {
    const answer = fetch(`${origin}/slow`).then((response) => response.text());
    await printed("slow began");
    child.kill("SIGTERM");
    await printed("stopping");
    assert.equal(await answer, "answer");
    assert.deepEqual(await rest(), ["work after slow", "job", "closed"]);
    assert.equal((await child.status).code, 0);
  }));

Deno.test("a process whose main thread blocks while it stops is killed", async () => {
  const child = spawn("tests/helpers/stop_child.ts", ["0", "stuck"], { PORT: String(freePort()) });
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).pipeThrough(new TextLineStream())
    .getReader();
  assert.equal((await lines.read()).value, "ready");
  child.kill("SIGTERM");
  assert.equal((await lines.read()).value, "stopping");
  assert.equal((await child.status).signal, "SIGKILL");
  await lines.cancel();
});

/** Sends the head of a request and part of its body. Returns functions that send the rest and read the response. */
async function beginBody(origin: string) {
  const connection = await Deno.connect({
    hostname: "127.0.0.1",
    port: Number(new URL(origin).port),
  });
  const write = (text: string) => connection.write(new TextEncoder().encode(text));
  await write(
    "PUT /body HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n[1,",
  );
  async function answer(): Promise<string> {
    let text = "";
    for await (const chunk of connection.readable) text += new TextDecoder().decode(chunk);
    return text;
  }
  return { write, answer };
}

Deno.test("SIGTERM waits for a request body that is still arriving", () =>
  withService(30_000, async ({ origin, child, printed }) => {
    const { write, answer } = await beginBody(origin);
    await printed("body began");
    child.kill("SIGTERM");
    await printed("stopping");
    await write("2,");
    await new Promise((resolve) => setTimeout(resolve, 100));
    await write("3]");
    const text = await answer();
    assert.match(text, /^HTTP\/1\.1 200 /);
    assert.match(text, /\[1,2,3\]$/);
    assert.equal((await child.status).code, 0);
  }));

Deno.test("SIGTERM answers a retryable 503 to a body that does not arrive in time", () =>
  withService(4_000, async ({ origin, child, printed }) => {
    const { answer } = await beginBody(origin);
    await printed("body began");
    child.kill("SIGTERM");
    const text = await answer();
    assert.match(text, /^HTTP\/1\.1 503 /);
    assert.match(text, /"kind":"unavailable".*"retryable":true/);
    assert.equal((await child.status).code, 0);
  }));

async function reaches(url: string): Promise<boolean> {
  try {
    await (await fetch(url)).body?.cancel();
    return true;
  } catch {
    return false;
  }
}

Deno.test("SIGTERM lets background work finish, and accepts no connections meanwhile", () =>
  withService(30_000, async ({ origin, child, printed, rest }) => {
    assert.equal(await (await fetch(`${origin}/work`)).text(), "answer");
    child.kill("SIGTERM");
    await printed("stopping");
    while (await reaches(origin)) continue;
    assert.deepEqual(await rest(), ["worked", "job", "closed"]);
    assert.equal((await child.status).code, 0);
  }));

Deno.test("a request and a job that hang do not delay the shutdown beyond its grace period", () =>
  withService(100, async ({ origin, child, printed, rest }) => {
    const answer = fetch(`${origin}/hung`).then((response) => response.text());
    const rejected = assert.rejects(answer);
    await printed("hung began");
    child.kill("SIGTERM");
    assert.deepEqual(await rest(), ["stopping", "jobs aborted", "closed"]);
    assert.equal((await child.status).code, 0);
    await rejected;
  }));

Deno.test("a second signal ends the process at once with exit code 1", () =>
  withService(30_000, async ({ origin, child, printed }) => {
    const answer = fetch(`${origin}/hung`).then((response) => response.text());
    const rejected = assert.rejects(answer);
    await printed("hung began");
    child.kill("SIGTERM");
    await printed("stopping");
    await new Promise((resolve) => setTimeout(resolve, 600));
    child.kill("SIGTERM");
    assert.equal((await child.status).code, 1);
    await rejected;
  }));

// The clock of the process stands still, because a busy machine may deliver the second signal late.
Deno.test("Ctrl-C stops the process gracefully, although the terminal and `deno task` both send its signal", () =>
  withService(30_000, async ({ origin, child, printed, rest }) => {
    const answer = fetch(`${origin}/slow`).then((response) => response.text());
    await printed("slow began");
    child.kill("SIGINT");
    await printed("stopping");
    child.kill("SIGINT");
    assert.equal(await answer, "answer");
    assert.deepEqual(await rest(), ["work after slow", "job", "closed"]);
    assert.equal((await child.status).code, 0);
  }, "still"));
