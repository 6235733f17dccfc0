/** Retries a failed import on request, without waiting for its retry delay. */
import { transact } from "@/lib/db/mod.ts";
import { type Author, recordAudit } from "@/lib/records/mod.ts";
import { type ImportOutcome, importRemote, type ImportServices } from "../ingest/remote.ts";

/**
 * Imports an asset's original now, however recently it failed. A retry of a failed import has an audit entry, whether
 * or not it succeeds (spec §6.2). See {@linkcode importRemote} for the outcomes.
 */
export async function retryImport(
  services: ImportServices,
  assetId: string,
  by: Author,
): Promise<ImportOutcome> {
  await transact(services.db, async (trx) => {
    const failed = await trx.selectFrom("media_assets")
      .select(["filename", "import_error", "import_failed_at"]).where("id", "=", assetId)
      .where("original_hash", "is", null).where("import_failed_at", "is not", null)
      .forNoKeyUpdate().executeTakeFirst();
    if (failed === undefined) return;
    await trx.updateTable("media_assets").set({ import_failed_at: null })
      .where("id", "=", assetId).execute();
    const { filename, import_error: importError, import_failed_at: importFailedAt } = failed;
    const before = { filename, importError, importFailedAt };
    await recordAudit(trx, {
      actor: by.staff.email,
      requestId: by.requestId,
      action: "retry-import",
      entityType: "media",
      entityId: assetId,
      before,
      after: { ...before, importFailedAt: null },
    });
  });
  return await importRemote(services, assetId);
}
