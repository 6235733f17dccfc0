/**
 * The worker side of a child process. Requests arrive on standard input as a line of JSON followed by bytes; replies go
 * to standard output as lines of JSON.
 */

/** A request from the parent process. */
export interface Order {
  /** The `head` passed to `ask`. Not validated, because the parent is trusted. */
  // deno-lint-ignore no-explicit-any
  readonly head: any;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** Answers requests one at a time until standard input ends. Results are sent as JSON. */
export async function answerParent(answer: (order: Order) => Promise<object>): Promise<void> {
  const input = Deno.stdin.readable.getReader();
  let buffered = new Uint8Array(0);

  await say({ ready: true });
  while (true) {
    const line = await readLine();
    if (line === null) break;
    const { head, length } = JSON.parse(line);
    await say(await answer({ head, body: await readBytes(length) }));
  }

  async function readLine(): Promise<string | null> {
    while (true) {
      const end = buffered.indexOf(0x0a);
      if (end >= 0) return new TextDecoder().decode(take(end + 1));
      if (!await readMore()) return null;
    }
  }

  async function readBytes(length: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = new Uint8Array(length);
    for (let filled = 0; filled < length;) {
      if (buffered.length === 0 && !await readMore()) break;
      const chunk = take(Math.min(buffered.length, length - filled));
      bytes.set(chunk, filled);
      filled += chunk.length;
    }
    return bytes;
  }

  function take(length: number): Uint8Array<ArrayBuffer> {
    const taken = buffered.subarray(0, length);
    buffered = buffered.subarray(length);
    return taken;
  }

  async function readMore(): Promise<boolean> {
    const { value, done } = await input.read();
    if (done) return false;
    const joined = new Uint8Array(buffered.length + value.length);
    joined.set(buffered);
    joined.set(value, buffered.length);
    buffered = joined;
    return true;
  }
}

async function say(message: object): Promise<void> {
  let bytes = new TextEncoder().encode(`${JSON.stringify(message)}\n`);
  while (bytes.length > 0) bytes = bytes.subarray(await Deno.stdout.write(bytes));
}
