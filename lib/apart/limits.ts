/** Resource limits of a child process, and their enforcement. */

/** Limits of one request. */
export interface ApartLimits {
  /** CPU time in milliseconds, which does not depend on the load of the machine. Enforced on Linux only. */
  readonly timeMs: number;
  /** Resident memory of the whole process in MiB, including the runtime. */
  readonly memoryMiB: number;
  /** Wall-clock time in milliseconds. Catches a hanging process; the only time limit on systems other than Linux. */
  readonly waitMs: number;
}

/** Why a process was killed: CPU time (`busy`), wall-clock time (`late`) or memory (`heavy`). */
export type Excess = "busy" | "late" | "heavy";

const MIB = 1_024 * 1_024;
const LOOK_EVERY_MS = 50;

/** Waits for a reply, but returns an {@linkcode Excess} once the process exceeds a limit. Checks it every 50 ms. */
export async function within<T extends object>(
  answer: Promise<T>,
  { timeMs = Infinity, memoryMiB = Infinity, waitMs }: Partial<ApartLimits> & {
    readonly waitMs: number;
  },
  pid?: number,
): Promise<T | Excess> {
  const bound = Promise.withResolvers<Excess>();
  const late = setTimeout(() => bound.resolve("late"), waitMs);
  let looks: ReturnType<typeof setInterval> | undefined;
  if (pid !== undefined) {
    const before = computingMs(pid);
    looks = setInterval(async () => {
      if (await residentBytes(pid) > memoryMiB * MIB) bound.resolve("heavy");
      if (await computingMs(pid) - await before > timeMs) bound.resolve("busy");
    }, LOOK_EVERY_MS);
  }
  try {
    return await Promise.race([answer, bound.promise]);
  } finally {
    clearTimeout(late);
    clearInterval(looks);
  }
}

/** Returns the resident memory of a process from `/proc`; 0 on other systems, where only the V8 heap limit applies. */
async function residentBytes(pid: number): Promise<number> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`).catch(() => "");
  return Number(/^VmRSS:\s*(\d+) kB/m.exec(status)?.[1] ?? 0) * 1_024;
}

/** The unit of CPU time in `/proc`: a hundredth of a second. */
const TICK_MS = 10;

/** Returns the CPU time of all threads of a process in milliseconds; 0 on systems without `/proc`. */
async function computingMs(pid: number): Promise<number> {
  const stat = await Deno.readTextFile(`/proc/${pid}/stat`).catch(() => "");
  // The program name, in parentheses, may contain spaces. User and system time are the 12th and 13th field after it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS;
}
