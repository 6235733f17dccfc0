/** Copies the attribute values of one system to another that is like it. */
import type { Kysely } from "kysely";
import type { Database } from "@/lib/db/mod.ts";
import { type Author, entriesOfRequest, versionOf } from "@/lib/records/mod.ts";
import { clearValue, NO_VALUE, saveValue, valueEntity, valuesOfSystem } from "./values.ts";

/** A copy of the values of `from` to the system `systemId`. */
interface Copying {
  readonly by: Author;
  readonly from: string;
  readonly systemId: string;
}

/**
 * Saves every stated value of `from` that the other system has no record for, as staff's own (spec §2.3), each with its
 * audit entry. Values that the system has, and attributes that are retired or take another type by now, stay as they
 * are. Returns how many values were copied; none if either system is unknown. It can be repeated after a failure.
 */
export async function copyValues(
  db: Kysely<Database>,
  { by, from, systemId }: Copying,
): Promise<number> {
  const present = await valuesOfSystem(db, systemId);
  let copied = 0;
  for (const { attributeId, value } of (await valuesOfSystem(db, from)).values()) {
    if (present.has(attributeId) || value.type === "empty") continue;
    const saved = await saveValue(db, { by, systemId, attributeId, version: NO_VALUE, value });
    if (saved.kind === "changed") copied++;
  }
  return copied;
}

/**
 * Removes the values that a request of the same author copied less than a day ago, unless they have changed since.
 * Returns how many were removed; none the second time.
 */
export async function takeBackCopy(
  db: Kysely<Database>,
  { by, requestId }: { readonly by: Author; readonly requestId: string },
): Promise<number> {
  const entries = await entriesOfRequest(db, {
    actor: by.staff.email,
    requestId,
    entityType: valueEntity.type,
  });
  let removed = 0;
  for (const { entityId, before, after } of entries) {
    if (entityId === null || before !== null || after === null) continue;
    const [systemId = "", attributeId = ""] = entityId.split("/");
    const version = versionOf(Object(after));
    const cleared = await clearValue(db, { by, systemId, attributeId, version });
    if (cleared.kind === "changed") removed++;
  }
  return removed;
}
