/** The cache of CMS pages (`sync_pages`): a page with unchanged bytes and unchanged stored rows is not parsed again. */
import { type Kysely, type RawBuilder, sql } from "kysely";
import { type Database, digestOfRows } from "@/lib/db/mod.ts";
import type { KnownPage, KnownPages, PageName } from "../client/walk.ts";
import type { Kind } from "../schema.ts";
import { digestOf } from "../plan/same.ts";

/** Cache version. Raise it when pages are read or planned differently. */
const READING = 3;
/** Cached pages expire after this many days, so every page is parsed again now and then. */
const KNOWN_DAYS = 7;
/** How many cached pages one query looks up. */
const AHEAD = 20;

/** Which pages a cache holds. */
export interface PagesOf {
  readonly kind: Kind;
  /** Everything that the plan of a row depends on besides the bytes of its page. */
  readonly basis: unknown;
  /** Builds SQL for a digest of the stored rows of some keys. It equals the digest of their `states` while nothing has changed. */
  readonly stored: (keys: RawBuilder<string[]>) => RawBuilder<string | null>;
}

/** A page to cache, with the state that its rows will have once the plan is applied. */
interface PageToKnow {
  readonly name: PageName;
  readonly nextPage: number | null;
  readonly keys: readonly string[];
  /** The stored state of each row, as text. */
  readonly states: readonly string[];
}

/** The page cache of one list. */
interface PageMemory extends KnownPages {
  /** Caches pages. */
  know(pages: readonly PageToKnow[]): Promise<void>;
  /** Drops cached pages of places that the finished walk did not visit. */
  forgetOthers(): Promise<void>;
}

/** Opens the page cache of a list. A lookup compares the digests of the stored rows, so a changed row is a cache miss. */
export function openKnownPages(
  db: Kysely<Database>,
  { kind, basis, stored }: PagesOf,
): PageMemory {
  const digestOfBasis = digestOf([READING, basis]);
  const ahead = new Map<number, KnownPage & { readonly digest: string }>();
  let lookedUpTo = -1;
  const places: number[] = [];

  async function lookUp(place: number): Promise<void> {
    ahead.clear();
    const pages = sql`
      select place, digest, next_place, keys, state from sync_pages
      where kind = ${kind} and basis = ${digestOfBasis} and place >= ${place}
        and read_at > now() - make_interval(days => ${KNOWN_DAYS})
      order by place limit ${AHEAD}`;
    const { rows } = await sql<
      { place: number; digest: string; next: number | null; keys: string; stands: boolean }
    >`
      select place, digest, next_place as next, keys,
        state is not distinct from ${stored(sql`string_to_array(page.keys, ' ')`)} as stands
      from (${pages}) as page order by place`.execute(db);
    for (const { place, digest, next, keys, stands } of rows) {
      if (stands) ahead.set(place, { digest, nextPage: next, keys: keys.split(" ") });
    }
    lookedUpTo = rows.length < AHEAD ? Infinity : rows.at(-1)?.place ?? Infinity;
  }

  return {
    async recall({ place, digest }) {
      places.push(place);
      if (place > lookedUpTo) await lookUp(place);
      const page = ahead.get(place);
      return page?.digest === digest ? page : null;
    },
    async know(pages) {
      if (pages.length === 0) return;
      const rows = pages.map(({ name, nextPage, keys, states }) => ({
        ...name,
        next: nextPage,
        keys: keys.join(" "),
        state: digestOfRows(inOrder(keys, states)),
      }));
      await sql`
        insert into sync_pages (kind, place, digest, basis, next_place, keys, state)
        select ${kind}, place, digest, ${digestOfBasis}, next, keys, state
        from json_to_recordset(${JSON.stringify(rows)}::text::json)
          as new(place integer, digest text, next integer, keys text, state text)
        on conflict (kind, place) do update set digest = excluded.digest, basis = excluded.basis,
          next_place = excluded.next_place, keys = excluded.keys, state = excluded.state,
          read_at = excluded.read_at`.execute(db);
    },
    async forgetOthers() {
      const [first] = places;
      if (first === undefined) return;
      await db.deleteFrom("sync_pages").where("kind", "=", kind).where("place", ">=", first)
        .where(sql<boolean>`place <> all(${places}::integer[])`).execute();
    },
  };
}

function inOrder(keys: readonly string[], states: readonly string[]): string[] {
  return keys.map((key, index) => ({ key, state: states[index] ?? "" }))
    .sort((a, b) => a.key < b.key ? -1 : 1).map(({ state }) => state);
}
