/** Starts the measured service in a process of its own, set up as deployed, and reads its processor time and memory. */
import { serve, type ServerProcess } from "../helpers/process.ts";

/** The header in which the proxy in front of the service passes the client's address. */
export const PROXY_HEADER = "x-forwarded-for";

/** The checkout whose service is measured: `BENCH_SERVICE` or this one, so that two versions can be compared. */
export const SERVICE_ROOT = rootOf(Deno.env.get("BENCH_SERVICE"));

function rootOf(folder: string | undefined): URL {
  if (!folder) return new URL("../../", import.meta.url);
  return new URL(`file://${folder.replace(/\/*$/, "/")}`);
}

/** The settings of `deno task start`, with a proxy in front, and without this process's `DATABASE_URL`. */
const DEPLOYED = {
  MALLOC_ARENA_MAX: "2",
  DENO_V8_FLAGS:
    "--wasm-num-compilation-tasks=1,--wasm-tiering-budget=1000000000,--max-semi-space-size=4",
  TRUST_PROXY: PROXY_HEADER,
  DATABASE_URL: "",
};

/** Long enough for a first start, which installs, builds and draws the pictures, also on a slow machine. */
const START_TIMEOUT_MS = 300_000;

/** Starts the service of a checkout with the default limits, and waits until it is healthy. */
export function startService(
  env: Readonly<Record<string, string>>,
  root: URL = SERVICE_ROOT,
): Promise<ServerProcess> {
  return serve("lib/cli/start.ts", {
    root,
    path: "/health",
    timeoutMs: START_TIMEOUT_MS,
    env: { ...DEPLOYED, ...env },
  });
}

/**
 * Returns a function that returns the proxy header of the next request. The client address changes every 50 requests.
 */
export function addresses(): () => Record<string, string> {
  let sent = 0;
  return () => {
    const client = Math.floor(sent++ / REQUESTS_EACH);
    return { [PROXY_HEADER]: `10.${client >> 16 & 255}.${client >> 8 & 255}.${client & 255}` };
  };
}

const REQUESTS_EACH = 50;
/** The unit of processor time in `/proc`, which Linux fixes at 100 ticks per second for user space. */
const TICK_MS = 10;

/** Returns the processor time that all threads of a process have used so far, in milliseconds. */
export async function cpuMs(pid: number): Promise<number> {
  const stat = await Deno.readTextFile(`/proc/${pid}/stat`);
  // The name in parentheses can contain spaces. User and system time are the 12th and 13th fields after it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Returns the resident memory of a process, in megabytes. */
export async function residentMb(pid: number): Promise<number> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`);
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

/**
 * Returns the processor time of the Postgres processes that serve one database, in milliseconds. It is 0 when the
 * server runs on another machine.
 */
export async function databaseCpuMs(database: string): Promise<number> {
  let total = 0;
  for await (const { name } of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const command = await Deno.readTextFile(`/proc/${name}/cmdline`);
      if (!command.startsWith("postgres:") || !command.includes(` ${database} `)) continue;
      total += await cpuMs(Number(name));
    } catch (error) {
      // The process has ended since the folder was listed.
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
  return total;
}
