/** The body of `deno task start`: opens the stores, migrates, seeds, and serves until a signal stops it. */
import { setTimeout as delay } from "node:timers/promises";
import {
  type Config,
  databaseOptions,
  loadConfig,
  readEnvironment,
  summarizeConfig,
} from "../config/mod.ts";
import { keepFilesPrivate, openAhead, secureDataDir } from "../db/mod.ts";
import type { Services } from "../services.ts";
import { answerServerErrors, beforeRouter, endConnections, guard } from "../http/mod.ts";
import { closeLog, getBusyLog, getLog, logIfSlow } from "../log/mod.ts";
import { nameFullDisk } from "./disk.ts";
import { exitWith, outliveRejections } from "./exit.ts";
import { keepListening } from "./keep_listening.ts";
import { requireFreeAddress } from "./listen.ts";
import { boundsOf, onStopSignal, stopInOrder } from "./stop.ts";
import { warmUp } from "./warm_up.ts";

/** Loaders of the parts of the service, from sources or from a bundle. */
export interface Built {
  /** Resolves when `snapshot` and `server` can be loaded. `signal` aborts the build that this may take. */
  ready(signal: AbortSignal): Promise<void>;
  /** Imports `main.ts`. */
  main(): Promise<{ readonly services: Services }>;
  /** Imports `_fresh/snapshot.js`. */
  snapshot(): Promise<{ readonly snapshot: { readonly routes: readonly BuiltRoute[] } }>;
  /** Imports `_fresh/server.js`. */
  server(): Promise<{ readonly default: { readonly fetch: Deno.ServeHandler } }>;
}

interface BuiltRoute {
  readonly id: string;
  /** The module, or a function that loads it on the first request. */
  readonly module: unknown;
}

/**
 * Serves until a signal stops it. An error during the start is printed to standard error, and the process exits with
 * code 1. The stores are those of design §5.
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
  const log = getLog("start");
  const address = { port: config.port, hostname: config.host };
  requireFreeAddress(address);
  await secureDataDir(config.dataDir);
  openAhead(databaseOptions(config));
  const services = await prepare(built);
  const { default: app } = await built.server();
  const guarding = { log: getBusyLog("http"), config };
  const handler = guard(beforeRouter(app.fetch), guarding);
  await logIfSlow("prepare the first pages", () => warmUp(handler, services));
  outliveRejections(log);
  const { graceMs, boundMs } = boundsOf(config.drainMs);
  const server = keepListening({
    ...address,
    onError: answerServerErrors(guarding),
    onListen: ({ hostname, port }) => {
      const host = hostname.includes(":") ? `[${hostname}]` : hostname;
      log.info(`ready at http://${host}:${port}`, summarizeConfig(config));
    },
  }, { handler: endConnections(handler, services.readiness), log });

  onStopSignal(async (signal) => {
    services.readiness.drain();
    log.info("stopping", { signal });
    // SIGINT comes from a terminal, without a load balancer that needs time to notice the drain.
    if (signal === "SIGTERM") await delay(config.drainMs);
    await stopInOrder({ server, ...services }, graceMs);
    await closeLog();
  }, { boundMs });
}

/** Opens the stores and builds the app in parallel, and loads the pages as soon as they are built. */
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

/**
 * Preloads the modules of the buyer pages. Ignores a failed import, because the app reports it on the first request.
 */
async function loadPages(built: Built): Promise<void> {
  const { snapshot } = await built.snapshot();
  await Promise.allSettled(
    snapshot.routes.map(({ id, module }) =>
      id.startsWith("/(buyer)/") && typeof module === "function" && module()
    ),
  );
}
