/** Everything that the demo is, stored together. */
import { importCorpus } from "../../../lib/corpus/mod.ts";
import type { DatabaseHandle } from "../../../lib/db/mod.ts";
import { getLog } from "../../../lib/log.ts";
import { seedWithScenarios } from "../../../lib/simulation/mod.ts";
import { demoCorpus } from "./corpus.ts";
import { demoCatalog } from "./mod.ts";
import { storePictures } from "./pictures/store.ts";
import { demoScenarios } from "./scenarios.ts";

/**
 * Stores the demo's catalog, scenarios, documents and pictures in a database that has no catalog yet, in one
 * transaction, and tells whether it did. Documents that are there already are left alone.
 *
 * @throws the database's error; nothing is stored then.
 */
export function seedDemo(database: Pick<DatabaseHandle, "db">): Promise<boolean> {
  return seedWithScenarios(database, {
    catalog: demoCatalog,
    scenarios: demoScenarios,
    also: async (trx) => {
      const options = { now: new Date(), trusted: true, author: null };
      await importCorpus(trx, await demoCorpus(), options);
      const names = new Map(demoCatalog.systems.map(({ id, name }) => [id, name]));
      await storePictures(trx, { names, progress: tellNowAndThen() });
    },
  });
}

/** Pictures are drawn once on a machine, and whoever waits for that should know. */
function tellNowAndThen(): (done: number, of: number) => void {
  const log = getLog("seed");
  let told = Date.now();
  return (done, of) => {
    if (Date.now() - told < 1000) return;
    told = Date.now();
    log.info("drawing the demo's pictures", { done, of });
  };
}
