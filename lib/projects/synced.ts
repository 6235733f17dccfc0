/** Reads and writes projects for the CMS sync (spec §2.13, §4.11). */
import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import { anyOf, type Database, rowText, sqlDigestOfRows } from "../db/mod.ts";
import { lockAssets, waitForProjects } from "../media/mod.ts";

/** A product term that a project references. */
export interface SyncedProduct {
  readonly uuid: string;
  readonly name: string | null;
  readonly tid: number | null;
}

/** A project with all columns that the sync writes (spec §2.13). */
export interface SyncedProject {
  readonly uuid: string;
  readonly tid: number | null;
  readonly name: string;
  readonly slug: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly architect: string | null;
  readonly architectWebsite: string | null;
  readonly constructionCompany: string | null;
  readonly constructionCompanyWeb: string | null;
  readonly designBuildFirm: string | null;
  /** Null when the CMS has no value, which differs from false. */
  readonly featured: boolean | null;
  readonly galleryOrder: number | null;
  readonly caseStudyUuid: string | null;
  readonly heroImageUuid: string | null;
  readonly published: boolean;
  /** Sorted by uuid. */
  readonly products: readonly SyncedProduct[];
}

/** Reads stored projects, as a map by uuid; unknown uuids are left out. */
export async function readSyncedProjects(
  db: Kysely<Database>,
  uuids: readonly string[],
): Promise<ReadonlyMap<string, SyncedProject>> {
  const rows = await db.selectFrom("cms_projects")
    .select(["uuid", "tid", "name", "slug", "city", "state", "lat", "lon", "architect"])
    .select([
      "architect_website as architectWebsite",
      "construction_company as constructionCompany",
    ])
    .select(["construction_company_web as constructionCompanyWeb"])
    .select(["design_build_firm as designBuildFirm", "featured", "gallery_order as galleryOrder"])
    .select(["case_study_uuid as caseStudyUuid", "hero_image_uuid as heroImageUuid", "published"])
    .where("uuid", "=", anyOf(uuids)).execute();
  const products = await db.selectFrom("cms_project_products")
    .select(["project_uuid as project", "product_uuid as uuid"])
    .select(["product_name as name", "product_tid as tid"])
    .where("project_uuid", "=", anyOf(uuids))
    .orderBy(sql`product_uuid collate "C"`).execute();
  const byProject = Map.groupBy(products, ({ project }) => project);
  return new Map(rows.map((row) => [row.uuid, {
    ...row,
    products: (byProject.get(row.uuid) ?? []).map(({ project: _, ...product }) => product),
  }]));
}

/** Formats a project as the row text that {@linkcode digestOfSyncedProjects} hashes in the database. */
export function syncedProjectText({ products, ...project }: SyncedProject): string {
  const used = products.map(({ uuid, name, tid }) => rowText([uuid, name, tid])).join(" ");
  return rowText([
    ...COLUMNS.map((column) => project[column]),
    products.length === 0 ? null : used,
  ]);
}

/** Builds the SQL of a digest of the stored projects with some uuids, ordered by uuid. */
export function digestOfSyncedProjects(uuids: RawBuilder<string[]>): RawBuilder<string | null> {
  const facts = sql`uuid, tid, name, slug, city, state, lat, lon, architect, architect_website,
    construction_company, construction_company_web, design_build_firm, featured, gallery_order,
    case_study_uuid, hero_image_uuid, published, (
      select string_agg(json_build_array(product_uuid, product_name, product_tid)::text, ' '
        order by product_uuid collate "C")
      from cms_project_products where project_uuid = cms_projects.uuid
    )`;
  return sql`(
    select ${sqlDigestOfRows(facts, sql`uuid`)} from cms_projects where uuid = any(${uuids}))`;
}

const COLUMNS = [
  ...["uuid", "tid", "name", "slug", "city", "state", "lat", "lon", "architect"] as const,
  ...["architectWebsite", "constructionCompany", "constructionCompanyWeb"] as const,
  ...["designBuildFirm", "featured", "galleryOrder", "caseStudyUuid", "heroImageUuid"] as const,
  "published" as const,
];

/**
 * Locks projects before they are written, in the order that every writer uses: the rows of the projects, the rows of
 * the assets tagged with them, then the advisory locks of {@linkcode waitForProjects}. If another transaction tags an
 * asset with one of them in between, restarts the transaction.
 */
export async function lockProjects(
  trx: Transaction<Database>,
  uuids: readonly string[],
): Promise<void> {
  await trx.selectFrom("cms_projects").select("uuid").where("uuid", "=", anyOf(uuids))
    .orderBy(sql`uuid collate "C"`).forNoKeyUpdate().execute();
  const pictures = await picturesOf(trx, uuids);
  await lockAssets(trx, pictures);
  await waitForProjects(trx, uuids);
  // The advisory locks now prevent other transactions from tagging assets with these projects.
  const known = new Set(pictures);
  const later = await picturesOf(trx, uuids);
  if (later.some((id) => !known.has(id))) await restart(trx);
}

/**
 * Raises a serialization failure, on which `transact` retries: locking the missing assets now would break the lock
 * order.
 */
async function restart(trx: Transaction<Database>): Promise<void> {
  await sql`do $$ begin raise serialization_failure; end $$`.execute(trx);
}

async function picturesOf(trx: Transaction<Database>, uuids: readonly string[]): Promise<string[]> {
  const rows = await trx.selectFrom("media_tags").select("asset_id").distinct()
    .where("tag_type", "=", "project").where("tag_ref", "=", anyOf(uuids)).execute();
  return rows.map(({ asset_id }) => asset_id);
}

/**
 * Upserts projects with their products, and sets `source_synced_at` to `at`. Never removes a product (spec §4.11:
 * additive). The projects must be locked by {@linkcode lockProjects}.
 */
export async function writeSyncedProjects(
  trx: Transaction<Database>,
  projects: readonly SyncedProject[],
  at: Date,
): Promise<void> {
  if (projects.length === 0) return;
  await sql`
    insert into cms_projects (uuid, tid, name, source_synced_at, slug, city, state, lat, lon,
      architect, architect_website, construction_company, construction_company_web,
      design_build_firm, featured, gallery_order, case_study_uuid, hero_image_uuid, published)
    select uuid, tid, name, ${at}, slug, city, state, lat, lon, architect, "architectWebsite",
      "constructionCompany", "constructionCompanyWeb", "designBuildFirm", featured,
      "galleryOrder", "caseStudyUuid", "heroImageUuid", published
    from json_to_recordset(${JSON.stringify(projects)}::text::json) as new(
      uuid text, tid integer, name text, slug text, city text, state text,
      lat double precision, lon double precision, architect text, "architectWebsite" text,
      "constructionCompany" text, "constructionCompanyWeb" text, "designBuildFirm" text,
      featured boolean, "galleryOrder" integer, "caseStudyUuid" text, "heroImageUuid" text,
      published boolean)
    order by uuid collate "C"
    on conflict (uuid) do update set tid = excluded.tid, name = excluded.name,
      source_synced_at = excluded.source_synced_at, slug = excluded.slug, city = excluded.city,
      state = excluded.state, lat = excluded.lat, lon = excluded.lon,
      architect = excluded.architect, architect_website = excluded.architect_website,
      construction_company = excluded.construction_company,
      construction_company_web = excluded.construction_company_web,
      design_build_firm = excluded.design_build_firm, featured = excluded.featured,
      gallery_order = excluded.gallery_order, case_study_uuid = excluded.case_study_uuid,
      hero_image_uuid = excluded.hero_image_uuid, published = excluded.published`.execute(trx);
  const products = projects.flatMap(({ uuid, products }) =>
    products.map((product) => ({ ...product, project: uuid }))
  );
  if (products.length === 0) return;
  await sql`
    insert into cms_project_products as link (project_uuid, product_uuid, product_name, product_tid)
    select project, uuid, name, tid
    from json_to_recordset(${JSON.stringify(products)}::text::json)
      as new(project text, uuid text, name text, tid integer)
    order by project collate "C", uuid collate "C"
    on conflict (project_uuid, product_uuid) do update
    set product_name = excluded.product_name, product_tid = excluded.product_tid
    where (link.product_name, link.product_tid)
      is distinct from (excluded.product_name, excluded.product_tid)`.execute(trx);
}
