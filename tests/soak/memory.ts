/** The memory of each process over its life. */
import { setTimeout as delay } from "node:timers/promises";
import type { Fleet } from "../helpers/fleet.ts";

const EVERY_MS = 5_000;
/** What a process loads and compiles in its first minute is no leak. */
const WARM_SAMPLES = 12;
/** How many samples make a line. */
const ENOUGH = 24;
/** Minutes of a process's life whose figures are told. */
const TOLD_MINUTES = [2, 5, 10];

/** Notes the resident memory of each process every five seconds, in megabytes, by its id. */
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

/** A line about each process that lived for more than a minute, and how fast those of three minutes grew when warm. */
export function tellMemory(seen: ReadonlyMap<number, readonly number[]>): string[] {
  return [...seen].filter(([, samples]) => samples.length > WARM_SAMPLES).map(([pid, samples]) => {
    const warm = samples.slice(WARM_SAMPLES);
    const seconds = samples.length * EVERY_MS / 1000;
    const growth = warm.length >= ENOUGH ? `, warm ${slopeOf(warm).toFixed(1)} MB a minute` : "";
    const told = TOLD_MINUTES.flatMap((minute) => {
      const megabytes = samples[minute * 60_000 / EVERY_MS - 1];
      return megabytes === undefined ? [] : [`, after ${minute} min ${megabytes}`];
    });
    return `RSS of ${pid}, ${seconds} s: first ${samples[0]} MB, after a minute ${warm[0]}` +
      `${told.join("")}, highest ${Math.max(...samples)}, last ${samples.at(-1)}${growth}`;
  });
}

/** Megabytes a minute, by least squares. */
function slopeOf(samples: readonly number[]): number {
  const mean = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0) / list.length;
  const middle = (samples.length - 1) / 2;
  const average = mean(samples);
  const along = mean(samples.map((one, at) => (at - middle) * (one - average)));
  return along / mean(samples.map((_, at) => (at - middle) ** 2)) * 60_000 / EVERY_MS;
}
