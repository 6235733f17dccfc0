/** Types of columns that several tables have. */
import type { ColumnType } from "kysely";

/** Set by the database. */
export type Stamp = ColumnType<Date, never, never>;

/** A JSON column without a fixed shape, written as text. */
export type NullableJson = ColumnType<unknown, string | null | undefined, string | null>;
