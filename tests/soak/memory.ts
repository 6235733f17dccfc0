/** Measures the memory of each process over its lifetime. */
import { setTimeout as delay } from "node:timers/promises";
import type { Fleet } from "../helpers/fleet.ts";

const EVERY_MS = 5_000;
/** Samples of the first minute, which are ignored for the growth because the process still loads and compiles code. */
const WARM_SAMPLES = 12;
/** Fewest samples for a line fit of the growth. */
const ENOUGH = 24;
/** Ages of a process, in minutes, at which its memory is reported. */
const REPORTED_MINUTES = [2, 5, 10];

/** Samples the resident memory of each process every five seconds until `signal` aborts; in megabytes, by process id. */
export async function watchMemory(
  fleet: Fleet,
  signal: AbortSignal,
): Promise<Map<number, number[]>> {
  const seen = new Map<number, number[]>();
  while (!signal.aborted) {
    for (const index of fleet.origins.keys()) {
      const { pid } = fleet.member(index);
      const status = await Deno.readTextFile(`/proc/${pid}/status`).catch(() => "");
      const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? NaN);
      if (kilobytes > 0) seen.set(pid, [...seen.get(pid) ?? [], Math.round(kilobytes / 1024)]);
    }
    await delay(EVERY_MS, undefined, { signal }).catch(() => {});
  }
  return seen;
}

/** Prints a line for each process older than a minute, with its growth after the first minute from three minutes on. */
export function tellMemory(seen: ReadonlyMap<number, readonly number[]>): string[] {
  return [...seen].filter(([, samples]) => samples.length > WARM_SAMPLES).map(([pid, samples]) => {
    const warm = samples.slice(WARM_SAMPLES);
    const seconds = samples.length * EVERY_MS / 1000;
    const growth = warm.length >= ENOUGH ? `, warm ${slopeOf(warm).toFixed(1)} MB a minute` : "";
    const atAges = REPORTED_MINUTES.flatMap((minute) => {
      const megabytes = samples[minute * 60_000 / EVERY_MS - 1];
      return megabytes === undefined ? [] : [`, after ${minute} min ${megabytes}`];
    });
    return `RSS of ${pid}, ${seconds} s: first ${samples[0]} MB, after a minute ${warm[0]}` +
      `${atAges.join("")}, highest ${Math.max(...samples)}, last ${samples.at(-1)}${growth}`;
  });
}

/** Returns the growth in megabytes per minute, by least squares. */
function slopeOf(samples: readonly number[]): number {
  const mean = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0) / list.length;
  const middle = (samples.length - 1) / 2;
  const average = mean(samples);
  const along = mean(samples.map((one, at) => (at - middle) * (one - average)));
  return along / mean(samples.map((_, at) => (at - middle) ** 2)) * 60_000 / EVERY_MS;
}
