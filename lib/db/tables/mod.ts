import type { CatalogTables } from "./catalog.ts";

/** Every table, room by room. */
export interface Database extends CatalogTables {}
