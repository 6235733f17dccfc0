/** Retries a failed import on request, without waiting for its retry delay. */
import { type ImportOutcome, importRemote, type ImportServices } from "../ingest/remote.ts";

/** Imports an asset's original now, however recently it failed. See {@linkcode importRemote} for the outcomes. */
export async function retryImport(
  services: ImportServices,
  assetId: string,
): Promise<ImportOutcome> {
  await services.db.updateTable("media_assets").set({ import_failed_at: null })
    .where("id", "=", assetId).where("original_hash", "is", null).execute();
  return await importRemote(services, assetId);
}
