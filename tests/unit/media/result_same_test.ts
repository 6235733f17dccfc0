/** The in-memory choice of pictures against that of the database: the same for any answers (design §6). */
import assert from "node:assert/strict";
import fc from "fast-check";
import { type Kysely, sql } from "kysely";
import { compileSnapshot } from "@/lib/catalog/mod.ts";
import type { Database } from "@/lib/db/mod.ts";
import { createMediaReader, type ResultQuestion } from "@/lib/media/mod.ts";
import { readResult } from "@/lib/media/result/from_database.ts";
import { demoCatalog } from "@/migrations/seed/demo/mod.ts";
import { addMedia } from "@/tests/bench/media_volume.ts";
import { demoLocation, eachEngineUnopened, opened } from "@/tests/helpers/db.ts";
import { openIndex, PLAYER } from "@/tests/helpers/media_index.ts";

const snapshot = compileSnapshot(demoCatalog);

/** Answer sets for each engine and each of the two libraries. */
const RUNS = Number(Deno.env.get("ANSWER_SETS") ?? 24);

/** Answers by option ids. Equal answers are the same object, as in a catalog, so that cached ones are used again. */
const given = new Map<string, ResultQuestion["answers"][number]>();

/** No systems, and a few; the same objects each time, as in a catalog. */
const HIDDEN = [[], snapshot.systems.slice(0, 6).map(({ id }) => id)];

/** Any lead with any answers, whether or not they fit each other. */
const anyQuestion: fc.Arbitrary<ResultQuestion> = fc.record({
  lead: fc.oneof(
    fc.constantFrom(...snapshot.systems.map(({ id, name }) => ({ id, name }))),
    fc.nat(60).map((n) => ({ id: `system-${n}`, name: `System ${n}` })),
  ),
  answers: fc.subarray([...snapshot.factors]).chain((factors) =>
    fc.tuple(
      ...factors.map(({ id, name, options }) =>
        fc.subarray(options.map(({ id, label }) => ({ id, label })), { minLength: 1, maxLength: 2 })
          .map((options) => {
            const key = options.map(({ id }) => id).join();
            const answer = given.get(key) ?? { factorId: id, factor: name, options };
            given.set(key, answer);
            return answer;
          })
      ),
    )
  ),
  hiddenSystemIds: fc.constantFrom(...HIDDEN),
});

/** Stores the categories of a generated library, mapped to options of the demo, and tags some pictures with options. */
async function addVocabulary(db: Kysely<Database>): Promise<void> {
  await sql`
    insert into media_categories (id, axis, name)
    select axis || '-' || n, axis, axis || ' ' || n
    from unnest(array['application', 'geography', 'attribute']) as axis, generate_series(0, 29) as n`
    .execute(db);
  await sql`
    insert into media_category_options (category_id, option_id)
    select media_categories.id, factor_options.id from media_categories, factor_options
    where media_categories.id like '%-_' and
      hashtext(media_categories.id || factor_options.id) % 12 = 0`.execute(db);
  await sql`
    insert into media_tags (asset_id, tag_type, tag_ref)
    select media_assets.id, 'factor', factor_options.id from media_assets, factor_options
    where hashtext(media_assets.id || factor_options.id) % 25 = 0 on conflict do nothing`
    .execute(db);
}

eachEngineUnopened(
  "the in-memory library chooses the same pictures as the database (design §6)",
  async (engine) => {
    await using database = await opened(demoLocation(engine));
    const { db } = database;
    await using index = await openIndex(database);
    const reader = createMediaReader({
      db,
      playerUrl: PLAYER,
      index,
      onOutage(error) {
        throw error;
      },
    });
    const check = () =>
      fc.assert(
        fc.asyncProperty(anyQuestion, async (question) => {
          const media = reader.current().forResult(question);
          assert.ok(!(media instanceof Promise));
          const source = { db, playerUrl: PLAYER };
          assert.deepEqual(media, await readResult(source, { question, known: null }));
        }),
        { numRuns: RUNS },
      );
    await check();
    await addMedia(db, 700);
    await addVocabulary(db);
    await sql`analyze`.execute(db);
    await reader.refresh();
    await check();
  },
);
