/** Lists the items of the corpus for staff, filtered, ordered and paged. */
import { type ExpressionBuilder, type Kysely, type RawBuilder, sql } from "kysely";
import { containing, countRows, type Database } from "../db/mod.ts";
import type { ContentType, SourceKind } from "./import/metadata.ts";
import type { LinkStatus } from "./links/finding.ts";

/** The states of an item. Only an active item is quoted. */
const ITEM_STATES = ["active", "retired", "superseded"] as const;
/** The state of an item. Only an active item is quoted. */
export type ItemState = typeof ITEM_STATES[number];

/** Filters of a list. An absent filter matches every item. */
export interface ItemFilter {
  /** Words that must all occur in the title, in any order, also inside of words; or a phrase of one passage. */
  readonly text?: string;
  readonly contentType?: ContentType;
  /** `unreplaced`: superseded, directly or through others, by another document that is retired. */
  readonly state?: ItemState | "unreplaced";
  /** The link's status; `none` for an upload or an item without a URL. */
  readonly link?: LinkStatus | "none";
  /** Items about this system; null for items about no system. */
  readonly systemId?: string | null;
  readonly sourceKind?: SourceKind;
  /** Items with a passage that was never quoted. */
  readonly neverQuoted?: true;
}

/** The keys that a list can be ordered by. */
export const ITEM_ORDERS = ["title", "type", "captured", "passages", "state", "link"] as const;
/** The key that a list is ordered by. */
export type ItemOrder = typeof ITEM_ORDERS[number];

/** The order and page of a list. */
interface ItemPageQuery {
  readonly order: ItemOrder;
  readonly descending: boolean;
  /** From 1. A page past the end returns the last page. */
  readonly page: number;
  readonly size: number;
}

/** A row of the list: an item with its number of passages. */
export interface ListedItem {
  readonly id: string;
  readonly title: string;
  readonly contentType: ContentType;
  readonly sourceKind: SourceKind;
  readonly sourceUrl: string | null;
  readonly version: string;
  readonly fetchedAt: Date;
  readonly state: ItemState;
  readonly linkStatus: LinkStatus;
  readonly linkCheckedAt: Date | null;
  readonly passages: number;
  /** Ids of the systems that it is about, sorted. */
  readonly systemIds: readonly string[];
}

/** One page of a list. */
export interface ItemPage {
  readonly items: readonly ListedItem[];
  readonly page: number;
  readonly pages: number;
  /** Number of items on all pages. */
  readonly total: number;
}

/** Lists one page of the items that match a filter; by title, those with the text in their titles first. Ties are ordered by id. */
export async function listItems(
  db: Kysely<Database>,
  filter: ItemFilter,
  { order, descending, page, size }: ItemPageQuery,
): Promise<ItemPage> {
  const { text = "" } = filter;
  const asked = sql<number>`${page - 1}::bigint`;
  const last = sql<number>`(count(*) - 1) / ${sql.lit(size)}`;
  const offset = matching(db, filter)
    .select(sql<number>`greatest(0, least(${asked}, ${last})) * ${sql.lit(size)}`.as("offset"));
  const rows = await matching(db, filter)
    .select(LISTED)
    .select((eb) => [passageCount(eb).as("passages"), systemIds().as("systemIds")])
    .select(sql<number>`count(*) over ()`.as("total"))
    .$if(
      order === "title" && titlePatterns(text).length > 0,
      (query) => query.orderBy(isTitled(text), "desc"),
    )
    .orderBy(ORDERS[order], (by) => (descending ? by.desc() : by.asc()).nullsLast())
    .orderBy(sql`item.id collate "C"`)
    .limit(size)
    // The first page needs no count of all matches to know where it begins.
    .offset(page <= 1 ? sql<number>`0` : sql<number>`(${offset})`)
    .execute();
  const total = rows[0]?.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / size));
  return {
    items: rows.map(({ total: _, ...item }) => item),
    page: Math.min(Math.max(page, 1), pages),
    pages,
    total,
  };
}

/** Counts the items that match a filter; equals the total of {@linkcode listItems}. */
export async function countItems(db: Kysely<Database>, filter: ItemFilter): Promise<number> {
  return await countRows(matching(db, filter));
}

const LISTED = [
  "item.id",
  "item.title",
  "item.content_type as contentType",
  "item.source_kind as sourceKind",
  "item.source_url as sourceUrl",
  "item.version",
  "item.fetched_at as fetchedAt",
  "item.state",
  "item.link_status as linkStatus",
  "item.link_checked_at as linkCheckedAt",
] as const;

/** Order expressions, compared by code point so that both database engines agree; titles ignore case. */
const ORDERS: Readonly<Record<ItemOrder, RawBuilder<unknown>>> = {
  title: sql`lower(item.title) collate "C"`,
  type: sql`item.content_type collate "C"`,
  captured: sql`item.fetched_at`,
  passages: sql`"passages"`,
  state: sql`item.state collate "C"`,
  link: sql`${linkOf()} collate "C"`,
};

type Aliased = Database & { item: Database["corpus_items"] };

function matching(db: Kysely<Database>, filter: ItemFilter) {
  const { contentType, state, link, systemId, sourceKind, neverQuoted } = filter;
  let items = db.selectFrom("corpus_items as item");
  const { text = "" } = filter;
  if (titlePatterns(text).length > 0) {
    items = items.where((eb) => eb.or([isTitled(text), hasPhrase(text)]));
  }
  if (contentType !== undefined) items = items.where("item.content_type", "=", contentType);
  if (sourceKind !== undefined) items = items.where("item.source_kind", "=", sourceKind);
  if (link !== undefined) items = items.where(linkOf(), "=", link);
  if (state === "unreplaced") items = items.where(isUnreplaced());
  else if (state !== undefined) items = items.where("item.state", "=", state);
  if (neverQuoted) items = items.where(hasUnquoted());
  if (systemId !== undefined) {
    items = items.where((eb) => {
      const about = eb.exists(
        eb.selectFrom("corpus_item_systems as about").select("about.item_id")
          .whereRef("about.item_id", "=", "item.id")
          .$if(systemId !== null, (query) => query.where("about.system_id", "=", systemId)),
      );
      return systemId === null ? eb.not(about) : about;
    });
  }
  return items;
}

/** Returns an `ilike` pattern for each word of a text. NUL, which Postgres cannot store, separates words. */
export function titlePatterns(text: string): string[] {
  return text.toWellFormed().split(/[\s\0]+/).filter((word) => word !== "")
    .map(containing);
}

function isTitled(text: string): RawBuilder<boolean> {
  return sql`(${
    sql.join(titlePatterns(text).map((each) => sql`item.title ilike ${each}`), sql` and `)
  })`;
}

/** Whether one passage contains the text. Any character may stand for a space of it, such as the end of a line. */
function hasPhrase(text: string): RawBuilder<boolean> {
  const words = text.toWellFormed().split(/[\s\0]+/).filter((word) => word !== "");
  const phrase = containing(words.join(" ")).replaceAll(" ", "_");
  // Folding the case of all passages by the rules of a language takes three times as long, and gives the same for these.
  const passage = sql.raw(/^\p{ASCII}*$/u.test(phrase) ? `text collate "C"` : "text");
  return sql`item.id in (select item_id from corpus_passages where ${passage} ilike ${phrase})`;
}

/** The link's status for filters and order. An upload has no public link, even if it names an address (spec §4.1). */
function linkOf(): RawBuilder<string> {
  return sql`case when item.source_kind = 'upload' or item.source_url is null then 'none'
    else item.link_status end`;
}

/** Follows the successors of superseded items to the end, and tests whether that is another, retired document. */
function isUnreplaced(): RawBuilder<boolean> {
  return sql`item.id in (
    with recursive successors as (
      select id as origin, source_key, superseded_by as id from corpus_items
      where state = 'superseded'
      union
      select origin, successors.source_key, next.superseded_by
      from successors join corpus_items as next on next.id = successors.id
      where next.state = 'superseded'
    )
    select origin from successors join corpus_items as current on current.id = successors.id
    where current.state = 'retired' and current.source_key <> successors.source_key
  )`;
}

function hasUnquoted(): RawBuilder<boolean> {
  return sql`exists (
    select from corpus_passages as passage
    left join corpus_retrievals as counted
      on counted.item_id = passage.item_id and counted.seq = passage.seq
    where passage.item_id = item.id and counted.item_id is null
  )`;
}

function passageCount(eb: ExpressionBuilder<Aliased, "item">) {
  return eb.selectFrom("corpus_passages as passage")
    .whereRef("passage.item_id", "=", "item.id")
    .select((count) => count.fn.countAll<number>().as("passages"))
    .$asScalar();
}

function systemIds(): RawBuilder<string[]> {
  return sql`array(
    select system_id from corpus_item_systems where item_id = item.id order by system_id collate "C"
  )`;
}
