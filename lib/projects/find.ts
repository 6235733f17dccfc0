/** Searches projects for staff (spec §4.8). */
import { type Kysely, sql } from "kysely";
import { containing, type Database } from "../db/mod.ts";
import { integerParam, textParam } from "../http/mod.ts";

/** A search for projects. */
export interface ProjectQuery {
  /** Substring of the name, ignoring case; empty matches every project. */
  readonly q: string;
  /** 1 to 50. */
  readonly limit: number;
}

/** A project in the media library's autocomplete (spec §4.8). */
export interface ListedProject {
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
  return await db.selectFrom("cms_projects as project")
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
    .$if(
      q !== "",
      (projects) => projects.where(sql<boolean>`lower(name) like lower(${containing(q)})`),
    )
    .orderBy("gallery_order", (order) => order.asc().nullsLast())
    .orderBy(sql`lower(name) collate "C"`)
    .orderBy(sql`uuid collate "C"`)
    .limit(limit)
    .execute();
}

/**
 * Finds the projects with exactly this name, ignoring case: at most two, enough to tell whether the name is
 * ambiguous.
 */
export async function projectsCalled(
  db: Kysely<Database>,
  name: string,
): Promise<Pick<ListedProject, "uuid" | "name">[]> {
  return await db.selectFrom("cms_projects").select(["uuid", "name"])
    .where(sql<boolean>`lower(name) = lower(${name})`).limit(2).execute();
}
