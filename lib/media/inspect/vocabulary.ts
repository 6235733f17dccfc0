/** Names of categories, shot groups and tagged records, for admin screens. */
import { type Kysely, type Selectable, sql } from "kysely";
import { anyOf, type Database } from "@/lib/db/mod.ts";
import { tagKey } from "../changes/asset.ts";
import type { TagType } from "../library/query.ts";

/** A category's id, axis and name. */
type CategoryName = Pick<
  Selectable<Database["media_categories"]>,
  "id" | "axis" | "name"
>;

/** Lists the categories that are not retired, by axis, then position, name and id. */
export async function categoryNames(db: Kysely<Database>): Promise<CategoryName[]> {
  return await db.selectFrom("media_categories").select(["id", "axis", "name"])
    .where("retired_at", "is", null)
    .orderBy("axis").orderBy("position").orderBy("name").orderBy("id")
    .execute();
}

/** Lists names of shot groups as suggestions, most recently changed first, from at most `limit` groups. */
export async function groupNames(
  db: Kysely<Database>,
  { limit }: { limit: number },
): Promise<string[]> {
  const rows = await db.selectFrom("shot_groups").select("name")
    .orderBy("updated_at", "desc").orderBy("id").limit(limit).execute();
  return [...new Set(rows.map(({ name }) => name))];
}

/**
 * Reads the names of tagged categories and projects, by {@linkcode tagKey}. Systems and options, which the catalog
 * names, and missing records are left out.
 */
export async function tagNames(
  db: Kysely<Database>,
  tags: readonly { readonly type: string; readonly ref: string }[],
): Promise<ReadonlyMap<string, string>> {
  const refs = (isOne: (type: string) => boolean) =>
    tags.filter(({ type }) => isOne(type)).map(({ ref }) => ref);
  const [projects, categories] = await Promise.all([
    db.selectFrom("cms_projects").select(["uuid as ref", "name"])
      .select(sql<TagType>`'project'`.as("type"))
      .where("uuid", "=", anyOf(refs((type) => type === "project"))).execute(),
    db.selectFrom("media_categories").select(["id as ref", "name", "axis as type"])
      .where("id", "=", anyOf(refs((type) => type !== "project"))).execute(),
  ]);
  return new Map([...projects, ...categories].map((tag) => [tagKey(tag), tag.name]));
}

/**
 * Returns the id of the shot group with a name, or null. Of several, it is the one with the id `preferred`, else the
 * most recently changed one.
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

/** Reads the name of a shot group; null for a null or unknown id. */
export async function groupName(db: Kysely<Database>, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const row = await db.selectFrom("shot_groups").select("name").where("id", "=", id)
    .executeTakeFirst();
  return row?.name ?? null;
}
