/** Compares the content of the stores after a soak with the acknowledged writes. */
import { sql } from "kysely";
import { openDatabase, type OpenOptions } from "@/lib/db/mod.ts";
import type { CmsDouble } from "../doubles/cms.ts";
import { PROJECT } from "../doubles/cms/graph.ts";
import type { CrmDouble } from "../doubles/crm.ts";
import type { Journal } from "./load.ts";

const FAILING_MS = 5_000;

/** Checks that every acknowledged write is stored exactly once. Returns counts, and a sentence for each problem. */
export async function judge(
  location: OpenOptions,
  { crm, cms, journal }: { crm: CrmDouble; cms: CmsDouble; journal: Journal },
) {
  await using database = await openDatabase(location);
  const { db } = database;
  const { lost, longest, saves, doubtful, syncs, doubtfulSyncs } = journal;
  const rows = await db.selectFrom("crm_sync_queue").select("email").execute();
  const waiting = rows.flatMap(({ email }) => email ?? []);
  const arrived = Array.from(
    crm.records.contacts.values(),
    ({ root }) => root.get("emailAddress") ?? "",
  );
  const count = (list: readonly string[], email: string) =>
    list.filter((one) => one === email).length;
  const audited = await db.selectFrom("audit_log").select("seq")
    .where("entity_id", "=", "soak").where("action", "=", "update").execute();
  // The service deletes the oldest runs. Every acknowledged run that is still stored must be done.
  const runs = await db.selectFrom("sync_runs").select(["id", "state"]).execute();
  const undone = runs.filter(({ id, state }) => journal.syncs.has(id) && state !== "done");
  const synced = await db.selectFrom("audit_log").select("seq")
    .where("entity_type", "=", "cms-sync").execute();
  const projects = await db.selectFrom("cms_projects").select(["uuid", "name"]).execute();
  const twice = (await sql<{ source_ref: string }>`
    select source_ref from media_assets where source = 'cms' group by source_ref having count(*) > 1`
    .execute(db)).rows;
  const emails = [...journal.leads];
  const problems = [
    ...lost.map((what) => `lost: ${what}`),
    ...emails.filter((email) => count(waiting, email) + count(arrived, email) === 0)
      .map((email) => `lost: the lead of ${email}`),
    ...emails.filter((email) => count(waiting, email) > 1 || count(arrived, email) > 1)
      .map((email) => `twice: the lead of ${email}`),
    ...Object.entries(longest).filter(([, ms]) => ms > FAILING_MS)
      .map(([kind, ms]) => `${kind} failed for ${Math.round(ms)} ms`),
    ...audited.length < saves || audited.length > saves + doubtful
      ? [`${saves} to ${saves + doubtful} saves, and ${audited.length} in the audit log`]
      : [],
    ...undone.map(({ id, state }) => `lost: the sync ${id} is ${state}`),
    ...synced.length < syncs.size || synced.length > syncs.size + doubtfulSyncs
      ? [
        `${syncs.size} to ${
          syncs.size + doubtfulSyncs
        } syncs, and ${synced.length} in the audit log`,
      ]
      : [],
    ...projects.length !== cms.graph.filter(({ type }) => type === PROJECT).length
      ? [`the number of stored projects, ${projects.length}, differs from the CMS`]
      : [],
    ...twice.map(({ source_ref }) => `twice: the picture ${source_ref}`),
  ];
  return {
    queue: rows.length,
    waiting: waiting.length,
    arrived: arrived.length,
    audited: audited.length,
    syncsAudited: synced.length,
    problems,
  };
}
