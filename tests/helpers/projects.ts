/** Stores projects for tests, in the form that a CMS sync creates. */
import type { Insertable, Kysely } from "kysely";
import type { Database } from "@/lib/db/mod.ts";

/** A project and the ids of the systems it used. */
type ProjectFields =
  & Partial<Omit<Insertable<Database["cms_projects"]>, "uuid">>
  & { readonly uuid: string; readonly systems?: readonly string[] };

/** Returns the product term UUID of a system in tests. */
function termOf(systemId: string): string {
  return `term-${systemId}`;
}

/** Maps each system to its product term, with the system id as the term name. */
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

/** Stores projects. By default a project is published and has the slug `/projects/<uuid>`. */
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
