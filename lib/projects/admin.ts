/** Reads projects for staff: all of them, published or not (spec §2.13). */
import { type Kysely, sql } from "kysely";
import { containing, type Database } from "../db/mod.ts";
import { hasWords } from "../text/mod.ts";
import { locationOf, type ProjectParty } from "./index/shown.ts";
import { partiesOf } from "./parties.ts";

/** A project in the admin list. */
export interface ProjectSummary {
  readonly uuid: string;
  readonly name: string;
  /** "City, ST", "City" or "ST" (spec §2.1); null when the CMS has neither. */
  readonly location: string | null;
  readonly published: boolean;
  readonly galleryOrder: number | null;
  /** Number of images and videos with a live tag of the project. */
  readonly pictures: number;
}

/** A project as the CMS describes it. */
export interface ProjectDetails {
  readonly uuid: string;
  readonly name: string;
  readonly location: string | null;
  readonly slug: string | null;
  readonly published: boolean;
  /** Null when the CMS has no value, which differs from false. */
  readonly featured: boolean | null;
  readonly galleryOrder: number | null;
  readonly parties: readonly ProjectParty[];
  /** Names of the products that it used; null for a product whose name the CMS did not send. */
  readonly products: readonly (string | null)[];
  readonly syncedAt: Date | null;
}

/** Whether the name and place of a project contain every word of a search, ignoring case and accents. */
export function isCalled(
  { name, location }: Pick<ProjectSummary, "name" | "location">,
  words: readonly string[],
): boolean {
  return hasWords(`${name}\n${location ?? ""}`, words);
}

/** Finds the projects that words call ({@linkcode isCalled}) as {@linkcode listProjects} sorts them, without their pictures. */
export async function projectsCalled(
  db: Kysely<Database>,
  words: readonly string[],
): Promise<Omit<ProjectSummary, "pictures">[]> {
  const text = sql`lower(concat_ws(', ', name, city, state)) collate "C"`;
  const rows = await inOrder(db)
    .where((eb) =>
      eb.or([
        eb.and(words.map((word) => sql<boolean>`${text} like ${containing(word)}`)),
        // The database compares accents.
        sql<boolean>`char_length(${text}) <> octet_length(${text})`,
      ])
    )
    .execute();
  return rows.map(toSummary).filter((project) => isCalled(project, words));
}

/** Lists all projects, sorted by gallery order (nulls last), then name. */
export async function listProjects(db: Kysely<Database>): Promise<ProjectSummary[]> {
  // Counted in one pass over the tags: a count for each project would look up every one of tens of thousands.
  const rows = await inOrder(db)
    .leftJoin(
      (eb) =>
        eb.selectFrom("media_tags").where("tag_type", "=", "project").where("state", "=", "live")
          .groupBy("tag_ref")
          .select(({ fn }) => ["tag_ref", fn.countAll<number>().as("count")])
          .as("counts"),
      (join) => join.onRef("counts.tag_ref", "=", "project.uuid"),
    )
    .select(sql<number>`coalesce(counts.count, 0)`.as("pictures"))
    .execute();
  return rows.map(toSummary);
}

function inOrder(db: Kysely<Database>) {
  return db.selectFrom("cms_projects as project")
    .select(["uuid", "name", "city", "state", "published", "gallery_order as galleryOrder"])
    .orderBy("gallery_order", (order) => order.asc().nullsLast())
    .orderBy(sql`lower(name) collate "C"`)
    .orderBy(sql`uuid collate "C"`);
}

function toSummary<Row extends { city: string | null; state: string | null }>(
  { city, state, ...project }: Row,
) {
  return { ...project, location: locationOf({ city, state }) };
}

/** Reads a project by its uuid; undefined if there is none. */
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
