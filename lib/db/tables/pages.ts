import type { ColumnType } from "kysely";

/** Written by the database. */
type Stamp = ColumnType<Date, never, never>;

interface PagesTable {
  id: string;
  /** What staff have written, by the name of the field. */
  texts: Record<string, string>;
  created_at: Stamp;
  updated_at: Stamp;
}

/** The tables of the pages room. */
export interface PageTables {
  pages: PagesTable;
}
