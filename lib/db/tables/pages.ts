/** Row types of the pages room. */
import type { Stamp } from "./columns.ts";

interface PagesTable {
  id: string;
  /** Texts that staff have written, by field name. */
  texts: Record<string, string>;
  created_at: Stamp;
  updated_at: Stamp;
}

/** The tables of the pages room. */
export interface PageTables {
  pages: PagesTable;
}
