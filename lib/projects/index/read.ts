/** Reads from the database what the project index contains (spec §2.13). */
import { type Kysely, sql } from "kysely";
import { anyOf, type Database } from "@/lib/db/mod.ts";
import { hasPicture, SHOWN_COLUMNS, toMediaItem } from "@/lib/media/mod.ts";
import { partiesOf } from "../parties.ts";
import type { ProjectJoins, StoredProject } from "./shown.ts";

/** The database, and the URL of the video host's player. */
interface ProjectSource {
  readonly db: Kysely<Database>;
  readonly playerUrl: string;
}

/**
 * Reads projects with their products, kinds of space and primary image, in no particular order. Unknown and unpublished
 * projects are left out.
 */
export async function readProjects(
  { db, playerUrl }: ProjectSource,
  uuids: readonly string[],
): Promise<StoredProject[]> {
  if (uuids.length === 0) return [];
  const rows = await db.selectFrom("cms_projects")
    .select(["uuid", "name", "slug", "city", "state", "featured", "published"])
    .select(["gallery_order", "architect", "architect_website", "construction_company"])
    .select(["construction_company_web", "design_build_firm"])
    .where(sql<boolean>`uuid = ${anyOf(uuids)}`)
    .where("published", "=", true)
    .execute();
  const products = await db.selectFrom("cms_project_products")
    .select(["project_uuid as uuid"])
    .select(sql<string[]>`array_agg(product_uuid order by product_uuid)`.as("refs"))
    .where(sql<boolean>`project_uuid = ${anyOf(uuids)}`)
    .groupBy("project_uuid").execute();
  const kinds = await db.selectFrom("media_tags as project")
    .innerJoin("media_tags as kind", "kind.asset_id", "project.asset_id")
    .select(["project.tag_ref as uuid"])
    .select(sql<string[]>`array_agg(distinct kind.tag_ref)`.as("refs"))
    .where("project.tag_type", "=", "project").where("project.state", "=", "live")
    .where(sql<boolean>`project.tag_ref = ${anyOf(uuids)}`)
    .where("kind.tag_type", "=", "application").where("kind.state", "=", "live")
    .groupBy("project.tag_ref").execute();
  const images = await projectPictures(db, uuids)
    .distinctOn("tag.tag_ref")
    .where("asset.type", "=", "image")
    .execute();
  const productsOf = refsByUuid(products);
  const kindsOf = refsByUuid(kinds);
  const imageOf = new Map(
    images.map((row) => [row.uuid, Object.freeze(toMediaItem(row, playerUrl))]),
  );
  return rows.map((row) => ({
    uuid: row.uuid,
    name: row.name,
    slug: row.slug,
    city: row.city,
    state: row.state,
    featured: row.featured,
    galleryOrder: row.gallery_order,
    published: row.published,
    parties: partiesOf(row),
    productUuids: productsOf.get(row.uuid) ?? [],
    kindIds: kindsOf.get(row.uuid) ?? [],
    image: imageOf.get(row.uuid) ?? null,
  }));
}

function refsByUuid(
  rows: readonly { readonly uuid: string; readonly refs: string[] }[],
): Map<string, string[]> {
  return new Map(rows.map(({ uuid, refs }) => [uuid, refs]));
}

/** Builds the query of the displayable pictures and videos of projects, ordered by project, then gallery order. */
export function projectPictures(db: Kysely<Database>, uuids: readonly string[]) {
  return db.selectFrom("media_tags as tag")
    .innerJoin("media_assets as asset", "asset.id", "tag.asset_id")
    .select(["tag.tag_ref as uuid"])
    .select(SHOWN_COLUMNS.map((column) => `asset.${column}` as const))
    .where("tag.tag_type", "=", "project").where("tag.state", "=", "live")
    .where(sql<boolean>`tag.tag_ref = ${anyOf(uuids)}`)
    .where(hasPicture)
    .orderBy("tag.tag_ref")
    .orderBy("asset.gallery_position", (order) => order.asc().nullsLast())
    .orderBy("asset.created_at")
    .orderBy(sql`asset.id collate "C"`);
}

/** Reads the systems of product terms and the kinds of space, to which all projects are joined. */
export async function readJoins({ db }: Pick<ProjectSource, "db">): Promise<ProjectJoins> {
  const mappings = await db.selectFrom("cms_product_systems")
    .select(["system_id as systemId", "product_uuid as termUuid"]).execute();
  const kinds = await db.selectFrom("media_categories").select(["id", "name"])
    .where("axis", "=", "application").where("retired_at", "is", null)
    .orderBy("position").orderBy("id").execute();
  return { mappings, kinds };
}

/** Reads the uuids of all published projects. */
export async function readUuids({ db }: Pick<ProjectSource, "db">): Promise<string[]> {
  const rows = await db.selectFrom("cms_projects").select("uuid").where("published", "=", true)
    .execute();
  return rows.map(({ uuid }) => uuid);
}
