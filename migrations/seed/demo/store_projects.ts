/** Stores the demo's projects as a CMS sync would. */
import type { Transaction } from "kysely";
import type { Database } from "@/lib/db/mod.ts";
import { demoProductTerms } from "./product_terms.ts";
import { readDemoProjects } from "./projects.ts";

const SYNCED_AT = new Date(Date.UTC(2026, 8, 30, 4, 15));

/** Stores the demo's projects with their products, if there are no projects yet. */
export async function storeDemoProjects(trx: Transaction<Database>): Promise<void> {
  const present = await trx.selectFrom("cms_projects").select("uuid").limit(1).executeTakeFirst();
  if (present !== undefined) return;
  const projects = await readDemoProjects();
  const terms = new Map(demoProductTerms.map((term) => [term.systemId, term]));
  await trx.insertInto("cms_projects").values(projects.map((project) => ({
    uuid: project.uuid,
    tid: project.tid,
    name: project.name,
    source_synced_at: SYNCED_AT,
    slug: project.slug,
    city: project.city,
    state: project.state,
    lat: project.at?.[0] ?? null,
    lon: project.at?.[1] ?? null,
    architect: project.architect?.name ?? null,
    architect_website: project.architect?.website ?? null,
    construction_company: project.builder?.name ?? null,
    construction_company_web: project.builder?.website ?? null,
    design_build_firm: project.designBuild,
    featured: project.featured,
    gallery_order: project.order,
    case_study_uuid: null,
    hero_image_uuid: null,
    published: project.published,
  }))).execute();
  await trx.insertInto("cms_project_products").values(
    projects.flatMap(({ uuid, systems }) =>
      systems.flatMap((system) => {
        const term = terms.get(system);
        return term === undefined ? [] : [{
          project_uuid: uuid,
          product_uuid: term.uuid,
          product_name: term.name,
          product_tid: term.tid,
        }];
      })
    ),
  ).execute();
}
