import { type Kysely, sql } from "kysely";

/**
 * A system's name is what the content system knows it by (spec §2.4), so no two that buyers can be shown have the
 * same. Which of two keeps its name is for people to say: where there are such, nothing changes.
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
