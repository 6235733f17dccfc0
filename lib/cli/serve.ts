/** What `deno task start` does once its modules are there: open, migrate, seed, and serve until told to stop. */
import { setTimeout as delay } from "node:timers/promises";
import {
  type Config,
  loadConfig,
  readEnvironment,
  secretTexts,
  summarizeConfig,
} from "../config/mod.ts";
import { keepFilesPrivate, openAhead, secureDataDir } from "../db/mod.ts";
import type { Services } from "../services.ts";
import { beforeRouter, endConnections, guard } from "../http/mod.ts";
import { closeLog, configureLogging, getBusyLog, getLog } from "../log/mod.ts";
import { nameFullDisk } from "./disk.ts";
import { exitWith, outliveRejections } from "./exit.ts";
import { keepListening } from "./keep_listening.ts";
import { requireFreeAddress } from "./listen.ts";
import { boundsOf, onStopSignal, stopInOrder } from "./stop.ts";
import { warmUp } from "./warm_up.ts";

/** The parts of the service that a build leaves behind, each loaded when it is asked for. */
export interface Built {
  /** Resolves once the other parts can be loaded. A `signal` ends the work that this takes. */
  ready(signal: AbortSignal): Promise<void>;
  /** `main.ts`. */
  main(): Promise<{ readonly services: Services }>;
  /** `_fresh/snapshot.js`. */
  snapshot(): Promise<{ readonly snapshot: { readonly routes: readonly BuiltRoute[] } }>;
  /** `_fresh/server.js`. */
  server(): Promise<{ readonly default: { readonly fetch: Deno.ServeHandler } }>;
}

interface BuiltRoute {
  readonly id: string;
  /** A function where the module is loaded when it is first asked for. */
  readonly module: unknown;
}

/**
 * Serves until a signal stops it. What keeps it from starting goes to standard error, and the process ends with code 1.
 * The spec's §8 names the stores that it opens.
 */
export async function serve(built: Built): Promise<void> {
  try {
    keepFilesPrivate();
    const config = loadConfig(readEnvironment());
    await start(config, built).catch(async (error) => {
      throw await nameFullDisk(error, config);
    });
  } catch (error) {
    await exitWith(error);
  }
}

async function start(config: Config, built: Built): Promise<void> {
  configureLogging({ level: config.logLevel, secrets: secretTexts(config) });
  const log = getLog("start");
  const address = { port: config.port, hostname: config.host };
  requireFreeAddress(address);
  await secureDataDir(config.dataDir);
  openAhead({ url: config.databaseUrl, dataDir: config.dataDir });
  const services = await prepare(built);
  const { default: app } = await built.server();
  const handler = guard(beforeRouter(app.fetch), { log: getBusyLog("http"), config });
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

/** The stores are opened while the app is built, and pages are loaded while the stores are opened. */
async function prepare(built: Built): Promise<Services> {
  const failure = new AbortController();
  try {
    const pages = built.ready(failure.signal).then(() => loadPages(built));
    const [{ services }] = await Promise.all([built.main(), pages]);
    return services;
  } catch (error) {
    failure.abort();
    throw error;
  }
}

/** Loads the pages of buyers, whose modules the start then does not wait for. One that fails is the app's to tell. */
async function loadPages(built: Built): Promise<void> {
  const { snapshot } = await built.snapshot();
  await Promise.allSettled(
    snapshot.routes.map(({ id, module }) =>
      id.startsWith("/(buyer)/") && typeof module === "function" && module()
    ),
  );
}
