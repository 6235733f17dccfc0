/** Finds possible mistakes in documents, which do not prevent the import. */
import type { Kysely } from "kysely";
import type { Database } from "@/lib/db/mod.ts";
import { dayOf } from "@/lib/timing/mod.ts";
import type { Metadata } from "./metadata.ts";

/** A possible mistake, for the person who sent the file. */
export interface ImportWarning {
  readonly path: string;
  /** A phrase that can follow the name: `was captured in the future`. */
  readonly warning: string;
}

/** A document with the link status that it declares, which is not trusted. */
export interface DoubtedDocument {
  readonly path: string;
  readonly item: Pick<Metadata, "systemIds" | "fetchedAt">;
  readonly declaredLink: unknown;
}

/** Warns about systems that are not in the catalog, captures after `now`, and link statuses that documents declare. */
export async function warningsOf(
  db: Kysely<Database>,
  documents: readonly DoubtedDocument[],
  now: Date,
): Promise<ImportWarning[]> {
  const known = await knownSystems(db, documents);
  return documents.flatMap(({ path, item: { systemIds, fetchedAt }, declaredLink }) => {
    const unknown = systemIds.filter((id) => !known.has(id));
    return [
      unknown.length > 0 &&
      `is about systems that the catalog does not have: ${unknown.join(", ")}`,
      fetchedAt > now && `was captured in the future, on ${dayOf(fetchedAt)}`,
      (declaredLink === "live" || declaredLink === "dead") &&
      `says that its link is ${declaredLink}: it is unchecked until a check`,
    ].flatMap((warning) => warning === false ? [] : [{ path, warning }]);
  });
}

async function knownSystems(
  db: Kysely<Database>,
  documents: readonly DoubtedDocument[],
): Promise<ReadonlySet<string>> {
  const named = [...new Set(documents.flatMap(({ item }) => item.systemIds))];
  if (named.length === 0) return new Set();
  const rows = await db.selectFrom("systems").select("id")
    .where((eb) => eb("id", "=", eb.fn.any(eb.val(named)))).execute();
  return new Set(rows.map(({ id }) => id));
}
