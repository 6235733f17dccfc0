/** Projects as staff look for them. */
import { type Kysely, sql } from "kysely";
import { containing, type Database } from "../db/mod.ts";
import { integerParam, textParam } from "../http/mod.ts";

/** Which projects are asked for. */
export interface ProjectQuery {
  /** Substring of the name, whatever the case; empty narrows nothing. */
  readonly q: string;
  /** 1 to 50. */
  readonly limit: number;
}

/** A project as the library offers it (spec §4.8). */
export interface ListedProject {
  readonly uuid: string;
  readonly name: string;
  readonly slug: string | null;
  readonly galleryOrder: number | null;
  /** Images, not videos, with a live tag of it. */
  readonly imageCount: number;
}

const LIMIT = { least: 1, most: 50, usual: 12 };

/** Reads the parameters of an address, of which none is an error (spec §4.8). */
export function parseProjectQuery(params: URLSearchParams): ProjectQuery {
  return { q: textParam(params, "q"), limit: integerParam(params, "limit", LIMIT) };
}

/** Finds projects by name, in the order of the gallery; those that have no place in it last, by name. */
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

/** The projects of a name, whatever its case; of several that are called so, two. */
export async function projectsCalled(
  db: Kysely<Database>,
  name: string,
): Promise<Pick<ListedProject, "uuid" | "name">[]> {
  return await db.selectFrom("cms_projects").select(["uuid", "name"])
    .where(sql<boolean>`lower(name) = lower(${name})`).limit(2).execute();
}
