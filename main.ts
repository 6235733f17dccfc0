/** The service: configuration → services → app and schedule. `lib/cli/start.ts` and `dev.ts` serve it. */
import { createApp } from "./app.ts";
import { loadConfig, readEnvironment } from "./lib/config.ts";
import { checkLinks } from "./lib/corpus/mod.ts";
import { startSchedule } from "./lib/jobs/mod.ts";
import { build } from "./lib/services.ts";
import { purgeSessions } from "./lib/session/mod.ts";

export const services = await build(loadConfig(readEnvironment()));
export const app = createApp(services);

startSchedule({
  purgeExpiredSessions: (signal) => purgeSessions({ ...services, signal }),
  checkLinks: (signal) => checkLinks({ ...services, fetch: services.fetchPublic, signal }),
}, { runner: services.background, now: services.now });
