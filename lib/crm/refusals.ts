/** What the CRM has refused for good of what staff have set, for the CRM page to say. */
import { type Kysely, sql } from "kysely";
import type { Database } from "../db/mod.ts";
import { NAMES } from "./upsert.ts";

/** What can be refused: a field of contacts, a list, or a form. */
export type RefusalKind = Database["crm_refusals"]["kind"];

/** Something that the CRM does not take. */
export interface Refusal {
  readonly kind: RefusalKind;
  /** Id of the field, or what the person's own is called; id of the list; the binding of the form. */
  readonly subject: string;
  /** Null where the CRM has no such thing, or several. */
  readonly status: number | null;
}

/** A refusal as it stands. */
export interface StandingRefusal extends Refusal {
  readonly count: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

/** What the CRM refuses of what is set at present, the latest first. What staff have replaced since is history. */
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
  return rows.map(({ first_at, last_at, ...row }) => ({
    ...row,
    firstAt: first_at,
    lastAt: last_at,
  }));
}

/** Counts refusals. */
export async function noteRefusals(
  db: Kysely<Database>,
  refusals: readonly Refusal[],
  now: Date,
): Promise<void> {
  if (refusals.length === 0) return;
  // One order for all, so that two who note the same do not wait for each other.
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

/** Forgets refusals of what the CRM has taken. */
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
