/** The content of buyer pages in memory, and how it follows changes of staff (design §5). */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { openPages } from "@/lib/pages/mod.ts";
import { migratedLocation, onServerOnly, opened } from "@/tests/helpers/db.ts";
import { until } from "@/tests/helpers/until.ts";

onServerOnly(
  "a change is shown although a load of it took too long and was discarded (§5)",
  async () => {
    await using database = await opened(migratedLocation("server"));
    const { db } = database;
    const pages = await openPages({
      database: { db, listen: () => Promise.resolve(() => Promise.resolve()) },
      playerUrl: "https://video.example",
      pollMs: 3_600_000,
      loadTimeoutMs: 2_000,
      onError: (error) => assert.fail(String(error)),
    });
    try {
      await db.insertInto("pages").values({ id: "home", texts: { headline: "New" } }).execute();
      const blocker = await db.startTransaction().execute();
      await sql`lock table pages in access exclusive mode`.execute(blocker);
      await assert.rejects(pages.refresh(), { code: "unavailable" });
      await blocker.rollback().execute();
      // On a busy machine the next load may take too long as well.
      await until("the change", async () => {
        const copy = await pages.refresh().catch(() => pages.current());
        return copy.text("home", "headline") === "New";
      });
    } finally {
      await pages.close();
    }
  },
);
