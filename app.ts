/** The app: the middlewares of all requests, in order, and then the file routes. */
import { App, csrf, staticFiles } from "fresh";
import { allowedMethods } from "./lib/api/mod.ts";
import type { State } from "./lib/define.ts";
import {
  accessLog,
  apiErrors,
  compress,
  isOwnOrigin,
  limitUrl,
  rateLimit,
  requestId,
  securityHeaders,
  settled,
} from "./lib/http/mod.ts";
import { getBusyLog } from "./lib/log/mod.ts";
import type { Services } from "./lib/services.ts";
import { telemetry } from "./lib/telemetry/mod.ts";

/** Creates the app with its services. The build adds the file routes (`fsRoutes`). */
export function createApp(services: Services): App<State> {
  const { config, rateLimiter: limiter } = services;
  const log = getBusyLog("http");
  return new App<State>()
    .use((ctx) => {
      ctx.state.services = services;
      // The router ignores a trailing slash, so remove it for code that compares paths.
      const { url } = ctx;
      if (/.\/$/.test(url.pathname)) url.pathname = url.pathname.replace(/\/$/, "");
      return ctx.next();
    })
    .use(telemetry(settled))
    .use(requestId())
    .use(accessLog(log))
    .use(securityHeaders(config))
    .use(compress())
    .use(apiErrors({ log, allowedMethods }))
    .use(limitUrl())
    .use(csrf({ origin: isOwnOrigin(config) }))
    .use(staticFiles())
    .use(rateLimit({ limiter, trustProxy: config.trustProxy }))
    .fsRoutes();
}
