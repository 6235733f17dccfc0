/** Helpers for syncs between a double of the CMS and a test database. */
import { sql } from "kysely";
import assert from "node:assert/strict";
import { seedCatalog } from "@/lib/catalog/mod.ts";
import {
  type Kind,
  KINDS,
  type Run,
  type StepOutcome,
  syncKind,
  type SyncReport,
  type SyncServices,
} from "@/lib/cms/mod.ts";
import type { DatabaseHandle } from "@/lib/db/mod.ts";
import { createOriginFetch } from "@/lib/net/mod.ts";
import type { CmsDouble } from "../doubles/cms.ts";
import { type Graph, image, product, project, refTo, termOf } from "../doubles/cms/graph.ts";
import { smallCatalog } from "./small_catalog.ts";

type Db = DatabaseHandle["db"];

/** A CMS on which every page has a next page, unless it has links of its own. */
export function endlessCms(page: () => object): NonNullable<SyncServices["cms"]> {
  const links = { next: { href: "https://cms.example/more" } };
  return {
    baseUrl: "https://cms.example",
    hosts: [],
    fetch(url) {
      const body = new TextEncoder().encode(JSON.stringify({ links, ...page() }));
      return Promise.resolve({ ok: true, status: 200, url, headers: new Headers(), body });
    },
  };
}

/** Stores the small catalog with mappings for Finch, Heron, and three attributes. */
export async function storeMapped(database: Pick<DatabaseHandle, "db">): Promise<void> {
  await seedCatalog(database, smallCatalog());
  await database.db.insertInto("cms_system_mappings").values([
    { system_id: "finch", cms_term_name: "Finch" },
    { system_id: "heron", cms_term_name: "Heron" },
  ]).execute();
  await database.db.insertInto("cms_attribute_mappings").values([
    { attribute_id: "material", cms_field: "field_material", cms_vocabulary: "materials" },
    { attribute_id: "stc", cms_field: "field_stc", cms_vocabulary: null },
    { attribute_id: "weight", cms_field: "field_weight", cms_vocabulary: null },
  ]).execute();
}

/** A CMS with twelve products, twelve projects and eleven pictures: several pages of each list at five rows per page. */
export function smallGraph(): Graph {
  const [oak, steel] = [termOf("materials", "Oak", 50), termOf("materials", "Steel", 51)];
  const finch = product("Finch", {
    internalId: 11,
    attributes: { field_stc: "35–45", field_weight: "n/a" },
    relationships: { field_material: [refTo(oak), refTo(steel)] },
  });
  const heron = product("Heron", {
    internalId: 12,
    attributes: { field_stc: "≥ 48 STC", field_weight: "100 kg (with motor)" },
    relationships: { field_material: refTo(steel) },
  });
  const others = Array.from({ length: 10 }, (_, index) =>
    product(`Other ${index}`, {
      internalId: 20 + index,
      attributes: { field_stc: "30", field_lead_time: "6 weeks" },
      relationships: { field_material: [] },
    }));
  const projects = Array.from({ length: 12 }, (_, index) =>
    project(`Project ${index}`, {
      internalId: 100 + index,
      products: index % 2 === 0 ? [finch] : [finch, heron],
      attributes: {
        field_city: "Duluth",
        field_state: "MN",
        field_featured: index % 3 === 0 ? false : null,
        field_gallery_order: index,
      },
    }));
  const images = Array.from({ length: 11 }, (_, index) =>
    image(`Picture ${index}`, {
      internalId: 300 + index,
      shows: projects.slice(index, index + 1),
      products: [finch],
      ...(index === 0 && { attributes: { field_wistia_id: "abcdefghij" } }),
    })).flat();
  return [oak, steel, finch, heron, ...others, ...projects, ...images];
}

/** Returns the services of a sync with a double. */
export function servicesOf({ db }: Pick<DatabaseHandle, "db">, double: CmsDouble): SyncServices {
  return {
    db,
    now: () => new Date(),
    cms: { baseUrl: double.origin, hosts: [], fetch: createOriginFetch(double.origin) },
  };
}

/** Syncs kinds in order and returns their reports. */
export async function syncEach(
  services: SyncServices,
  { kinds = KINDS, apply = true }: { kinds?: readonly Kind[]; apply?: boolean } = {},
): Promise<SyncReport[]> {
  const reports: SyncReport[] = [];
  for (const kind of kinds) reports.push(await syncKind(services, kind, { apply }));
  return reports;
}

/** Returns all rows that a sync may write, without its own records and without timestamps. */
export async function synced(db: Db): Promise<unknown> {
  const rows = async (query: ReturnType<typeof sql>) => (await query.execute(db)).rows;
  return {
    values: await rows(sql`
      select system_id, attribute_id, value, source, cms_raw from attribute_values order by 1, 2`),
    mappings: await rows(sql`
      select system_id, cms_term_name, cms_term_id, cms_term_uuid from cms_system_mappings
      order by 1`),
    projects: await rows(sql`
      select to_jsonb(p) - 'source_synced_at' - 'created_at' - 'updated_at' as row
      from cms_projects p order by uuid`),
    products: await rows(sql`select * from cms_project_products order by 1, 2`),
    images: await rows(sql`
      select to_jsonb(a) - 'created_at' - 'updated_at' as row from media_assets a
      order by source_ref`),
    tags: await rows(sql`
      select asset_id, tag_type, tag_ref, state, source from media_tags order by 1, 2, 3`),
  };
}

const OWN = [
  ...["sync_runs", "sync_batches", "sync_new_images", "sync_claim", "sync_pages"],
  ...["audit_log", "audit_chain"],
];

/**
 * Installs triggers that count written rows on every table except the sync's own records and the audit log. Returns a
 * function that gives the counts by table since its last call.
 */
export async function countWrites(db: Db): Promise<() => Promise<Record<string, number>>> {
  await sql`create table written_rows (name text not null)`.execute(db);
  await sql`
    create function count_write() returns trigger language plpgsql as $$
    begin insert into written_rows values (tg_table_name); return null; end $$`.execute(db);
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'
      and tablename not in (${sql.join([...OWN, "written_rows", "schema_migrations"])})`.execute(
    db,
  );
  for (const { name } of rows) {
    await sql`
      create trigger count_write after insert or update or delete on ${sql.table(name)}
      for each row execute function count_write()`.execute(db);
  }
  return async () => {
    const counts = await sql<{ name: string; count: number }>`
      select name, count(*)::integer as count from written_rows group by name`.execute(db);
    await sql`delete from written_rows`.execute(db);
    return Object.fromEntries(counts.rows.map(({ name, count }) => [name, count]));
  };
}

/** Asserts the counts of a report; counts that are not given must be 0. */
export function assertCounts(
  { counts }: SyncReport,
  expected: Partial<SyncReport["counts"]>,
): void {
  const none = { created: 0, updated: 0, unchanged: 0, heldBack: 0, skipped: 0 };
  assert.deepEqual(counts, { ...none, ...expected });
}

/** Returns the run of an outcome. */
export function runOf(outcome: StepOutcome): Run {
  assert.ok(outcome.kind === "run", outcome.kind);
  return outcome.run;
}
