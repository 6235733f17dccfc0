/**
 * The process that parses. It reads documents from standard input, each a line of JSON with format and
 * length before its bytes, and answers each with a line of JSON on standard output. It may touch nothing else.
 */
import { asUnreadable } from "./parser.ts";
import { parseContent } from "./parse.ts";
import type { DocumentContent } from "./sniff.ts";

const input = Deno.stdin.readable.getReader();
const encoder = new TextEncoder();
let buffered = new Uint8Array(0);

await say({ ready: true });
while (true) {
  const head = await readLine();
  if (head === null) break;
  const { format, length } = JSON.parse(head);
  const bytes = await readBytes(length);
  const content: DocumentContent = format === "pdf"
    ? { format, bytes }
    : { format, text: new TextDecoder().decode(bytes) };
  await say(
    await parseContent(content).then(
      (document) => ({ document }),
      (error) => ({ reason: asUnreadable(error).message }),
    ),
  );
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

async function say(message: object): Promise<void> {
  let bytes = encoder.encode(`${JSON.stringify(message)}\n`);
  while (bytes.length > 0) bytes = bytes.subarray(await Deno.stdout.write(bytes));
}
