/** A sandboxed child process that handles one request at a time and is killed when it exceeds its limits. */
import { type ApartLimits, type Excess, within } from "./limits.ts";

/** Options of {@linkcode startChild}. */
interface ChildOptions {
  /** The module that the process runs; it must call `answerParent`. */
  readonly script: URL;
  /** Permission flags of `deno run`; the process has no other permissions. */
  readonly permissions: readonly string[];
  readonly limits: ApartLimits;
}

/** A running child process. */
export interface Child {
  /**
   * Sends a request and returns the reply, or an {@linkcode Excess} when the process exceeded a limit. A process that
   * ends by itself counts as `heavy`, because the usual cause is memory. After an excess the process is gone.
   */
  ask(head: object, body?: Uint8Array): Promise<object | Excess>;
  /** Kills the process. */
  end(): Promise<void>;
}

const START_MS = 60_000;
/** Variables that Deno needs to find itself and its packages. */
const PASSED_ON = ["DENO_DIR", "HOME", "PATH", "TMPDIR", "XDG_CACHE_HOME"];

/**
 * Starts a child process.
 *
 * @throws {Error} when it does not report ready within 60 seconds.
 */
export async function startChild({ script, permissions, limits }: ChildOptions): Promise<Child> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--no-prompt",
      "--no-check",
      ...permissions,
      `--v8-flags=--max-old-space-size=${Math.floor(limits.memoryMiB / 2)}`,
      script.pathname,
    ],
    // The environment contains secrets, which the child must not see.
    clearEnv: true,
    env: Object.fromEntries(PASSED_ON.flatMap((name) => {
      // deno-lint-ignore house/env-in-config -- The runtime's own variables, no part of the configuration.
      const value = Deno.env.get(name);
      return value === undefined ? [] : [[name, value]];
    })),
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  const lines = readLines(child.stdout);
  const started = await within(lines.next(), { waitMs: START_MS });
  if (typeof started === "string" || started.done) {
    await end();
    throw new Error(`Cannot start the process of ${script.pathname.split("/").at(-1)}`);
  }
  return { ask, end };

  async function ask(head: object, body = new Uint8Array()): Promise<object | Excess> {
    const line = new TextEncoder().encode(`${JSON.stringify({ head, length: body.length })}\n`);
    // Ignore write errors: a process that ends during the write gives no reply, which is handled below.
    const written = writer.write(line).then(() => writer.write(body)).catch(() => {});
    const answer = await within(lines.next(), limits, child.pid);
    if (typeof answer !== "string" && !answer.done) return JSON.parse(answer.value);
    await end();
    await written;
    return typeof answer === "string" ? answer : "heavy";
  }

  async function end(): Promise<void> {
    try {
      child.kill("SIGKILL");
    } catch {
      // The process has already ended.
    }
    await writer.abort().catch(() => {});
    await lines.return().catch(() => {});
    await child.status;
  }
}

async function* readLines(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<string, void, void> {
  const parts: string[] = [];
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const [first = "", ...rest] = text.split("\n");
    parts.push(first);
    for (const part of rest) {
      yield parts.splice(0).join("");
      parts.push(part);
    }
  }
}
