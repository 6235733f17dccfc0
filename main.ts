/** The service: configuration → services → app and schedule. `lib/cli/start.ts` and `dev.ts` serve it. */
import { createApp } from "./app.ts";
import { syncAll } from "./lib/cms/mod.ts";
import { loadConfig, readEnvironment } from "./lib/config/mod.ts";
import { checkLinks } from "./lib/corpus/mod.ts";
import { RETRY_MESSAGE, runLeadJobs, wakeLead } from "./lib/crm/mod.ts";
import { listenForMessages, startSchedule } from "./lib/jobs/mod.ts";
import { hasQueue } from "./lib/kv/mod.ts";
import { getLog } from "./lib/log/mod.ts";
import { build, gaugesOf } from "./lib/services.ts";
import { finishErasures } from "./lib/privacy/mod.ts";
import { purgeSessions } from "./lib/session/mod.ts";
import { isTracing, observeGauges } from "./lib/telemetry/mod.ts";

export const services = await build(loadConfig(readEnvironment()));
export const app = createApp(services);

// Before the first request, for this is what keeps its address out of a collector.
if (isTracing()) getLog("start").info("spans and metrics are exported");
observeGauges(gaugesOf(services));

startSchedule({
  purgeExpiredSessions: (signal) => purgeSessions({ ...services, signal }),
  checkLinks: (signal) => checkLinks({ ...services, fetch: services.fetchPublic, signal }),
  syncCms: services.config.cms?.nightly ? syncNightly : null,
  retryLeads: (signal) => runLeadJobs(services, signal),
  finishErasures: (signal) => finishErasures(services, signal),
}, { runner: services.background, now: services.now });

services.crm.wake();
services.background.run("finish erasures", (signal) => finishErasures(services, signal));
if (hasQueue(services.config.kvPath)) {
  const log = getLog("jobs");
  listenForMessages(
    new Map([[RETRY_MESSAGE, (message, signal) => wakeLead(services, message, signal)]]),
    { kv: services.kv, runner: services.background, log },
  ).catch((error) => log.warn("messages are not heard, so the clock alone wakes leads", { error }));
}

/** What a report says is on the screen of the sync, so only that there is something to look at is thrown. */
async function syncNightly(signal: AbortSignal): Promise<void> {
  const reports = await syncAll(services, { apply: true, signal });
  await Promise.all([services.catalog.refresh(), services.media.refresh()]);
  const bad = reports.filter(({ complete, errors }) => !complete || errors.length > 0);
  if (bad.length > 0) {
    throw new Error(`Cannot sync all of the CMS: ${bad.map(({ kind }) => kind).join(", ")}`);
  }
}
