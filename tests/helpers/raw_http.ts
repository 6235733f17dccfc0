/** Raw HTTP over a socket, for requests that no client library would send. */

/** Sends text and returns everything received until the server closes the connection or the timeout passes. */
export async function sendRaw(
  port: number,
  text: string,
  { timeoutMs = 60_000 }: { timeoutMs?: number } = {},
): Promise<string> {
  using connection = await Deno.connect({ port, hostname: "127.0.0.1" });
  const timer = setTimeout(() => {
    try {
      connection.close();
    } catch {
      // The connection is already closed.
    }
  }, timeoutMs);
  let answer = "";
  try {
    await connection.write(new TextEncoder().encode(text));
    const decoder = new TextDecoder("latin1");
    for await (const chunk of connection.readable) answer += decoder.decode(chunk);
  } catch {
    // The text received so far is the answer.
  } finally {
    clearTimeout(timer);
  }
  return answer;
}

/** Parses the status and headers of a response; header names are in lower case. */
export function parseRaw(answer: string): { status: number; headers: Map<string, string> } {
  const [head = ""] = answer.split("\r\n\r\n");
  const [first = "", ...lines] = head.split("\r\n");
  const headers = lines.map((line): [string, string] => {
    const at = line.indexOf(":");
    return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
  });
  return { status: Number(first.split(" ")[1]), headers: new Map(headers) };
}
