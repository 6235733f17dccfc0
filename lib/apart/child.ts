/** A process that does what it is ordered, one order at a time, until it takes too much. */
import { type ApartLimits, type Excess, within } from "./limits.ts";

/** What is started, and what it may do. */
export interface ChildOptions {
  /** The module of the process, which calls `answerParent`. */
  readonly script: URL;
  /** Permissions as `deno run` takes them; it has no others. */
  readonly permissions: readonly string[];
  readonly limits: ApartLimits;
}

/** A process that was started. */
export interface Child {
  /**
   * Orders something, and gives the answer; an excess where the process took too much, or ended by itself, which is
   * most often of memory. The process is gone then.
   */
  ask(head: object, body?: Uint8Array): Promise<object | Excess>;
  /** Ends the process. */
  end(): Promise<void>;
}

const START_MS = 60_000;
/** What the runtime needs to find itself and its packages. */
const PASSED_ON = ["DENO_DIR", "HOME", "PATH", "TMPDIR", "XDG_CACHE_HOME"];

/** Starts a process. @throws when it does not start. */
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
    // Secrets are in the environment.
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
    // A process that ends while it is written to is found out by its silence.
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
      // It has ended by itself.
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
