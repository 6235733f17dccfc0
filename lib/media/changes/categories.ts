/** Categories: the library's own tag vocabulary, beside systems, projects and options (spec §2.12). */
import { type Kysely, sql, type Transaction } from "kysely";
import type { Entity } from "@/lib/records/mod.ts";
import { type Database, readRow } from "@/lib/db/mod.ts";

/** The tag types that categories belong to, in the order in which screens list them. */
export const CATEGORY_AXES = ["application", "attribute", "geography"] as const;
/** One of {@linkcode CATEGORY_AXES}: what the wall is used for, how it is made, or where it is. */
export type CategoryAxis = typeof CATEGORY_AXES[number];

/** A category, as its version and the audit log cover it. */
export interface CategoryRecord {
  readonly id: string;
  /** Cannot be changed, because tags store it beside the category's id. */
  readonly axis: CategoryAxis;
  readonly name: string;
  /** Synonyms, from which tags are proposed. */
  readonly words: readonly string[];
  /** The options that imply this category, sorted by id. */
  readonly optionIds: readonly string[];
  /** Lower sorts first. */
  readonly position: number;
  readonly retired: boolean;
}

/** Categories as records. They are retired and never deleted, so that no tag refers to a missing one. */
export const categoryEntity: Entity<CategoryRecord> = {
  type: "media-category",
  constraints: {
    media_categories_name_key: { name: "Another category of this kind has this name" },
    media_category_options_option_id_fkey: {
      optionIds: "An answer no longer exists. Choose again",
    },
  },
  async read(trx, id, { lock }) {
    const row = await readRow(
      trx.selectFrom("media_categories").select(["id", "axis", "name", "words", "position"]).select(
        sql<boolean>`retired_at is not null`.as("retired"),
      ).where("id", "=", id),
      { lock },
    );
    if (!row) return null;
    const options = await trx.selectFrom("media_category_options").select("option_id as id")
      .where("category_id", "=", id).orderBy(sql`option_id collate "C"`).execute();
    return { ...row, optionIds: options.map((option) => option.id) };
  },
  async insert(trx, category) {
    await trx.insertInto("media_categories").values({
      id: category.id,
      axis: category.axis,
      ...rowOf(category),
      retired_at: category.retired ? sql<Date>`now()` : null,
    }).execute();
    await insertOptions(trx, category);
  },
  async update(trx, category, before) {
    await trx.updateTable("media_categories").set({
      ...rowOf(category),
      retired_at: category.retired ? sql<Date>`coalesce(retired_at, now())` : null,
    }).where("id", "=", category.id).execute();
    if (JSON.stringify(category.optionIds) === JSON.stringify(before.optionIds)) return;
    await trx.deleteFrom("media_category_options").where("category_id", "=", category.id).execute();
    await insertOptions(trx, category);
  },
};

/** A category with its numbers of uses. */
export interface ListedCategory extends Omit<CategoryRecord, "optionIds"> {
  /** Number of options that imply it. */
  readonly options: number;
  /** Number of assets tagged with it. */
  readonly live: number;
  /** Number of assets that it is proposed for. */
  readonly proposed: number;
}

/** Lists all categories by position, then name, then id; retired ones last. */
export async function listCategories(db: Kysely<Database>): Promise<ListedCategory[]> {
  // One pass over the tags, not a subquery for each category: there are many more tags than categories.
  const counts = db.selectFrom("media_tags")
    .select(["tag_type", "tag_ref", tagged("live").as("live"), tagged("proposed").as("proposed")])
    .where("tag_type", "in", CATEGORY_AXES).groupBy(["tag_type", "tag_ref"]).as("counts");
  return await db.selectFrom("media_categories as category")
    .leftJoin(counts, (on) =>
      on.onRef("counts.tag_type", "=", "category.axis")
        .onRef("counts.tag_ref", "=", "category.id"))
    .select(["id", "axis", "name", "words", "position"])
    .select(sql<boolean>`retired_at is not null`.as("retired"))
    .select(sql<number>`(
      select count(*)::int from media_category_options where category_id = category.id)`
      .as("options"))
    .select((eb) =>
      (["live", "proposed"] as const).map((state) =>
        eb.fn.coalesce(`counts.${state}`, sql<number>`0`).as(state)
      )
    )
    .orderBy(sql`retired_at is not null`).orderBy("position").orderBy("name").orderBy("id")
    .execute();
}

/** Counts the assets tagged with a category (`live`), and those that it is proposed for. */
export async function categoryUses(
  db: Kysely<Database>,
  { axis, id }: Pick<CategoryRecord, "axis" | "id">,
): Promise<{ live: number; proposed: number }> {
  return await db.selectFrom("media_tags")
    .select([tagged("live").as("live"), tagged("proposed").as("proposed")])
    .where("tag_type", "=", axis).where("tag_ref", "=", id).executeTakeFirstOrThrow();
}

function tagged(state: "live" | "proposed") {
  return sql<number>`count(*) filter (where state = ${state})::int`;
}

function rowOf({ name, words, position }: CategoryRecord) {
  return { name, words: [...words], position };
}

async function insertOptions(
  trx: Transaction<Database>,
  { id, optionIds }: CategoryRecord,
): Promise<void> {
  if (optionIds.length === 0) return;
  await trx.insertInto("media_category_options")
    .values(optionIds.map((option) => ({ category_id: id, option_id: option }))).execute();
}
