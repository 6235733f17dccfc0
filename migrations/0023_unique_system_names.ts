import { type Kysely, sql } from "kysely";

/**
 * Makes the names of visible systems unique, because the name is the join key to the CMS (spec §2.4). Does nothing when
 * there are duplicates, because only staff can decide which system to rename.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string; ids: string }>`
    select name, string_agg(id, ', ' order by id) as ids
    from systems where retired_at is null
    group by name having count(*) > 1 order by name limit 20`.execute(db);
  if (rows.length > 0) {
    const shared = rows.map(({ name, ids }) => `"${name}" (${ids})`).join("; ");
    throw new Error(
      `systems that are not retired share a name: ${shared}. Start the release from before, rename or retire all ` +
        "but one of each under Systems, and start this release again",
    );
  }
  await sql`
    create unique index systems_live_name_key on systems (name) where retired_at is null`.execute(
    db,
  );
}
