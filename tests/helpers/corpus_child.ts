/**
 * A process of its own that imports, for tests that end it half way. It takes a database's place, a number
 * of documents and a time as JSON, prints how many it has got to, and waits to be ended after some of them.
 */
import { type CorpusFile, importCorpus } from "../../lib/corpus/mod.ts";
import { openDatabase } from "../../lib/db/mod.ts";
import { manyDocuments } from "./corpus_files.ts";

const { location, count, after, now } = JSON.parse(Deno.args[0] ?? "{}");
const database = await openDatabase(location);
await importCorpus(database.db, halting(manyDocuments(count)), {
  now: new Date(now),
  trusted: true,
  onProgress: ({ files }) => {
    Deno.stdout.writeSync(new TextEncoder().encode(`${files}\n`));
  },
});
await database.close();

async function* halting(files: CorpusFile[]): AsyncGenerator<CorpusFile> {
  yield* files.slice(0, after);
  await new Promise((resolve) => setTimeout(resolve, 600_000));
}
