/** Reads and stores the links of the corpus and the findings of their checks. */
import { type Kysely, sql, type Transaction, type Updateable } from "kysely";
import type { Database } from "@/lib/db/mod.ts";
import { farAhead } from "@/lib/timing/mod.ts";
import { type Finding, type LinkState, type LinkStatus, nextLinkState } from "./finding.ts";

/** The public link of an item. */
export interface Link {
  readonly itemId: string;
  readonly url: string;
  readonly status: LinkStatus;
}

/** The result of a link check: the status before and after it. */
export interface LinkCheck extends Link {
  readonly before: LinkStatus;
  /** Why it is not live, or why the check was doubtful; null otherwise. */
  readonly note: string | null;
}

/** The source kinds that have a public page (spec §4.1). */
const LINKED = ["url", "cms-view", "cms-dump"] as const;

function linkedItems(db: Kysely<Database>) {
  return db.selectFrom("corpus_items")
    .where("state", "in", ["active", "retired"])
    .where("source_kind", "in", LINKED)
    .where("source_url", "is not", null)
    .select(["id as itemId", "source_url as url", "link_status as status"])
    .$narrowType<{ url: string }>();
}

/**
 * Lists the links that were not checked for `dueMs` or never, or all links for null; least recently checked first.
 */
export async function readLinks(
  db: Kysely<Database>,
  { now, dueMs }: { readonly now: Date; readonly dueMs: number | null },
): Promise<Link[]> {
  return await linkedItems(db)
    .$if(
      dueMs !== null,
      (items) =>
        items.where((eb) =>
          eb.or([
            eb("link_checked_at", "is", null),
            eb("link_checked_at", "<", new Date(now.getTime() - (dueMs ?? 0))),
            eb("link_checked_at", ">", farAhead(now)),
          ])
        ),
    )
    .orderBy("link_checked_at", (order) => order.asc().nullsFirst()).orderBy("id")
    .execute();
}

/** Returns the link of an active or retired item; undefined if there is no such item or it has no public link. */
export async function findLink(db: Kysely<Database>, itemId: string): Promise<Link | undefined> {
  return await linkedItems(db).where("id", "=", itemId).executeTakeFirst();
}

/**
 * Copies the latest finding for the same address to new items, so that a page whose text has changed keeps its link.
 * The link status that a document declares itself is ignored.
 */
export async function inheritFindings(
  trx: Transaction<Database>,
  itemIds: readonly string[],
): Promise<void> {
  await sql`
    update corpus_items as item set
      link_status = known.link_status, link_note = known.link_note,
      link_checked_at = known.link_checked_at, link_failures = known.link_failures,
      link_failing_since = known.link_failing_since
    from (
      select distinct on (source_url) * from corpus_items
      where link_checked_at is not null and source_kind in (${sql.join(LINKED)})
      order by source_url, link_checked_at desc, id
    ) as known
    where item.id = any(${itemIds}) and item.source_kind in (${sql.join(LINKED)})
      and item.source_url = known.source_url
      and item.link_status = 'unchecked' and item.link_checked_at is null`.execute(trx);
}

/** A finding and its time. */
export interface Found {
  readonly finding: Finding;
  readonly at: Date;
}

/**
 * Applies a finding to a link's current state and stores the columns that changed. Returns null if the item no longer
 * exists or now has another address, to which the finding does not apply.
 */
export async function storeFinding(
  trx: Transaction<Database>,
  { itemId, url }: Link,
  { finding, at }: Found,
): Promise<LinkCheck | null> {
  const row = await trx.selectFrom("corpus_items")
    .select(["link_status", "link_note", "link_failures", "link_failing_since"])
    .where("id", "=", itemId).where("source_url", "=", url)
    .forUpdate().executeTakeFirst();
  if (row === undefined) return null;
  const state: LinkState = {
    status: row.link_status,
    note: row.link_note,
    failures: row.link_failures,
    failingSince: row.link_failing_since,
  };
  const next = nextLinkState(state, finding, at);
  await trx.updateTable("corpus_items")
    .set({ link_checked_at: at, ...changesOf(state, next) })
    .where("id", "=", itemId).execute();
  return { itemId, url, before: state.status, status: next.status, note: next.note };
}

function changesOf(before: LinkState, after: LinkState): Updateable<Database["corpus_items"]> {
  return {
    ...(before.status !== after.status && { link_status: after.status }),
    ...(before.note !== after.note && { link_note: after.note }),
    ...(before.failures !== after.failures && { link_failures: after.failures }),
    ...(before.failingSince?.getTime() !== after.failingSince?.getTime() &&
      { link_failing_since: after.failingSince }),
  };
}
