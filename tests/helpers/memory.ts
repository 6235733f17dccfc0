/** What a thread holds. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

/** Bytes that this thread holds, once all that nobody needs is collected. Other tests run in other threads. */
export function memoryInUse(): number {
  // What the first round lets go of may hold more.
  collect();
  collect();
  const { heapUsed, external } = Deno.memoryUsage();
  return heapUsed + external;
}
