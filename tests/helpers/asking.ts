/** Builds the input of the guard of the admin area. */
import type { Asking } from "@/lib/staff/mod.ts";

/** Wraps a request with a peer address (default loopback) and a request id. */
export function askingOf(req: Request, hostname = "127.0.0.1"): Asking {
  const remoteAddr = { transport: "tcp", hostname, port: 4711 } as const;
  return { req, info: { remoteAddr }, state: { requestId: "request-1" } };
}
