/** Row types of the projects room. */
import type { Generated } from "kysely";
import type { Stamp } from "./columns.ts";

interface CmsProjectsTable {
  uuid: string;
  tid: number | null;
  name: string;
  source_synced_at: Date | null;
  slug: string | null;
  city: string | null;
  state: string | null;
  lat: number | null;
  lon: number | null;
  architect: string | null;
  architect_website: string | null;
  construction_company: string | null;
  construction_company_web: string | null;
  design_build_firm: string | null;
  featured: boolean | null;
  /** Lower sorts first. */
  gallery_order: number | null;
  case_study_uuid: string | null;
  hero_image_uuid: string | null;
  published: Generated<boolean>;
  created_at: Stamp;
  updated_at: Stamp;
}

interface CmsProjectProductsTable {
  project_uuid: string;
  product_uuid: string;
  product_name: string | null;
  product_tid: number | null;
}

interface ProjectsVersionTable {
  id: Generated<true>;
  version: number;
}

/** The transaction that produced each recent version; only triggers write it. */
interface ProjectMovesTable {
  version: number;
  /** The `xid8` of the transaction, as text. */
  transaction_id: string;
}

/** The projects that each recent transaction changed; only triggers write it. */
interface ProjectTouchedTable {
  /** The `xid8` of the transaction, as text. */
  transaction_id: Generated<string>;
  /** Uuid of a project; empty for data that all projects are joined with, `*` for every project. */
  project_uuid: string;
}

/** The tables of the projects room. */
export interface ProjectTables {
  cms_projects: CmsProjectsTable;
  cms_project_products: CmsProjectProductsTable;
  projects_version: ProjectsVersionTable;
  project_moves: ProjectMovesTable;
  project_touched: ProjectTouchedTable;
}
