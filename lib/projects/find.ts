/** Searches projects for staff (spec §4.8). */
import { type Kysely, sql } from "kysely";
import { containing, type Database } from "../db/mod.ts";
import { integerParam, textParam } from "../http/mod.ts";

/** A search for projects. */
interface ProjectQuery {
  /** Substring of the name, ignoring case; empty matches every project. */
  readonly q: string;
  /** 1 to 50. */
  readonly limit: number;
}

/** A project in the media library's autocomplete (spec §4.8). */
interface ListedProject {
  readonly uuid: string;
  readonly name: string;
  readonly slug: string | null;
  readonly galleryOrder: number | null;
  /** Number of images, not videos, with a live tag of the project. */
  readonly imageCount: number;
}

const LIMIT = { least: 1, most: 50, usual: 12 };

/**
 * Parses `q` and `limit` from URL parameters. Nothing is an error; the limit defaults to 12 and is clamped (spec
 * §4.8).
 */
export function parseProjectQuery(params: URLSearchParams): ProjectQuery {
  return { q: textParam(params, "q"), limit: integerParam(params, "limit", LIMIT) };
}

/** Finds projects by name, sorted by gallery order (nulls last), then name. */
export async function findProjects(
  db: Kysely<Database>,
  { q, limit }: ProjectQuery,
): Promise<ListedProject[]> {
  return await inOrder(db, q, { exactFirst: false })
    .select(["uuid", "name", "slug", "gallery_order as galleryOrder"])
    .select((eb) =>
      eb.selectFrom("media_tags as tag")
        .innerJoin("media_library as listed", "listed.asset_id", "tag.asset_id")
        .where("tag.tag_type", "=", sql.lit("project"))
        .whereRef("tag.tag_ref", "=", "project.uuid")
        .where("tag.state", "=", sql.lit("live"))
        .where("listed.type", "=", sql.lit("image"))
        .select((count) => count.fn.countAll<number>().as("count"))
        .$asScalar().$notNull().as("imageCount")
    )
    .limit(limit)
    .execute();
}

/**
 * Finds projects by name without counting their images: those with exactly this name first, then as
 * {@linkcode findProjects} sorts them.
 */
export async function projectsNamed(
  db: Kysely<Database>,
  { q, limit }: ProjectQuery,
): Promise<Pick<ListedProject, "uuid" | "name">[]> {
  return await inOrder(db, q, { exactFirst: true }).select(["uuid", "name"]).limit(limit).execute();
}

function inOrder(db: Kysely<Database>, q: string, { exactFirst }: { exactFirst: boolean }) {
  return db.selectFrom("cms_projects as project")
    .$if(
      q !== "",
      (projects) => projects.where(sql<boolean>`lower(name) like lower(${containing(q)})`),
    )
    .$if(exactFirst, (projects) => projects.orderBy(sql`lower(name) = lower(${q})`, "desc"))
    .orderBy("gallery_order", (order) => order.asc().nullsLast())
    .orderBy(sql`lower(name) collate "C"`)
    .orderBy(sql`uuid collate "C"`);
}
