/** The service: configuration → services → app and schedule. `lib/cli/start.ts` and `dev.ts` serve it. */
import { createApp } from "./app.ts";
import { loadConfig, readEnvironment } from "./lib/config.ts";
import { checkLinks } from "./lib/corpus/mod.ts";
import { RETRY_MESSAGE, runLeadJobs, wakeLead } from "./lib/crm/mod.ts";
import { listenForMessages, startSchedule } from "./lib/jobs/mod.ts";
import { getLog } from "./lib/log.ts";
import { build } from "./lib/services.ts";
import { purgeSessions } from "./lib/session/mod.ts";

export const services = await build(loadConfig(readEnvironment()));
export const app = createApp(services);

startSchedule({
  purgeExpiredSessions: (signal) => purgeSessions({ ...services, signal }),
  checkLinks: (signal) => checkLinks({ ...services, fetch: services.fetchPublic, signal }),
  retryLeads: (signal) => runLeadJobs(services, signal),
}, { runner: services.background, now: services.now });

services.crm.wake();
const jobLog = getLog("jobs");
listenForMessages(
  new Map([[RETRY_MESSAGE, (message, signal) => wakeLead(services, message, signal)]]),
  { kv: services.kv, runner: services.background, log: jobLog },
).catch((error) =>
  jobLog.warn("the store has no queue, so the clock alone wakes what waits", { error })
);
