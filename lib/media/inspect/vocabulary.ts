/** The words that pictures are tagged and grouped with. */
import { type Kysely, type Selectable, sql } from "kysely";
import type { Database } from "../../db/mod.ts";
import { tagKey } from "../changes/asset.ts";
import type { TagType } from "../library/query.ts";

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

/**
 * What tags are called that this room knows, categories and projects, by their {@linkcode tagKey}; what is gone
 * has no name.
 */
export async function tagNames(
  db: Kysely<Database>,
  tags: readonly { readonly type: string; readonly ref: string }[],
): Promise<ReadonlyMap<string, string>> {
  const refs = (isOne: (type: string) => boolean) =>
    tags.filter(({ type }) => isOne(type)).map(({ ref }) => ref);
  const any = (values: string[]) => sql<string>`any(${values}::text[])`;
  const [projects, categories] = await Promise.all([
    db.selectFrom("cms_projects").select(["uuid as ref", "name"])
      .select(sql<TagType>`'project'`.as("type"))
      .where("uuid", "=", any(refs((type) => type === "project"))).execute(),
    db.selectFrom("media_categories").select(["id as ref", "name", "axis as type"])
      .where("id", "=", any(refs((type) => type !== "project"))).execute(),
  ]);
  return new Map([...projects, ...categories].map((tag) => [tagKey(tag), tag.name]));
}

/**
 * The shot group of a name; null when none has it. Where several have, it is the `preferred` one, or else the one
 * changed last.
 */
export async function findGroupByName(
  db: Kysely<Database>,
  name: string,
  preferred: string | null = null,
): Promise<string | null> {
  const row = await db.selectFrom("shot_groups").select("id").where("name", "=", name)
    .orderBy(sql`id = ${preferred} desc nulls last`).orderBy("updated_at", "desc").orderBy("id")
    .limit(1).executeTakeFirst();
  return row?.id ?? null;
}

/** What a shot group is called; null for none, and for one that is gone. */
export async function groupName(db: Kysely<Database>, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const row = await db.selectFrom("shot_groups").select("name").where("id", "=", id)
    .executeTakeFirst();
  return row?.name ?? null;
}
