/** Child processes of the benchmarks: started on a free port, waited for, ended again. */

const ROOT = new URL("../../", import.meta.url);
const START_TIMEOUT_MS = 60_000;

/** A server on loopback; disposing it ends its process. */
export interface BenchServer extends AsyncDisposable {
  readonly origin: string;
  /** From the start of the process to its first answer, in milliseconds. */
  readonly startMs: number;
}

/** Runs a script as a server on a free port and waits until `path` answers 200. */
export async function serve(
  script: string,
  { path, args = [], env = {} }: { path: string; args?: string[]; env?: Record<string, string> },
): Promise<BenchServer> {
  const port = freePort();
  const origin = `http://127.0.0.1:${port}`;
  const began = performance.now();
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", script, ...args],
    cwd: ROOT,
    env: { ...env, PORT: String(port) },
    stdin: "null",
    stdout: "null",
  }).spawn();
  await answering(`${origin}${path}`);
  return {
    origin,
    startMs: performance.now() - began,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.status;
    },
  };
}

async function answering(url: string): Promise<void> {
  const deadline = AbortSignal.timeout(START_TIMEOUT_MS);
  while (true) {
    try {
      const response = await fetch(url, { signal: deadline });
      await response.body?.cancel();
      if (response.ok) return;
    } catch (error) {
      if (deadline.aborted) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function freePort(): number {
  using listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  return listener.addr.port;
}
