import { type Kysely, sql } from "kysely";

/**
 * Creates the CRM settings and field mappings (spec §2.6, §2.7) and the queue of leads (spec §2.9). A lead has a row
 * from the moment it is accepted. Its personal data is cleared as soon as it is no longer needed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("crm_settings")
    .addColumn(
      "id",
      "text",
      (column) => column.primaryKey().defaultTo("default").check(sql`id = 'default'`),
    )
    .addColumn("form_name", "text", (column) => column.check(sql`length(form_name) <= 200`))
    .addColumn(
      "contact_list_id",
      "text",
      (column) => column.check(sql`contact_list_id ~ '^[0-9]{1,20}$'`),
    )
    .addColumn("tracking_enabled", "boolean", (column) => column.notNull().defaultTo(false))
    .addColumn(
      "tracking_site_id",
      "text",
      (column) => column.check(sql`tracking_site_id ~ '^[0-9]{1,20}$'`),
    )
    .addColumn("hot_lead_enabled", "boolean", (column) => column.notNull().defaultTo(false))
    .addColumn(
      "hot_lead_require_completed",
      "boolean",
      (column) => column.notNull().defaultTo(false),
    )
    .addColumn("hot_lead_min_tier_ordinal", "integer")
    .addColumn(
      "hot_lead_require_premium",
      "boolean",
      (column) => column.notNull().defaultTo(false),
    )
    // Targets of the three deep links of the field mappings. `{system}` is replaced by the id.
    .addColumn("resources_url", "text", (column) => column.check(sql`length(resources_url) <= 500`))
    .addColumn("configure_url", "text", (column) => column.check(sql`length(configure_url) <= 500`))
    .addColumn("repfinder_url", "text", (column) => column.check(sql`length(repfinder_url) <= 500`))
    .addColumn("created_at", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn("updated_at", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
    .execute();
  await sql`insert into crm_settings default values`.execute(db);

  await db.schema.createTable("crm_field_mappings")
    .addColumn(
      "session_field",
      "text",
      (column) =>
        column.primaryKey().check(sql`session_field ~ ${
          sql.lit(
            "^(recommendation(_resources|_configure|_repfinder)?|alternatives|systems_viewed|completed_at|hot_lead|" +
              "answer:[a-zA-Z0-9][a-zA-Z0-9_-]{0,99})$",
          )
        }`),
    )
    // Unique, because a field of the CRM takes one value.
    .addColumn(
      "crm_field_id",
      "text",
      (column) => column.notNull().unique().check(sql`crm_field_id ~ '^[0-9]{1,20}$'`),
    )
    .addColumn("created_at", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn("updated_at", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
    .execute();

  await createQueue(db);

  // The time of recent submissions by digest, so that a repeated submission within minutes joins the first lead.
  await db.schema.createTable("crm_recent_leads")
    .addColumn("digest", "text", (column) => column.primaryKey())
    .addColumn("taken_at", "timestamptz", (column) => column.notNull())
    .execute();

  // Settings of staff that the CRM refused permanently, until it accepts them.
  await db.schema.createTable("crm_refusals")
    .addColumn(
      "kind",
      "text",
      (column) => column.notNull().check(sql`kind in ('field', 'list', 'form')`),
    )
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("status", "integer")
    .addColumn("count", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("first_at", "timestamptz", (column) => column.notNull())
    .addColumn("last_at", "timestamptz", (column) => column.notNull())
    .addPrimaryKeyConstraint("crm_refusals_pkey", ["kind", "subject"])
    .execute();

  for (const table of ["crm_settings", "crm_field_mappings", "crm_sync_queue"]) {
    await sql`
      create trigger stamp_update before update on ${sql.table(table)}
      for each row execute function stamp_update()`.execute(db);
  }
}

async function createQueue(db: Kysely<unknown>): Promise<void> {
  const step = sql`('pending', 'sent', 'done', 'skipped', 'refused')`;
  await db.schema.createTable("crm_sync_queue")
    .addColumn("id", "uuid", (column) => column.primaryKey())
    .addColumn(
      "status",
      "text",
      (column) =>
        column.notNull().defaultTo("queued").check(sql`status in ('queued', 'done', 'abandoned')`),
    )
    // Null after the session is deleted.
    .addColumn("session_id", "text")
    .addColumn("email", "text")
    .addColumn("first_name", "text")
    .addColumn("last_name", "text")
    // The sanitized session payload at the time of the submission (spec §2.5).
    .addColumn("payload", "jsonb", (column) => column.check(sql`jsonb_typeof(payload) = 'object'`))
    .addColumn("track", "text")
    .addColumn("attempts", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("next_attempt_at", "timestamptz")
    .addColumn(
      "contact_step",
      "text",
      (column) => column.notNull().defaultTo("pending").check(sql`contact_step in ${step}`),
    )
    .addColumn(
      "list_step",
      "text",
      (column) => column.notNull().defaultTo("pending").check(sql`list_step in ${step}`),
    )
    .addColumn(
      "form_step",
      "text",
      (column) => column.notNull().defaultTo("pending").check(sql`form_step in ${step}`),
    )
    .addColumn(
      "association_step",
      "text",
      (column) => column.notNull().defaultTo("pending").check(sql`association_step in ${step}`),
    )
    .addColumn("contact_id", "text", (column) => column.check(sql`contact_id ~ '^[0-9]+$'`))
    // The failed step of the last attempt, and the reason.
    .addColumn("last_step", "text")
    .addColumn("last_reason", "text")
    .addColumn("last_status", "integer")
    .addColumn("last_attempt_at", "timestamptz")
    // The lease of the process that is sending the lead.
    .addColumn("claim_token", "uuid")
    .addColumn("claimed_until", "timestamptz")
    .addColumn("created_at", "timestamptz", (column) => column.notNull())
    .addColumn("finished_at", "timestamptz")
    .addColumn("updated_at", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
    .addCheckConstraint(
      "crm_sync_queue_queued_is_whole",
      sql`status <> 'queued' or (email is not null and next_attempt_at is not null and finished_at is null)`,
    )
    .addCheckConstraint(
      "crm_sync_queue_done_is_clear",
      sql`status <> 'done' or
        (email is null and first_name is null and last_name is null and payload is null and finished_at is not null)`,
    )
    .execute();
  await sql`
    create index crm_sync_queue_due on crm_sync_queue (next_attempt_at, id) where status = 'queued'`
    .execute(db);
  await sql`
    create index crm_sync_queue_finished on crm_sync_queue (finished_at) where status <> 'queued'`
    .execute(db);
  await sql`
    create index crm_sync_queue_session on crm_sync_queue (session_id) where session_id is not null`
    .execute(db);
  await sql`create index crm_sync_queue_newest on crm_sync_queue (created_at desc, id)`.execute(db);
}
