import { type Kysely, sql } from "kysely";

/**
 * Reduces the cost of audit entries, mainly of many in one transaction. Hashes, numbers and locks stay the same.
 *
 * The end of the log was updated after each entry (0007). A transaction cannot clean up its own row versions, so each
 * entry read the versions of all entries before it. Now it is updated once per statement, and the entries of a
 * statement follow one another by the log itself.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await hashInOnePass(db);
  await chainByStatement(db);
}

/** Hashes the text that 0007 describes. Its function called ten others, which took most of the time of an entry. */
async function hashInOnePass(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function audit_hash(previous text, entry audit_log) returns text
    language plpgsql stable set search_path from current as $$
    declare
      field text;
      content text := '';
    begin
      foreach field in array array[
        previous,
        entry.seq::text,
        (extract(epoch from entry.at) * 1000000)::bigint::text,
        entry.actor,
        entry.action,
        entry.entity_type,
        entry.entity_id,
        entry.before::text,
        entry.after::text,
        entry.request_id
      ] loop
        content := content || case when field is null then '-;'
          else octet_length(convert_to(field, 'UTF8')) || ':' || field || ';' end;
      end loop;
      return encode(sha256(convert_to(content, 'UTF8')), 'hex');
    end $$`.execute(db);
  await sql`drop function audit_field(text)`.execute(db);
}

async function chainByStatement(db: Kysely<unknown>): Promise<void> {
  // Entries beyond the recorded end are those of the same statement, because the end is locked.
  await sql`
    create or replace function chain_audit_entry() returns trigger
    language plpgsql set search_path from current as $$
    declare
      chain audit_chain;
      last record;
    begin
      select * into strict chain from audit_chain for update;
      select seq, hash into last from audit_log where seq > chain.length
        order by seq desc limit 1;
      new.seq := coalesce(last.seq, chain.length) + 1;
      new.at := clock_timestamp();
      new.hash := audit_hash(coalesce(last.hash, chain.hash), new);
      return new;
    end $$`.execute(db);
  await sql`
    create function advance_audit_chain() returns trigger
    language plpgsql set search_path from current as $$
    begin
      update audit_chain set length = last.seq, hash = last.hash
      from (select seq, hash from audit_log order by seq desc limit 1) as last
      where last.seq > length;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger advance_audit_chain after insert on audit_log
    for each statement execute function advance_audit_chain()`.execute(db);
}
