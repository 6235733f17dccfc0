/** `deno task start`: build when stale, open, migrate, seed, and serve until told to stop. */
import { setTimeout as delay } from "node:timers/promises";
import {
  type Config,
  loadConfig,
  readEnvironment,
  secretTexts,
  summarizeConfig,
} from "../config/mod.ts";
import { keepFilesPrivate, openAhead, secureDataDir } from "../db/mod.ts";
import { beforeRouter, endConnections, guard } from "../http/mod.ts";
import { closeLog, configureLogging, getBusyLog, getLog } from "../log/mod.ts";
import { buildWhenStale } from "./build.ts";
import { nameFullDisk } from "./disk.ts";
import { exitWith, outliveRejections } from "./exit.ts";
import { keepListening } from "./keep_listening.ts";
import { requireFreeAddress } from "./listen.ts";
import { boundsOf, onStopSignal, stopInOrder } from "./stop.ts";
import { warmUp } from "./warm_up.ts";

try {
  keepFilesPrivate();
  const config = loadConfig(readEnvironment());
  await start(config).catch(async (error) => {
    throw await nameFullDisk(error, config);
  });
} catch (error) {
  await exitWith(error);
}

async function start(config: Config): Promise<void> {
  configureLogging({ level: config.logLevel, secrets: secretTexts(config) });
  const log = getLog("start");
  const address = { port: config.port, hostname: config.host };
  requireFreeAddress(address);
  await secureDataDir(config.dataDir);
  openAhead({ url: config.databaseUrl, dataDir: config.dataDir });
  const services = await prepare();
  const { default: built } = await import(new URL("../../_fresh/server.js", import.meta.url).href);
  const handler = guard(beforeRouter(built.fetch), { log: getBusyLog("http"), config });
  await warmUp(handler, services);
  outliveRejections(log);
  const { graceMs, boundMs } = boundsOf(config.drainMs);
  const server = keepListening({
    ...address,
    onListen: ({ hostname, port }) => {
      const host = hostname.includes(":") ? `[${hostname}]` : hostname;
      log.info(`ready at http://${host}:${port}`, summarizeConfig(config));
    },
  }, { handler: endConnections(handler, services.readiness), log });

  onStopSignal(async (signal) => {
    services.readiness.drain();
    log.info("stopping", { signal });
    // Whoever presses Ctrl+C has no balancer that would have to notice.
    if (signal === "SIGTERM") await delay(config.drainMs);
    await stopInOrder({ server, ...services }, graceMs);
    await closeLog();
  }, { boundMs });
}

/** The build is a process of its own, so the stores are opened meanwhile, and pages are loaded while those are. */
async function prepare() {
  const failure = new AbortController();
  try {
    const building = buildWhenStale(failure.signal).then(loadPages);
    const [{ services }] = await Promise.all([import("../../main.ts"), building]);
    return services;
  } catch (error) {
    failure.abort();
    throw error;
  }
}

/** Loads the pages of buyers, whose modules the start then does not wait for. One that fails is the app's to tell. */
async function loadPages(): Promise<void> {
  const { snapshot } = await import(new URL("../../_fresh/snapshot.js", import.meta.url).href);
  const routes: readonly { id: string; module: unknown }[] = snapshot.routes;
  await Promise.allSettled(
    routes.map(({ id, module }) =>
      id.startsWith("/(buyer)/") && typeof module === "function" && module()
    ),
  );
}
