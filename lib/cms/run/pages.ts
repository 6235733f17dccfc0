/** Pages of the CMS that were read before, as they are stored. */
import { type Kysely, type RawBuilder, sql } from "kysely";
import { type Database, digestOfRows } from "../../db/mod.ts";
import type { KnownPage, KnownPages, PageName } from "../client/walk.ts";
import type { Kind } from "../schema.ts";
import { digestOf } from "../plan/same.ts";

/** Raised when more is read of a page, or when a plan makes something else of a row. */
const READING = 2;
/** For how long a page is known, in days: however it is read, it is then read anew. */
const KNOWN_DAYS = 7;
/** Pages that are looked up at a time. */
const AHEAD = 20;

/** Which pages are meant. */
export interface PagesOf {
  readonly kind: Kind;
  /** All that rows are read and planned by beside the bytes of their page. */
  readonly basis: unknown;
  /** In the database, a digest of the rows of some keys as they are stored: that of their `states` where nothing has changed. */
  readonly stored: (keys: RawBuilder<string[]>) => RawBuilder<string | null>;
}

/** A page whose rows will be stored as it says when the plan is written. */
export interface PageToKnow {
  readonly name: PageName;
  readonly nextPage: number | null;
  readonly keys: readonly string[];
  /** Of each row, a text that says how it is stored. */
  readonly states: readonly string[];
}

/** The pages of a list that are known, and coming to know others. */
export interface PageMemory extends KnownPages {
  /** Keeps what is known of pages from now on. */
  know(pages: readonly PageToKnow[]): Promise<void>;
  /** Once the list was walked to its end: forgets pages of places that it no longer has. */
  forgetOthers(): Promise<void>;
}

/** The pages of a list that are known. Their rows are compared with what is stored when they are looked up. */
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
