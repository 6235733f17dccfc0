import { type Kysely, sql } from "kysely";

/**
 * Makes the audit log append-only and chains its entries: each has a hash over itself and the previous hash.
 *
 * `audit_chain` is one row with the number of entries and the hash of the last. Adding an entry locks it until the
 * commit, so that numbers have no gaps and truncation at the end is detected. The lock serialises writers, so an entry
 * must come last in its transaction. All transactions then lock in the same order: first their own rows, then the
 * chain, and at the commit `catalog_version` (0004, deferred). So they cannot deadlock.
 *
 * The database always sets number, time and hash of an entry itself, ignoring the values of the insert.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("audit_chain")
    .addColumn("id", "boolean", (column) => column.primaryKey().defaultTo(true).check(sql`id`))
    .addColumn("length", "bigint", (column) => column.notNull())
    .addColumn("hash", "text", (column) => column.notNull())
    .execute();
  await sql`insert into audit_chain (length, hash) values (0, repeat('0', 64))`.execute(db);

  await db.schema.alterTable("audit_log")
    .addColumn("seq", "bigint")
    .addColumn("hash", "text")
    .execute();
  await hashFunctions(db);
  await chainTheEntriesThatAreThere(db);
  await sql`
    alter table audit_log drop column id, add primary key (seq), alter hash set not null`
    .execute(db);

  await sql`drop index audit_log_entity_idx, audit_log_actor_idx`.execute(db);
  const indexes = [["entity_type", "entity_id"], ["actor"], ["action"], ["at"]];
  for (const columns of indexes) {
    await db.schema.createIndex(`audit_log_${columns.join("_")}_idx`)
      .on("audit_log").columns([...columns, "seq"]).execute();
  }
  await triggers(db);
}

/**
 * The hashed text: the previous hash, then each column prefixed by its length in bytes, so that no two entries give the
 * same text. Times are microseconds since 1970, independent of session settings; records are `jsonb` as text, which has
 * a canonical key order and spacing. A verifier in another language can compute the same text from the columns.
 */
async function hashFunctions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function audit_field(content text) returns text language sql immutable as $$
      select case when content is null then '-;'
        else octet_length(convert_to(content, 'UTF8')) || ':' || content || ';' end $$`.execute(db);
  await sql`
    create function audit_hash(previous text, entry audit_log) returns text
    language sql stable set search_path from current as $$
      select encode(sha256(convert_to(
        audit_field(previous)
        || audit_field(entry.seq::text)
        || audit_field((extract(epoch from entry.at) * 1000000)::bigint::text)
        || audit_field(entry.actor)
        || audit_field(entry.action)
        || audit_field(entry.entity_type)
        || audit_field(entry.entity_id)
        || audit_field(entry.before::text)
        || audit_field(entry.after::text)
        || audit_field(entry.request_id), 'UTF8')), 'hex') $$`.execute(db);
}

async function chainTheEntriesThatAreThere(db: Kysely<unknown>): Promise<void> {
  await sql`
    do $$
    declare
      entry audit_log;
      chain audit_chain;
    begin
      select * into chain from audit_chain for update;
      for entry in select * from audit_log order by id loop
        chain.length := chain.length + 1;
        entry.seq := chain.length;
        chain.hash := audit_hash(chain.hash, entry);
        update audit_log set seq = chain.length, hash = chain.hash where id = entry.id;
      end loop;
      update audit_chain set length = chain.length, hash = chain.hash;
    end $$`.execute(db);
}

async function triggers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function chain_audit_entry() returns trigger
    language plpgsql set search_path from current as $$
    declare
      chain audit_chain;
    begin
      select * into strict chain from audit_chain for update;
      new.seq := chain.length + 1;
      new.at := clock_timestamp();
      new.hash := audit_hash(chain.hash, new);
      update audit_chain set length = new.seq, hash = new.hash;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger chain_audit_entry before insert on audit_log
    for each row execute function chain_audit_entry()`.execute(db);

  await sql`
    create function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      raise exception 'Cannot % %: the audit log only grows', lower(tg_op), tg_table_name
        using errcode = 'insufficient_privilege';
    end $$`.execute(db);
  await sql`
    create trigger refuse_audit_change before update or delete or truncate on audit_log
    for each statement execute function refuse_audit_change()`.execute(db);
  // Depth 0 is a direct statement. The trigger that maintains the chain runs at depth 1.
  await sql`
    create trigger refuse_audit_change before insert or update or delete on audit_chain
    for each statement when (pg_trigger_depth() = 0) execute function refuse_audit_change()`
    .execute(db);
  await sql`
    create trigger refuse_audit_truncate before truncate on audit_chain
    for each statement execute function refuse_audit_change()`.execute(db);
}
