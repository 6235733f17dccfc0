/** The words that pictures are tagged and grouped with. */
import type { Kysely, Selectable } from "kysely";
import type { Database } from "../../db/mod.ts";

/** A word that pictures can be tagged with, on the axis it belongs to. */
export type CategoryName = Pick<
  Selectable<Database["media_categories"]>,
  "id" | "axis" | "name"
>;

/** The words in use, in their order on each axis. */
export async function categoryNames(db: Kysely<Database>): Promise<CategoryName[]> {
  return await db.selectFrom("media_categories").select(["id", "axis", "name"])
    .where("retired_at", "is", null)
    .orderBy("axis").orderBy("position").orderBy("name").orderBy("id")
    .execute();
}

/** Names of shot groups, those changed last first, as suggestions where one is typed. */
export async function groupNames(
  db: Kysely<Database>,
  { limit }: { limit: number },
): Promise<string[]> {
  const rows = await db.selectFrom("shot_groups").select("name")
    .orderBy("updated_at", "desc").orderBy("id").limit(limit).execute();
  return [...new Set(rows.map(({ name }) => name))];
}

/** What a tag is called that is no word in use, such as a retired one; null when nothing has that name. */
export async function tagName(
  db: Kysely<Database>,
  { type, ref }: { type: string; ref: string },
): Promise<string | null> {
  const row = type === "project"
    ? await db.selectFrom("cms_projects").select("name").where("uuid", "=", ref).executeTakeFirst()
    : await db.selectFrom("media_categories").select("name").where("id", "=", ref)
      .executeTakeFirst();
  return row?.name ?? null;
}

/** The shot group of a name, the one changed last where several have it; null when none has. */
export async function findGroupByName(db: Kysely<Database>, name: string): Promise<string | null> {
  const row = await db.selectFrom("shot_groups").select("id").where("name", "=", name)
    .orderBy("updated_at", "desc").orderBy("id").limit(1).executeTakeFirst();
  return row?.id ?? null;
}
