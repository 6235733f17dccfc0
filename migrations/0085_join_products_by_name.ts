import { type Kysely, sql } from "kysely";

/**
 * Adds the view `cms_product_systems`, by which product terms are joined to systems (spec §2.4, §4.11): by the uuid of
 * the mapping, and by the term's name until a sync has noted the term's number. A name that several unmapped terms have
 * joins none of them. Changes of these names now move the version of the projects.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create view cms_product_systems as
    select cms_term_uuid as product_uuid, system_id
    from cms_system_mappings where cms_term_uuid is not null
    union all
    select min(link.product_uuid), mapping.system_id
    from cms_system_mappings as mapping
    join cms_project_products as link on link.product_name = mapping.cms_term_name
    where mapping.cms_term_id is null and not exists (
      select from cms_system_mappings as other where other.cms_term_uuid = link.product_uuid
    )
    group by mapping.system_id having count(distinct link.product_uuid) = 1`.execute(db);
  await retouch(
    db,
    "cms_system_mappings",
    sql`'' as project_uuid, system_id, cms_term_name, cms_term_id, cms_term_uuid`,
  );
  await retouch(db, "cms_project_products", sql`project_uuid, product_uuid, product_name`);
}

/** Replaces the functions of migration 0036 that record the projects whose rows have changed in the given columns. */
async function retouch(
  db: Kysely<unknown>,
  table: string,
  columns: ReturnType<typeof sql>,
): Promise<void> {
  const [before, after] = [
    sql`select ${columns} from old_rows`,
    sql`select ${columns} from new_rows`,
  ];
  const touched = {
    insert: after,
    update: sql`((${before}) except (${after})) union all ((${after}) except (${before}))`,
    delete: before,
  };
  for (const [event, rows] of Object.entries(touched)) {
    await sql`
      create or replace function ${sql.id(`touch_projects_of_${table}_on_${event}`)}()
      returns trigger language plpgsql set search_path from current set enable_seqscan to off as $$
      begin
        insert into project_touched (project_uuid)
        select distinct project_uuid from (${rows}) as touched on conflict do nothing;
        return null;
      end $$`.execute(db);
  }
}
