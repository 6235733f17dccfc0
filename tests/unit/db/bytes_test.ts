import assert from "node:assert/strict";
import fc from "fast-check";
import { sql } from "kysely";
import { eachEngine } from "@/tests/helpers/db.ts";

eachEngine(
  "bytea values are read back as any bytes that were written (spec §2.12)",
  async ({ db }) => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), async (sent) => {
        const { rows: [row] } = await sql<{ bytes: Uint8Array; length: number }>`
        select ${sent}::bytea as bytes, length(${sent}::bytea) as length`.execute(db);
        assert.ok(row);
        assert.deepEqual([...row.bytes], [...sent]);
        assert.equal(row.length, sent.length);
      }),
      { numRuns: 50 },
    );
  },
);
