/** Projects of tests, stored as a sync would leave them. */
import type { Insertable, Kysely } from "kysely";
import type { Database } from "../../lib/db/mod.ts";

/** A project, and the systems that it used. */
export type ProjectFields =
  & Partial<Omit<Insertable<Database["cms_projects"]>, "uuid">>
  & { readonly uuid: string; readonly systems?: readonly string[] };

/** The term that stands for a system. */
export function termOf(systemId: string): string {
  return `term-${systemId}`;
}

/** Maps every system to its term, under its own id as the name. */
export async function mapSystems(
  db: Kysely<Database>,
  systemIds: readonly string[],
): Promise<void> {
  await db.insertInto("cms_system_mappings").values(systemIds.map((id) => ({
    system_id: id,
    cms_term_name: id,
    cms_term_uuid: termOf(id),
  }))).execute();
}

/** Stores projects: published, and under `/projects/<uuid>`, unless told otherwise. */
export async function storeProjects(
  db: Kysely<Database>,
  projects: readonly ProjectFields[],
): Promise<void> {
  await db.insertInto("cms_projects").values(projects.map(({ systems: _, ...project }) => ({
    name: project.uuid,
    slug: `/projects/${project.uuid}`,
    published: true,
    ...project,
  }))).execute();
  const products = projects.flatMap(({ uuid, systems = [] }) =>
    systems.map((id) => ({ project_uuid: uuid, product_uuid: termOf(id) }))
  );
  if (products.length > 0) await db.insertInto("cms_project_products").values(products).execute();
}
