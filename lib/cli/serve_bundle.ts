/** Entry point of the bundle `_fresh/serve_bundle.js`, which contains the service and all its modules. */
import { serve } from "./serve.ts";

/** Serves until a signal stops it (see `serve`). */
export function start(): Promise<void> {
  return serve({
    ready: () => Promise.resolve(),
    main: () => import("@/main.ts"),
    // @ts-ignore: the file exists when this is bundled.
    snapshot: () => import("@/_fresh/snapshot.js"),
    // @ts-ignore: as above.
    server: () => import("@/_fresh/server.js"),
  });
}
