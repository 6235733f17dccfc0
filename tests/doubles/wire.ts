/** HTTP over plain connections, for doubles that must be able to fail at any byte. */
import { Buffer } from "node:buffer";

/** A request as it arrived. */
export interface RawRequest {
  readonly method: string;
  /** As received, including the query. */
  readonly path: string;
  readonly headers: Headers;
  readonly body: string;
}

/**
 * Serves one request of each connection and closes it. An error of `serve` ends the connection, because a client may
 * disconnect at any time. Returns a function that closes the listener and all connections.
 */
export function serveEach(
  listener: Deno.Listener,
  serve: (connection: Deno.Conn, request: RawRequest) => Promise<void>,
): () => Promise<void> {
  const open = new Map<Deno.Conn, Promise<void>>();
  const answer = async (connection: Deno.Conn) => {
    try {
      const request = await readRequest(connection);
      if (request !== null) await serve(connection, request);
    } catch {
      // The client has disconnected.
    } finally {
      open.delete(connection);
      close(connection);
    }
  };
  const accepting = (async () => {
    for await (const connection of listener) open.set(connection, answer(connection));
  })();
  return async () => {
    listener.close();
    const ends = [...open.values()];
    for (const connection of open.keys()) close(connection);
    await Promise.all([accepting, ...ends]);
  };
}

/** Reads a request with its body; null when the connection ends before, or does not speak HTTP. */
async function readRequest(connection: Deno.Conn): Promise<RawRequest | null> {
  const buffer = new Uint8Array(65_536);
  let bytes = Buffer.alloc(0);
  const more = async () => {
    const size = await connection.read(buffer);
    bytes = Buffer.concat([bytes, buffer.subarray(0, size ?? 0)]);
    return size !== null && /^[A-Z]/.test(bytes.toString("latin1", 0, 1));
  };
  let end = -1;
  while (end === -1) {
    if (!await more()) return null;
    end = bytes.indexOf("\r\n\r\n");
  }
  const [first = "", ...lines] = bytes.toString("latin1", 0, end).split("\r\n");
  const [method = "", path = ""] = first.split(" ");
  const headers = new Headers();
  for (const line of lines) {
    const [name = "", value] = line.split(/:\s*(.*)/);
    if (value !== undefined) headers.append(name, value);
  }
  const start = end + 4;
  while (bytes.length < start + Number(headers.get("content-length") ?? 0)) {
    if (!await more()) return null;
  }
  return { method, path, headers, body: bytes.toString("utf8", start) };
}

/** Writes all bytes, one for each character of a text: one write may take only some of them. */
export async function write(connection: Deno.Conn, content: string | Uint8Array): Promise<void> {
  const bytes = typeof content === "string"
    ? Uint8Array.from(content, (char) => char.charCodeAt(0))
    : content;
  for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
}

function close(connection: Deno.Conn): void {
  try {
    connection.close();
  } catch {
    // The connection is already closed.
  }
}
