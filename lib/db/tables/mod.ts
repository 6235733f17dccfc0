import type { AdminTables } from "./admin.ts";
import type { AnalyticsTables } from "./analytics.ts";
import type { CatalogTables } from "./catalog.ts";

/** Every table, room by room. */
export interface Database extends AdminTables, AnalyticsTables, CatalogTables {}
