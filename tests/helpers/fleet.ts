/** Several processes of the service with one Postgres and one remote key-value store, behind a load balancer. */
import { type KvConnectDouble, startKvConnect } from "../doubles/kv_connect.ts";
import { type Balancer, startBalancer } from "./balancer.ts";
import { demoLocation, type TestLocation } from "./db.ts";
import { freePort, serveAgain, type ServerProcess } from "./process.ts";
import { UNLIMITED } from "./settings.ts";

/** The fleet; disposing it stops everything. */
export interface Fleet extends AsyncDisposable {
  /** Origin of the balancer. */
  readonly origin: string;
  readonly balancer: Balancer;
  readonly store: KvConnectDouble;
  readonly location: TestLocation;
  /** Origins of the processes, by index. */
  readonly origins: readonly string[];
  /** Returns the process at an index, even after it has ended. */
  member(index: number): ServerProcess;
  /** Starts a new process at the index of one that has ended, and waits until it is ready. */
  start(index: number): Promise<void>;
  /** Resolves when the balancer sends requests to all processes. */
  allReady(): Promise<void>;
}

/** Options of a fleet. */
interface FleetOptions {
  readonly size?: number;
  readonly environment?: Readonly<Record<string, string>>;
  /** Latency of the key-value store in milliseconds; default 5. */
  readonly latencyMs?: number;
  /** `DATABASE_URL` of the processes, for example through a proxy; default that of `location`. */
  readonly databaseUrl?: string;
  /** The database, which the caller removes; default a fresh one with the demo. */
  readonly location?: TestLocation;
}

const START = "lib/cli/start.ts";
/** Long enough for a start that has to build first. */
const START_TIMEOUT_MS = 300_000;

/** Starts a fleet of three processes by default, one after the other, because the first may have to build. */
export async function startFleet(options: FleetOptions = {}): Promise<Fleet> {
  const { size = 3, environment = {}, latencyMs = 5 } = options;
  await using starting = new AsyncDisposableStack();
  const location = options.location ?? starting.use(await demoLocation("server"));
  const store = starting.use(startKvConnect({ latencyMs }));
  const ports = Array.from({ length: size }, freePort);
  const members = new Map<number, ServerProcess>();
  starting.defer(async () => {
    await Promise.all([...members.values()].map((member) => member[Symbol.asyncDispose]()));
  });

  async function start(index: number): Promise<void> {
    const member = await serveAgain(START, {
      path: "/ready",
      timeoutMs: START_TIMEOUT_MS,
      env: {
        ...UNLIMITED,
        LOG_LEVEL: "error",
        ...environment,
        ...store.environment,
        DATABASE_URL: options.databaseUrl ?? location.url ?? "",
        DATA_DIR: `${location.dataDir}/${index}`,
        PORT: String(ports[index]),
      },
    });
    members.set(index, member);
  }

  for (let index = 0; index < size; index++) await start(index);
  const origins = ports.map((port) => `http://127.0.0.1:${port}`);
  const balancer = starting.use(startBalancer(origins));

  async function allReady(): Promise<void> {
    while (balancer.ready().length < size) await new Promise((resolve) => setTimeout(resolve, 50));
  }

  await allReady();
  const started = starting.move();
  return {
    origin: balancer.origin,
    balancer,
    store,
    location,
    origins,
    member(index) {
      const member = members.get(index);
      if (member === undefined) throw new Error(`There is no process ${index}`);
      return member;
    },
    start,
    allReady,
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}
