/** Projects as staff look at them: all, published or not (spec §2.13). */
import { type Kysely, sql } from "kysely";
import type { Database } from "../db/mod.ts";
import { locationOf, type ProjectParty } from "./index/shown.ts";
import { partiesOf } from "./parties.ts";

/** A project in the list of staff. */
export interface ProjectSummary {
  readonly uuid: string;
  readonly name: string;
  /** As spec §2.1 has it; null where the CMS says nothing. */
  readonly location: string | null;
  readonly published: boolean;
  readonly galleryOrder: number | null;
  /** Pictures and videos that show it. */
  readonly pictures: number;
}

/** Everything that the CMS says of a project. */
export interface ProjectDetails {
  readonly uuid: string;
  readonly name: string;
  readonly location: string | null;
  readonly slug: string | null;
  readonly published: boolean;
  /** False is what the CMS says; null is that it says nothing. */
  readonly featured: boolean | null;
  readonly galleryOrder: number | null;
  /** Who had a part in it, with an address where one is known. */
  readonly parties: readonly ProjectParty[];
  /** Names of the products that it used; null where the CMS names none. */
  readonly products: readonly (string | null)[];
  readonly syncedAt: Date | null;
}

/** Every project, in the order of the gallery; those that have no place in it last, by name. */
export async function listProjects(db: Kysely<Database>): Promise<ProjectSummary[]> {
  const rows = await db.selectFrom("cms_projects as project")
    .select(["uuid", "name", "city", "state", "published", "gallery_order as galleryOrder"])
    .select((eb) =>
      eb.selectFrom("media_tags as tag")
        .where("tag.tag_type", "=", "project")
        .whereRef("tag.tag_ref", "=", "project.uuid")
        .where("tag.state", "=", "live")
        .select((count) => count.fn.countAll<number>().as("count"))
        .$asScalar().$notNull().as("pictures")
    )
    .orderBy("gallery_order", (order) => order.asc().nullsLast())
    .orderBy(sql`lower(name) collate "C"`)
    .orderBy(sql`uuid collate "C"`)
    .execute();
  return rows.map(({ city, state, ...project }) => ({
    ...project,
    location: locationOf({ city, state }),
  }));
}

/** A project by its uuid; undefined where there is none. */
export async function findProject(
  db: Kysely<Database>,
  uuid: string,
): Promise<ProjectDetails | undefined> {
  const row = await db.selectFrom("cms_projects").selectAll().where("uuid", "=", uuid)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const products = await db.selectFrom("cms_project_products").select("product_name")
    .where("project_uuid", "=", uuid)
    .orderBy("product_name").orderBy("product_uuid").execute();
  return {
    uuid,
    name: row.name,
    location: locationOf(row),
    slug: row.slug,
    published: row.published,
    featured: row.featured,
    galleryOrder: row.gallery_order,
    parties: partiesOf(row),
    products: products.map(({ product_name }) => product_name),
    syncedAt: row.source_synced_at,
  };
}
