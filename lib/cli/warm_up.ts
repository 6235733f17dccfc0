import { prepareSnapshot, type Snapshot } from "../catalog/mod.ts";

/** What buyers ask for first. Without answers, so that nothing is picked, quoted or counted. */
const FIRST = [
  "/",
  "/select",
  "/results",
  "/systems",
  "/compare",
  "/api/recommendation",
  "/api/systems",
  "/api/factors",
];

/** Who asks here, for those that want to know: this machine. */
const ASKER: Deno.ServeHandlerInfo = {
  remoteAddr: { transport: "tcp", hostname: "127.0.0.1", port: 0 },
  completed: Promise.resolve(),
};

/**
 * Readies an app for its first buyer (design §6): the modules of pages are loaded when they are first asked for,
 * and what they make of the catalog is made then as well, unless both is done here. It is asked as buyers ask, by all that stands before it. An answer that fails
 * is the app's own to log, and keeps nobody from starting.
 */
export async function warmUp(
  handler: (request: Request, info: Deno.ServeHandlerInfo) => Response | Promise<Response>,
  snapshot: Snapshot,
): Promise<void> {
  for (const path of FIRST) {
    const response = await handler(new Request(new URL(path, "http://localhost")), ASKER);
    await response.body?.cancel();
  }
  await prepareSnapshot(snapshot);
}
