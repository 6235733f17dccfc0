/** `deno task start`: build when stale, open, migrate, seed, and serve until told to stop. */
import { loadConfig, readEnvironment, secretTexts, summarizeConfig } from "../config.ts";
import { closeLog, configureLogging, getLog } from "../log.ts";
import { buildWhenStale } from "./build.ts";
import { exitWith } from "./exit.ts";
import { listen } from "./listen.ts";
import { onStopSignal, stopInOrder } from "./stop.ts";
import { warmUp } from "./warm_up.ts";

try {
  const config = loadConfig(readEnvironment());
  configureLogging({ level: config.logLevel, secrets: secretTexts(config) });
  const log = getLog("start");
  await buildWhenStale();
  const { services } = await import("../../main.ts");
  const { default: built } = await import(new URL("../../_fresh/server.js", import.meta.url).href);
  await warmUp(built.fetch, services.catalog.current());
  const server = listen({
    port: config.port,
    hostname: config.host,
    automaticCompression: true,
    onListen: ({ hostname, port }) => {
      const host = hostname.includes(":") ? `[${hostname}]` : hostname;
      log.info(`ready at http://${host}:${port}`, summarizeConfig(config));
    },
  }, built.fetch);

  onStopSignal(async (signal) => {
    log.info("stopping", { signal });
    await stopInOrder({ server, ...services });
    await closeLog();
  });
} catch (error) {
  await exitWith(error);
}
