/**
 * Entry point of the service: reads the configuration, starts the log, builds the services and the app, and starts the
 * scheduled jobs. `lib/cli/serve.ts` and `dev.ts` serve it.
 */
import { createApp } from "./app.ts";
import { syncAll } from "./lib/cms/mod.ts";
import { loadConfig, readEnvironment, secretTexts } from "./lib/config/mod.ts";
import { checkLinks } from "./lib/corpus/mod.ts";
import { RETRY_MESSAGE, runLeadJobs } from "./lib/crm/mod.ts";
import { listenForMessages, startSchedule } from "./lib/jobs/mod.ts";
import { hasQueue } from "./lib/kv/mod.ts";
import { configureLogging, getLog } from "./lib/log/mod.ts";
import { build, gaugesOf } from "./lib/services.ts";
import { finishErasures } from "./lib/privacy/mod.ts";
import { purgeSessions } from "./lib/session/mod.ts";
import { isTracing, observeGauges } from "./lib/telemetry/mod.ts";

const config = loadConfig(readEnvironment());
// Not in `lib/cli/serve.ts`: `dev.ts` does without it, and so does a platform that runs the built app.
configureLogging({ level: config.logLevel, secrets: secretTexts(config) });

export const services = await build(config);
export const app = createApp(services);

// Must run before the first request: the first call restricts what spans record, so that no URL reaches a collector.
if (isTracing()) getLog("start").info("spans and metrics are exported");
observeGauges(gaugesOf(services));

startSchedule({
  purgeExpiredSessions: (signal) => purgeSessions({ ...services, signal }),
  checkLinks: (signal) => checkLinks({ ...services, fetch: services.fetchPublic, signal }),
  syncCms: config.cms?.nightly ? syncNightly : null,
  retryLeads: (signal) => runLeadJobs(services, signal),
  finishErasures: (signal) => finishErasures(services, signal),
}, { runner: services.background, now: services.now });

services.crm.wake();
services.background.run("finish erasures", (signal) => finishErasures(services, signal));
if (hasQueue(config.kvPath)) {
  const log = getLog("jobs");
  listenForMessages(
    new Map([[RETRY_MESSAGE, () => services.crm.retryDue()]]),
    { kv: services.kv, runner: services.background, log },
  ).catch((error) => log.warn("messages are not heard, so the clock alone wakes leads", { error }));
}

/**
 * Runs the nightly sync of all kinds.
 *
 * @throws {Error} naming the kinds that were incomplete or had errors; the details are on the CMS sync page.
 */
async function syncNightly(signal: AbortSignal): Promise<void> {
  const reports = await syncAll(services, { apply: true, signal });
  await Promise.all([services.catalog.refresh(), services.media.refresh()]);
  const bad = reports.filter(({ complete, errors }) => !complete || errors.length > 0);
  if (bad.length > 0) {
    throw new Error(`Cannot sync all of the CMS: ${bad.map(({ kind }) => kind).join(", ")}`);
  }
}
