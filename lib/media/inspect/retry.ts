/** Trying again, on request, what is otherwise tried again after a while. */
import { type ImportOutcome, importRemote, type ImportServices } from "../ingest/remote.ts";

/** Imports an original at once, whenever it last failed. */
export async function retryImport(
  services: ImportServices,
  assetId: string,
): Promise<ImportOutcome> {
  await services.db.updateTable("media_assets").set({ import_failed_at: null })
    .where("id", "=", assetId).where("original_hash", "is", null).execute();
  return await importRemote(services, assetId);
}
