/** What a build bundles into `_fresh/serve_bundle.js`: the service with all that it loads. */
import { serve } from "./serve.ts";

/** Serves until a signal stops it (see `serve`). */
export function start(): Promise<void> {
  return serve({
    ready: () => Promise.resolve(),
    main: () => import("../../main.ts"),
    // @ts-ignore: it is there when this is bundled.
    snapshot: () => import("../../_fresh/snapshot.js"),
    // @ts-ignore: as above.
    server: () => import("../../_fresh/server.js"),
  });
}
