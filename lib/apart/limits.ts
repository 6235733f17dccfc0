/** What a process may take, and how it is watched. */

/** What one order may take. */
export interface ApartLimits {
  /** Computing time of the process, which is the same however busy the machine is. */
  readonly timeMs: number;
  /** Memory of the process, its own included. */
  readonly memoryMiB: number;
  /** Time by the clock: for a process that hangs, and the only bound on time where no system tells of computing. */
  readonly waitMs: number;
}

/** What a process was ended for: too much computing, too long a wait, or too much memory. */
export type Excess = "busy" | "late" | "heavy";

const MIB = 1_024 * 1_024;
const LOOK_EVERY_MS = 50;

/** Waits for an answer as long as the process keeps within its time and its memory. */
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

/** Memory of a process where the system tells it (Linux); elsewhere its heap's own limit is all there is. */
async function residentBytes(pid: number): Promise<number> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`).catch(() => "");
  return Number(/^VmRSS:\s*(\d+) kB/m.exec(status)?.[1] ?? 0) * 1_024;
}

/** What Linux counts computing time in, wherever it tells it: a hundredth of a second. */
const TICK_MS = 10;

/** Computing time of a process until now, of all its threads; 0 where the system does not tell it. */
async function computingMs(pid: number): Promise<number> {
  const stat = await Deno.readTextFile(`/proc/${pid}/stat`).catch(() => "");
  // The name of the program, in brackets, may have spaces; user and system time are 12 and 13 places after it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS;
}
