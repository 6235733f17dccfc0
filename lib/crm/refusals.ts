/** Refusals: what staff configured and the CRM rejected for good. The CRM page shows them. */
import { type Kysely, sql } from "kysely";
import type { Database } from "../db/mod.ts";
import { NAMES } from "./upsert.ts";

/** The refused part: a contact field, a list, or a form. */
type RefusalKind = Database["crm_refusals"]["kind"];

/** A setting that the CRM rejects. */
export interface Refusal {
  readonly kind: RefusalKind;
  /** Id of the contact field, or `firstName` or `lastName`; id of the list; binding of the form. */
  readonly subject: string;
  /**
   * HTTP status; 2xx when the CRM took a form but reported errors. Null when the CRM has no such form, has several of
   * that name, or the form has no field that we can fill.
   */
  readonly status: number | null;
}

/** A CRM refusal as stored. */
export interface StandingRefusal extends Refusal {
  readonly count: number;
  readonly lastAt: Date;
}

/**
 * Returns up to 200 refusals of the current settings and mappings, latest first. Refusals of replaced settings are left
 * out.
 */
export async function listRefusals(db: Kysely<Database>): Promise<StandingRefusal[]> {
  const rows = await db.selectFrom("crm_refusals").selectAll()
    .where(({ eb, or, and, selectFrom }) =>
      or([
        and([
          eb("kind", "=", "form"),
          eb("subject", "in", selectFrom("crm_settings").select("form_name")),
        ]),
        and([
          eb("kind", "=", "list"),
          eb("subject", "in", selectFrom("crm_settings").select("contact_list_id")),
        ]),
        and([
          eb("kind", "=", "field"),
          or([
            eb("subject", "in", NAMES),
            eb("subject", "in", selectFrom("crm_field_mappings").select("crm_field_id")),
          ]),
        ]),
      ])
    )
    .orderBy("last_at", "desc").orderBy("kind").orderBy("subject").limit(200).execute();
  return rows.map(({ kind, subject, status, count, last_at }) => ({
    kind,
    subject,
    status,
    count,
    lastAt: last_at,
  }));
}

/** Stores refusals, or increments the count of those already stored. */
export async function noteRefusals(
  db: Kysely<Database>,
  refusals: readonly Refusal[],
  now: Date,
): Promise<void> {
  if (refusals.length === 0) return;
  // Sorted, because two transactions that lock the same rows in different orders would deadlock.
  const rows = [...refusals].sort((a, b) => keyOf(a) < keyOf(b) ? -1 : 1)
    .map((refusal) => ({ ...refusal, first_at: now, last_at: now }));
  await db.insertInto("crm_refusals").values(rows)
    .onConflict((on) =>
      on.columns(["kind", "subject"]).doUpdateSet({
        count: sql`crm_refusals.count + 1`,
        status: (eb) => eb.ref("excluded.status"),
        last_at: (eb) => eb.ref("excluded.last_at"),
      })
    ).execute();
}

/** Deletes the refusals of values that the CRM has accepted. */
export async function clearRefusals(
  db: Kysely<Database>,
  kind: RefusalKind,
  subjects: readonly string[],
): Promise<void> {
  if (subjects.length === 0) return;
  await db.deleteFrom("crm_refusals").where("kind", "=", kind).where("subject", "in", subjects)
    .execute();
}

function keyOf({ kind, subject }: Refusal): string {
  return `${kind} ${subject}`;
}
