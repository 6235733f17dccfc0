/** A request as the guard of the admin area is given it. */
import type { Asking } from "../../lib/staff/mod.ts";

/** From this machine, unless another peer is named. */
export function askingOf(req: Request, hostname = "127.0.0.1"): Asking {
  const remoteAddr = { transport: "tcp", hostname, port: 4711 } as const;
  return { req, info: { remoteAddr }, state: { requestId: "request-1" } };
}
