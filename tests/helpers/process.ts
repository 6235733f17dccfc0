/** Runs scripts and servers of this repository as child processes, on free ports. */

const ROOT = new URL("../../", import.meta.url);
const START_TIMEOUT_MS = 180_000;
const RETRY_MS = 20;

interface ProcessOptions {
  /** The checkout that contains the script; default this one. */
  root?: URL;
  args?: string[];
  env?: Record<string, string>;
  /** Called with the child process; only by {@linkcode run}. */
  onStart?: (child: Deno.ChildProcess) => void;
}

/** Kills a process unless it has already ended. */
export function killIfRunning(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGKILL");
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}

/**
 * Starts a process and kills it `delayMs` after an entry with the name is created in the folder, or renamed to it.
 * Returns the status, which is a success when the process ended before.
 */
export async function killAtEntry(
  start: () => Deno.ChildProcess,
  { folder, name, delayMs }: { folder: string; name: string; delayMs: number },
): Promise<Deno.CommandStatus> {
  using watcher = Deno.watchFs(folder, { recursive: false });
  const child = start();
  const ended = child.status.finally(() => watcher.close());
  for await (const { paths } of watcher) {
    if (!paths.some((path) => path.endsWith(`/${name}`))) continue;
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    killIfRunning(child);
    break;
  }
  return await ended;
}

/** The result of a process that ended by itself. */
export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** A server on loopback; disposing it sends `SIGTERM` and waits until the process has ended. */
export interface ServerProcess extends AsyncDisposable {
  readonly origin: string;
  readonly pid: number;
  /** Milliseconds from the start of the process to its first response. */
  readonly startMs: number;
  /** Sends a signal and waits until the process has ended. */
  stop(signal: Deno.Signal): Promise<Deno.CommandStatus>;
}

/** Runs a script until it ends. */
export async function run(script: string, options: ProcessOptions = {}): Promise<Ended> {
  const child = command(script, options, { stdout: "piped", stderr: "piped" }).spawn();
  options.onStart?.(child);
  const { code, stdout, stderr } = await child.output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/** Options of a server. */
interface ServeOptions extends ProcessOptions {
  /** A path that answers 200 when the server is ready. */
  path: string;
  timeoutMs?: number;
  /** Whether standard output is shown with the tests; for servers that should log nothing. */
  showsLog?: boolean;
}

const STARTS = 5;

/**
 * {@linkcode serve} with up to five attempts, as a service manager would make them: on a busy machine a database server
 * may be too slow for the first start.
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

/** Runs a script as a server, on `PORT` or a free port, and waits until `path` answers 200. */
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
      // The process has already ended.
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
 * Returns a port on which nobody listens at the moment, and which this run of the tests has not had before. It is below
 * Linux's ephemeral ports (32768 and up), because a child process takes seconds until it listens, and other tests open
 * hundreds of ephemeral ports in that time.
 */
export function freePort(): number {
  while (true) {
    const port = FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT));
    try {
      Deno.listen({ port, hostname: "127.0.0.1" }).close();
      if (isNew(port)) return port;
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    }
  }
}

/** The file with the ports that a run of all tests has had, because its isolates share no memory (tests/run.ts). */
const HAD = Deno.env.get("TEST_PORTS");
const own = new Set<number>();

/** Notes a port, and returns whether no test file has had it before: its child process may not listen yet. */
function isNew(port: number): boolean {
  if (HAD === undefined) return own.size < own.add(port).size;
  using file = Deno.openSync(HAD, { create: true, append: true, read: true });
  file.lockSync(true);
  const line = `${port}\n`;
  if (Deno.readTextFileSync(HAD).includes(line)) return false;
  file.writeSync(new TextEncoder().encode(line));
  return true;
}

/** Above 10080, the highest port that browsers block. */
const FIRST_PORT = 11_000;
const LAST_PORT = 32_000;

function command(
  script: string,
  options: ProcessOptions,
  output: Pick<Deno.CommandOptions, "stdout" | "stderr">,
): Deno.Command {
  const { root = ROOT, args = [], env = {} } = options;
  return new Deno.Command(Deno.execPath(), {
    // Quiet, because Deno would otherwise print to the captured output when it waits for the lock of the package cache.
    args: ["run", "-q", "-A", script, ...args],
    cwd: root,
    // No balancer has to notice that a test's process stops, so draining needs no time.
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
