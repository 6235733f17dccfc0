/**
 * A child process for a test that kills it: caches one rendition after another in the folder given as its argument, and
 * prints a line for each.
 */
import { openCache } from "@/lib/media/renditions/cache.ts";

const [folder = ""] = Deno.args;
const cache = openCache({
  folder,
  maxBytes: 4_000_000,
  onError(error) {
    throw error;
  },
});
for (let index = 0;; index++) {
  const key = (index % 50).toString(16).padStart(40, "0");
  await cache.put(key, new Uint8Array(100_000).fill(index));
  Deno.stdout.writeSync(new TextEncoder().encode("kept\n"));
}
