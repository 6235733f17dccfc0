import assert from "node:assert/strict";
import fc from "fast-check";
import { sql } from "kysely";
import { migrate } from "@/lib/db/mod.ts";
import { MIGRATIONS } from "@/migrations/mod.ts";
import { bareLocation, eachEngineUnopened, opened } from "@/tests/helpers/db.ts";

const TEXTS = Number(Deno.env.get("PLAIN_TEXTS") ?? 300);

/** The words that the rules of the plain text replace, whole and in part, and characters between them. */
const PARTS = fc.constantFrom(
  ...["0", "1", "12", "50", "500", "000", "1.50", ".5", "3.0", "10.250", "1/2", "3/4", "1/4", "½"],
  ...["ft", "Feet", "foot", "in", "inch", "inches", "lb", "lbs", "pounds", "min", "minutes"],
  ...["weeks", "year", "psf", "STC", "stc rating of", "up to", "at least", "is", "to", "x", "by"],
  ...["two", "three", "twenty", "half an inch", "half a foot", "three quarters of an inch"],
  ...[
    "wall's",
    "it's",
    "'ll",
    "'",
    "’",
    "″",
    '"',
    "%",
    ",",
    ".",
    "/",
    "-",
    "–",
    "(",
    ")",
    " ",
    "\n",
  ],
  ...["é", "ß", "A", "oak", "frame", "h2o", "mm", "kitchens"],
);
const TEXT = fc.array(fc.tuple(PARTS, fc.constantFrom("", " ")), { maxLength: 14 })
  .map((parts) => parts.flat().join(""));

/** A statement with more texts would exceed its time limit. */
const MOST_AT_ONCE = 1_000;

eachEngineUnopened(
  "corpus_plain() of migration 0074 returns the same as that of migration 0011 (§4.1)",
  async (engine) => {
    await using database = await opened(bareLocation(engine));
    const { db } = database;
    const before = Object.fromEntries(
      Object.entries(MIGRATIONS).filter(([name]) => name < "0074"),
    );
    await migrate(database, before);
    await sql`alter function corpus_plain(text) rename to corpus_plain_before`.execute(db);
    await migrate(database);
    const texts = fc.sample(TEXT, { numRuns: TEXTS, seed: 1 });
    for (let from = 0; from < texts.length; from += MOST_AT_ONCE) {
      const { rows } = await sql`
        select text, corpus_plain(text) as now, corpus_plain_before(text) as before
        from unnest(${texts.slice(from, from + MOST_AT_ONCE)}::text[]) as text
        where corpus_plain(text) is distinct from corpus_plain_before(text) limit 5`.execute(db);
      assert.deepEqual(rows, []);
    }
  },
);
