/**
 * A process of its own for a test that ends it at a bad moment: keeps one rendition after another in the folder that it is
 * given, and prints a line for each.
 */
import { openCache } from "../../lib/media/renditions/cache.ts";

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
