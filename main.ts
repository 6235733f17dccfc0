/** The service: configuration → services → app. `lib/cli/start.ts` and `dev.ts` serve it. */
import { createApp } from "./app.ts";
import { loadConfig, readEnvironment } from "./lib/config.ts";
import { build } from "./lib/services.ts";

export const services = await build(loadConfig(readEnvironment()));
export const app = createApp(services);
