/** The CRM client of one attempt, which sends nothing of a lead that this process no longer holds. */
import type { Kysely } from "kysely";
import type { Database } from "../db/mod.ts";
import type { CrmClient } from "./client/client.ts";
import { failure } from "./client/result.ts";
import type { Held } from "./queue.ts";

/**
 * Returns a client whose writes fail, without a request, once the lead is erased or another process holds its claim. A
 * visitor may withdraw a lead while a slow CRM is asked about it (spec §5). A form is posted after a check of its own.
 *
 * Its writes throw what the database throws.
 */
export function whileHeld(client: CrmClient, db: Kysely<Database>, { id, token }: Held): CrmClient {
  /** Whether the claim is still that of this attempt. */
  async function isHeld(): Promise<boolean> {
    const row = await db.selectFrom("crm_sync_queue").select("id")
      .where("id", "=", id).where("claim_token", "=", token).where("status", "=", "queued")
      .executeTakeFirst();
    return row !== undefined;
  }
  const gone = () => failure("network", "The lead was withdrawn, or is sent by another process");
  return {
    ...client,
    createContact: async (...args) => await isHeld() ? client.createContact(...args) : gone(),
    updateContact: async (...args) => await isHeld() ? client.updateContact(...args) : gone(),
    addContactToList: async (...args) => await isHeld() ? client.addContactToList(...args) : gone(),
  };
}
