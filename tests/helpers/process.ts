/** The service and its peers as processes of their own, on free ports. */

const ROOT = new URL("../../", import.meta.url);
const START_TIMEOUT_MS = 180_000;
const RETRY_MS = 20;

export interface ProcessOptions {
  /** The checkout whose script it is; this one unless told otherwise. */
  root?: URL;
  args?: string[];
  env?: Record<string, string>;
  /** Told of the process of a script that runs to its end. */
  onStart?: (child: Deno.ChildProcess) => void;
}

/** Kills a process, unless it has just ended. */
export function killIfRunning(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGKILL");
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}

/** What became of a process that ended by itself. */
export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** A server on loopback; disposing it asks its process to stop and waits until it has. */
export interface ServerProcess extends AsyncDisposable {
  readonly origin: string;
  readonly pid: number;
  /** From the start of the process to its first answer, in milliseconds. */
  readonly startMs: number;
  /** Sends a signal and waits for the end. */
  stop(signal: Deno.Signal): Promise<Deno.CommandStatus>;
}

/** Runs a script to its end. */
export async function run(script: string, options: ProcessOptions = {}): Promise<Ended> {
  const child = command(script, options, { stdout: "piped", stderr: "piped" }).spawn();
  options.onStart?.(child);
  const { code, stdout, stderr } = await child.output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/** How a server is started. */
export interface ServeOptions extends ProcessOptions {
  /** What answers 200 once it serves. */
  path: string;
  timeoutMs?: number;
  /** Whether what it logs is shown with the tests; only where it should log nothing. */
  showsLog?: boolean;
}

const STARTS = 5;

/**
 * Serves as {@linkcode serve} does, and tries again as a service manager would: on a busy machine a database on a server may be
 * late for a start.
 */
export async function serveAgain(script: string, options: ServeOptions): Promise<ServerProcess> {
  for (let left = STARTS - 1;; left--) {
    try {
      return await serve(script, options);
    } catch (error) {
      if (left === 0) throw error;
    }
  }
}

/** Runs a script as a server on a free port and waits until `path` answers 200. */
export async function serve(
  script: string,
  { path, timeoutMs = START_TIMEOUT_MS, showsLog = false, ...options }: ServeOptions,
): Promise<ServerProcess> {
  const port = options.env?.PORT ?? String(freePort());
  const origin = `http://127.0.0.1:${port}`;
  const began = performance.now();
  const env = { ...options.env, PORT: port };
  const output = { stdout: showsLog ? "inherit" : "null", stderr: "inherit" } as const;
  const child = command(script, { ...options, env }, output).spawn();
  try {
    await answering(`${origin}${path}`, { ended: child.status, timeoutMs });
  } catch (error) {
    await end("SIGKILL");
    throw error;
  }
  const startMs = performance.now() - began;
  async function stop(signal: Deno.Signal): Promise<Deno.CommandStatus> {
    child.kill(signal);
    return await child.status;
  }
  async function end(signal: Deno.Signal): Promise<void> {
    try {
      await stop(signal);
    } catch {
      // It had ended already.
    }
  }
  return {
    origin,
    pid: child.pid,
    startMs,
    stop,
    [Symbol.asyncDispose]: () => end("SIGTERM"),
  };
}

/**
 * A port that nobody listens on just now. It is none of those that Linux gives to whoever asks for any (32768 and up):
 * a process takes seconds until it listens, in which other tests open such ports by the hundred.
 */
export function freePort(): number {
  while (true) {
    const port = FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT));
    try {
      Deno.listen({ port, hostname: "127.0.0.1" }).close();
      return port;
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    }
  }
}

/** Above 10080, which browsers refuse. */
const FIRST_PORT = 11_000;
const LAST_PORT = 32_000;

function command(
  script: string,
  options: ProcessOptions,
  output: Pick<Deno.CommandOptions, "stdout" | "stderr">,
): Deno.Command {
  const { root = ROOT, args = [], env = {} } = options;
  return new Deno.Command(Deno.execPath(), {
    // Quiet, as a runtime that waits for another to look after the packages says so among what is read.
    args: ["run", "-q", "-A", script, ...args],
    cwd: root,
    // Nobody has to notice that a test's process stops.
    env: { DRAIN_SECONDS: "0", ...env },
    stdin: "null",
    ...output,
  });
}

async function answering(
  url: string,
  { ended, timeoutMs }: { ended: Promise<Deno.CommandStatus>; timeoutMs: number },
): Promise<void> {
  const deadline = AbortSignal.timeout(timeoutMs);
  let code: number | undefined;
  ended.then((status) => code = status.code);
  while (true) {
    if (code !== undefined) throw new Error(`Cannot reach ${url}: the process ended with ${code}`);
    try {
      const response = await fetch(url, { signal: deadline });
      await response.body?.cancel();
      if (response.ok) return;
    } catch (error) {
      if (deadline.aborted) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}
