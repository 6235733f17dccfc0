import { type Kysely, sql } from "kysely";

/** Creates the audit log: actor, action, record, time, and the record before and after. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("audit_log")
    .addColumn("id", "bigint", (column) => column.primaryKey().generatedAlwaysAsIdentity())
    .addColumn("at", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn("actor", "text", (column) => column.notNull().check(sql`actor <> ''`))
    .addColumn("action", "text", (column) => column.notNull())
    .addColumn("entity_type", "text", (column) => column.notNull())
    .addColumn("entity_id", "text")
    .addColumn("before", "jsonb")
    .addColumn("after", "jsonb")
    .addColumn("request_id", "text")
    .execute();

  await db.schema.createIndex("audit_log_at_id_key")
    .on("audit_log").columns(["at", "id"]).unique().execute();
  await db.schema.createIndex("audit_log_entity_idx")
    .on("audit_log").columns(["entity_type", "entity_id", "at"]).execute();
  await db.schema.createIndex("audit_log_actor_idx")
    .on("audit_log").columns(["actor", "at"]).execute();
}
