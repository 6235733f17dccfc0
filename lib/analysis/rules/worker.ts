/** The worker thread of the analyst: analyses whole rule sets while the main thread answers buyers. */
import { compileSnapshot, type Snapshot } from "@/lib/catalog/mod.ts";
import { type Order, perform, type Reply } from "./tasks.ts";

let snapshot: Snapshot | null = null;

self.addEventListener("message", async ({ data }: MessageEvent<Order>) => {
  self.postMessage(await replyTo(data));
});

async function replyTo({ id, catalog, task }: Order): Promise<Reply> {
  try {
    if (catalog !== null) snapshot = compileSnapshot(JSON.parse(catalog));
    if (snapshot === null) return { id, failure: "There is no catalog to analyze" };
    return { id, finding: await perform(snapshot, task) };
  } catch (error) {
    return { id, failure: String(error) };
  }
}
