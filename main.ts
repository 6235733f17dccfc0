/**
 * Entry point of the service: reads the configuration, starts the log, builds the services and the app, and starts the
 * background jobs. `lib/cli/serve.ts` and `dev.ts` serve it.
 */
import { createApp } from "./app.ts";
import { loadConfig, readEnvironment, secretTexts } from "./lib/config/mod.ts";
import { configureLogging, getLog } from "./lib/log/mod.ts";
import { build, gaugesOf, startJobs } from "./lib/services.ts";
import { isTracing, observeGauges } from "./lib/telemetry/mod.ts";

const config = loadConfig(readEnvironment());
// Not in `lib/cli/serve.ts`: `dev.ts` does without it, and so does a platform that runs the built app.
configureLogging({ level: config.logLevel, secrets: secretTexts(config) });

export const services = await build(config);
export const app = createApp(services);

// Must run before the first request: the first call restricts what spans record, so that no URL reaches a collector.
if (isTracing()) getLog("start").info("spans and metrics are exported");
observeGauges(gaugesOf(services));

startJobs(services);
