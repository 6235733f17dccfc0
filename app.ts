/** The app: the middlewares every request passes, in order, then the file routes. */
import { App, staticFiles } from "fresh";
import { allowedMethods } from "./lib/api/mod.ts";
import type { State } from "./lib/define.ts";
import { accessLog, apiErrors, limitUrl, requestId, securityHeaders } from "./lib/http/mod.ts";
import { getLog } from "./lib/log.ts";
import type { Services } from "./lib/services.ts";

/** Assembles the app around its services. Its file routes come with the build (`fsRoutes`). */
export function createApp(services: Services): App<State> {
  const log = getLog("http");
  return new App<State>()
    .use((ctx) => {
      ctx.state.services = services;
      return ctx.next();
    })
    .use(requestId())
    .use(accessLog(log))
    .use(securityHeaders())
    .use(apiErrors({ log, allowedMethods }))
    .use(limitUrl())
    .use(staticFiles())
    .fsRoutes();
}
