/**
 * A child process that imports documents, for tests that kill it. Its argument is JSON with the location of a database,
 * the number of documents, the time, and after how many documents to wait to be killed. It prints its progress.
 */
import { type CorpusFile, importCorpus } from "@/lib/corpus/mod.ts";
import { openDatabase } from "@/lib/db/mod.ts";
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
