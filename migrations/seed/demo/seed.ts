/** Stores the complete demo. */
import { importCorpus } from "@/lib/corpus/mod.ts";
import type { DatabaseHandle } from "@/lib/db/mod.ts";
import { seedWithScenarios } from "@/lib/analysis/mod.ts";
import { demoCorpus } from "./corpus.ts";
import { storeDemoLinks } from "./links.ts";
import { storeMappings } from "./mappings.ts";
import { demoCatalog } from "./mod.ts";
import { storePictures } from "./pictures/store.ts";
import { demoScenarios } from "./scenarios.ts";
import { storeDemoProjects } from "./store_projects.ts";

/**
 * Stores the demo's catalog, scenarios, documents, projects and pictures in one transaction, if the database has no
 * catalog yet. Returns whether it did. Existing documents are left unchanged.
 *
 * @throws the error of the database; nothing is stored then.
 */
export function seedDemo(database: Pick<DatabaseHandle, "db">): Promise<boolean> {
  return seedWithScenarios(database, {
    catalog: demoCatalog,
    scenarios: demoScenarios,
    also: async (trx) => {
      const options = { now: new Date(), trusted: true, author: null };
      const { items } = await importCorpus(trx, await demoCorpus(), options);
      await storeDemoLinks(trx, items);
      await storeDemoProjects(trx);
      await storePictures(trx);
      await storeMappings(trx);
    },
  });
}
