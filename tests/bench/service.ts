/** The service under measurement: a process of its own, set up as it is deployed, and what it costs. */
import { serve, type ServerProcess } from "../helpers/process.ts";

/** The header in which the proxy before the service names who asks. */
export const PROXY_HEADER = "x-forwarded-for";

/**
 * The checkout whose service is measured: the one that `BENCH_SERVICE` names, or this one. Old and new
 * can so stand side by side under the same load.
 */
export const SERVICE_ROOT = rootOf(Deno.env.get("BENCH_SERVICE"));

function rootOf(folder: string | undefined): URL {
  if (!folder) return new URL("../../", import.meta.url);
  return new URL(`file://${folder.replace(/\/*$/, "/")}`);
}

/** What `deno task start` sets, with a proxy before it and nothing of this process's own database. */
const DEPLOYED = {
  MALLOC_ARENA_MAX: "2",
  DENO_V8_FLAGS:
    "--wasm-num-compilation-tasks=1,--wasm-tiering-budget=1000000000,--max-semi-space-size=4",
  TRUST_PROXY: PROXY_HEADER,
  DATABASE_URL: "",
};

/** A first start builds, draws and installs, on whatever machine it is. */
const START_TIMEOUT_MS = 300_000;

/** Starts the service of a checkout and waits until it is healthy. Limits are the default ones. */
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

/** Clients behind the proxy: each address sends fifty requests, and then the next one comes. */
export function addresses(): () => Record<string, string> {
  let sent = 0;
  return () => {
    const client = Math.floor(sent++ / REQUESTS_EACH);
    return { [PROXY_HEADER]: `10.${client >> 16 & 255}.${client >> 8 & 255}.${client & 255}` };
  };
}

const REQUESTS_EACH = 50;
/** Of the kernel's clock, by which it counts what a process has used; Linux tells user space no other. */
const TICK_MS = 10;

/** Milliseconds of processor time that a process has used so far, all its threads together. */
export async function cpuMs(pid: number): Promise<number> {
  const stat = await Deno.readTextFile(`/proc/${pid}/stat`);
  // The name in parentheses may hold blanks; user and system time are the 12th and 13th after it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Megabytes of memory that a process holds now. */
export async function residentMb(pid: number): Promise<number> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`);
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

/** Processor time of the server's processes for one database; 0 where the server is another machine's. */
export async function databaseCpuMs(database: string): Promise<number> {
  let total = 0;
  for await (const { name } of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const command = await Deno.readTextFile(`/proc/${name}/cmdline`);
      if (!command.startsWith("postgres:") || !command.includes(` ${database} `)) continue;
      total += await cpuMs(Number(name));
    } catch (error) {
      // It has ended since the folder was listed.
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
  return total;
}
