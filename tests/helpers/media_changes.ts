/** Random changes of a media library for property tests, of every possible kind (spec §2.12). */
import fc from "fast-check";
import { type Kysely, sql } from "kysely";
import type { Database } from "@/lib/db/mod.ts";

type Db = Kysely<Database>;

/** A change, with a name for the reports of fast-check. */
export interface Change {
  readonly name: string;
  readonly apply: (db: Db) => Promise<unknown>;
  readonly toString: () => string;
}

/** Systems and options that must exist for these changes. */
export const SYSTEMS = ["heron", "finch"];
export const OPTIONS = ["office", "shop", "slim", "warm"];

const AXES = ["system", "factor", "application", "attribute", "geography", "project"] as const;
const MEANT = ["application", "attribute", "geography"] as const;

const asset = fc.integer({ min: 1, max: 24 }).map((n) => `${n % 2 ? "a" : "B"}${n}`);
const order = fc.option(fc.integer({ min: 0, max: 3 }));
const group = fc.option(fc.constantFrom("scene-1", "scene-2"), { freq: 2 });
const axis = fc.constantFrom(...AXES);
const category = fc.constantFrom("offices", "glass", "coast", "inland");
const option = fc.constantFrom(...OPTIONS);
const state = fc.constantFrom(
  "live" as const,
  "live" as const,
  "proposed" as const,
  "rejected" as const,
);

/** A tag that queries may filter by. */
const tag = fc.record({
  axis,
  option,
  category,
  system: fc.constantFrom(...SYSTEMS),
  project: fc.nat(3),
})
  .map(({ axis, option, category, system, project }) => ({
    tag_type: axis,
    tag_ref: axis === "system"
      ? system
      : axis === "factor"
      ? option
      : axis === "project"
      ? `project-${project}`
      : category,
  }));

const facts = fc.record({
  title: fc.option(fc.constantFrom("Oak", "Ünder", "日本の扉")),
  alt_text: fc.option(fc.constantFrom("A wall", "Two walls")),
  placeholder: fc.constantFrom("#000000", null),
  gallery_position: order,
  shot_group_id: group,
  remote_url: fc.constantFrom(null, "https://a.example/b.jpg", "https://a.example/c.jpg"),
});

function change<T>(
  name: string,
  args: fc.Arbitrary<T>,
  apply: (db: Db, args: T) => Promise<unknown>,
): fc.Arbitrary<Change> {
  return args.map((value) => ({
    name,
    apply: (db) => apply(db, value),
    toString: () => `${name} ${JSON.stringify(value)}`,
  }));
}

const saved = change(
  "an asset is saved",
  fc.tuple(asset, facts, fc.boolean()),
  (db, [id, facts, isVideo]) =>
    db.insertInto("media_assets").values({
      id,
      filename: `${id}.jpg`,
      type: isVideo ? "video" : "image",
      video_id: isVideo ? "v" : null,
      ...facts,
    }).onConflict((conflict) => conflict.column("id").doUpdateSet(facts)).execute(),
);

const some = fc.tuple(asset, fc.integer({ min: 1, max: 30 }));
const withIds = (db: Db, [first, count]: [string, number]) =>
  db.selectFrom("media_assets").select("id").where("id", ">=", first).orderBy("id").limit(count);

const CHANGES: readonly fc.Arbitrary<Change>[] = [
  saved,
  saved,
  change("many are imported", some, (db, [, count]) =>
    sql`
      insert into media_assets (id, filename, type, remote_url, gallery_position)
      select 'bulk-' || n, n || '.jpg', 'image', 'https://a.example', n % 3
      from generate_series(1, ${count}::int) as n on conflict do nothing`.execute(db)),
  change(
    "an asset's facts change",
    fc.tuple(asset, facts),
    (db, [id, facts]) => db.updateTable("media_assets").set(facts).where("id", "=", id).execute(),
  ),
  change("originals come", some, (db, range) =>
    db.updateTable("media_assets")
      .set({ original_hash: "0".repeat(64), mime: "image/jpeg", bytes: 1, width: 8, height: 6 })
      .where("id", "in", withIds(db, range)).execute()),
  change(
    "assets are deleted",
    some,
    (db, [first, count]) =>
      db.deleteFrom("media_assets").where("id", "in", withIds(db, [first, count % 4])).execute(),
  ),
  change(
    "many are tagged",
    fc.tuple(some, tag, state),
    (db, [range, tag, state]) =>
      db.insertInto("media_tags").columns([
        "asset_id",
        "tag_type",
        "tag_ref",
        "state",
        "confidence",
      ])
        .expression(
          withIds(db, range).select([
            sql.lit(tag.tag_type).as("type"),
            sql.lit(tag.tag_ref).as("ref"),
            sql.lit(state).as("state"),
            sql<number>`0.5`.as("confidence"),
          ]),
        )
        .onConflict((conflict) =>
          conflict.columns(["asset_id", "tag_type", "tag_ref"]).doUpdateSet({ state })
        ).execute(),
  ),
  change(
    "a tag is taken away",
    fc.tuple(some, tag),
    (db, [range, tag]) =>
      db.deleteFrom("media_tags").where("asset_id", "in", withIds(db, range))
        .where("tag_type", "=", tag.tag_type).where("tag_ref", "=", tag.tag_ref).execute(),
  ),
  change(
    "tags are decided",
    fc.tuple(some, state),
    (db, [range, state]) =>
      db.updateTable("media_tags").set({ state, confidence: 0.5 })
        .where("asset_id", "in", withIds(db, range)).execute(),
  ),
  change(
    "an asset is linked",
    fc.tuple(asset, fc.constantFrom("system", "option", "page"), fc.nat(3), fc.boolean(), order),
    async (db, [id, owner, which, primary, position]) => {
      const type = owner === "system" ? "system" : owner === "option" ? "option" : "page";
      const link = {
        owner_type: type,
        owner_id: type === "system" ? SYSTEMS[which % 2] ?? "" : OPTIONS[which] ?? "",
        slot: type === "system" ? "gallery" : type === "option" ? "default" : "hero",
      } as const;
      const place = { position: position ?? 0, is_primary: primary };
      const there = await db.selectFrom("media_assets").select("id").where("id", "=", id).execute();
      if (there.length === 0) return;
      if (primary) {
        await db.updateTable("media_links").set({ is_primary: false })
          .where("owner_type", "=", link.owner_type).where("owner_id", "=", link.owner_id)
          .where("slot", "=", link.slot).execute();
      }
      await db.insertInto("media_links").values({ asset_id: id, ...link, ...place })
        .onConflict((conflict) =>
          conflict.columns(["owner_type", "owner_id", "slot", "asset_id"]).doUpdateSet(place)
        ).execute();
    },
  ),
  change(
    "links are cut",
    some,
    (db, [first, count]) =>
      db.deleteFrom("media_links").where("asset_id", "in", withIds(db, [first, count % 4]))
        .execute(),
  ),
  change(
    "a gallery is shown another way",
    fc.tuple(fc.constantFrom(...SYSTEMS), fc.constantFrom("grid" as const, "slideshow" as const)),
    (db, [system_id, display_mode]) =>
      db.insertInto("system_galleries").values({ system_id, display_mode })
        .onConflict((conflict) => conflict.column("system_id").doUpdateSet({ display_mode }))
        .execute(),
  ),
  change(
    "galleries have no setting",
    fc.constant(null),
    (db) => db.deleteFrom("system_galleries").execute(),
  ),
  change(
    "a category is saved",
    fc.tuple(
      category,
      fc.constantFrom(...MEANT),
      fc.constantFrom("", "!"),
      fc.boolean(),
      fc.nat(3),
    ),
    (db, [id, axis, mark, isRetired, position]) => {
      const values = {
        name: `${id}${mark}`,
        position,
        retired_at: isRetired ? new Date(0) : null,
      };
      return db.insertInto("media_categories").values({ id, axis, ...values })
        .onConflict((conflict) => conflict.column("id").doUpdateSet(values)).execute();
    },
  ),
  change("a category is meant", fc.tuple(category, option), (db, [category, option]) =>
    sql`
      insert into media_category_options (category_id, option_id)
      select id, ${option} from media_categories where id = ${category}
      on conflict do nothing`.execute(db)),
  change(
    "a category is meant no more",
    category,
    (db, id) => db.deleteFrom("media_category_options").where("category_id", "=", id).execute(),
  ),
  change(
    "a category is deleted",
    category,
    (db, id) => db.deleteFrom("media_categories").where("id", "=", id).execute(),
  ),
  change(
    "many are grouped",
    fc.tuple(some, group),
    (db, [range, shot_group_id]) =>
      db.updateTable("media_assets").set({ shot_group_id })
        .where("id", "in", withIds(db, range)).execute(),
  ),
  change("a group is deleted", fc.constant(null), async (db) => {
    await db.deleteFrom("shot_groups").where("id", "=", "scene-1").execute();
    await db.insertInto("shot_groups").values({ id: "scene-1", name: "Scene" }).execute();
  }),
  change(
    "a project is placed",
    fc.tuple(fc.nat(3), order),
    (db, [n, gallery_order]) =>
      db.insertInto("cms_projects")
        .values({ uuid: `project-${n}`, name: "Mill", slug: `project-${n}`, gallery_order })
        .onConflict((conflict) => conflict.column("uuid").doUpdateSet({ gallery_order })).execute(),
  ),
  change(
    "a project is deleted",
    fc.nat(3),
    (db, n) => db.deleteFrom("cms_projects").where("uuid", "=", `project-${n}`).execute(),
  ),
  change("tags are truncated", fc.constant(null), (db) => sql`truncate media_tags`.execute(db)),
  change("links are truncated", fc.constant(null), (db) => sql`truncate media_links`.execute(db)),
  change(
    "all is truncated",
    fc.constant(null),
    (db) => sql`truncate media_assets cascade`.execute(db),
  ),
];

/** Thrown to roll back a transaction. */
class Undone extends Error {}

/** Some changes in order, each by itself or all in one transaction, which may be rolled back. */
export const someChanges: fc.Arbitrary<Change> = fc.tuple(
  fc.array(fc.oneof(...CHANGES), { minLength: 1, maxLength: 4 }),
  fc.constantFrom("alone", "together", "together", "undone"),
).map(([changes, how]) => ({
  name: how,
  async apply(db) {
    if (how === "alone") {
      for (const { apply } of changes) await apply(db);
      return;
    }
    await db.transaction().execute(async (trx) => {
      for (const { apply } of changes) await apply(trx);
      if (how === "undone") throw new Undone();
    }).catch((error) => {
      if (!(error instanceof Undone)) throw error;
    });
  },
  toString: () => `${how}: ${changes.join(", ")}`,
}));
