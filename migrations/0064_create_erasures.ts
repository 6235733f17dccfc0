import { type Kysely, sql } from "kysely";

/**
 * Creates the erasures in progress: their data is deleted from the database, and the listed sessions must still be
 * deleted from the key-value store. A finished erasure is removed with its sessions.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("erasures")
    .addColumn("id", "uuid", (column) => column.primaryKey())
    .addColumn("plan_hash", "text", (column) => column.notNull())
    .addColumn(
      "chosen_by",
      "text",
      (column) => column.notNull().check(sql`chosen_by in ('session', 'contact', 'date')`),
    )
    .addColumn(
      "before_day",
      "text",
      (column) => column.check(sql`before_day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'`),
    )
    // Null when a visitor erases their own data.
    .addColumn("actor", "text")
    .addColumn("request_id", "text")
    .addColumn("began_at", "timestamptz", (column) => column.notNull())
    .addColumn("sessions", "integer", (column) => column.notNull())
    // The last session deleted from the key-value store. They are deleted in order.
    .addColumn("reached", "text")
    .addColumn("leads", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("submissions", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("events", "integer", (column) => column.notNull().defaultTo(0))
    .execute();

  await db.schema.createTable("erasure_sessions")
    .addColumn(
      "erasure_id",
      "uuid",
      (column) => column.notNull().references("erasures.id").onDelete("cascade"),
    )
    .addColumn("session_id", sql`text collate "C"`, (column) => column.notNull())
    .addPrimaryKeyConstraint("erasure_sessions_pkey", ["erasure_id", "session_id"])
    .execute();
}
