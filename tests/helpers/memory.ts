/** Measures the memory of a thread. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

/** Returns the bytes that this thread uses after garbage collection. Other test files run in other threads. */
export function memoryInUse(): number {
  // Twice, because objects that the first collection finalizes may keep others alive.
  collect();
  collect();
  const { heapUsed, external } = Deno.memoryUsage();
  return heapUsed + external;
}
