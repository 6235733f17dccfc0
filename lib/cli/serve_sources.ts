/** Serves from the sources. Builds the browser assets in parallel, and afterwards the bundle for the next start. */
import { getLog } from "../log/mod.ts";
import { buildWhenStale, bundleWhenStale } from "./build.ts";
import { serve } from "./serve.ts";

/** Serves until a signal stops it (see `serve`). */
export async function start(): Promise<void> {
  await serve({
    ready: buildWhenStale,
    main: () => import("@/main.ts"),
    snapshot: () => import(new URL("../../_fresh/snapshot.js", import.meta.url).href),
    server: () => import(new URL("../../_fresh/server.js", import.meta.url).href),
  });
  const stopping = new AbortController();
  globalThis.addEventListener("unload", () => stopping.abort());
  bundleWhenStale(stopping.signal).catch((error) =>
    getLog("start").warn("not bundled, so the next start takes as long as this one", { error })
  );
}
