/** The start of the service as a user of the database who may only read (spec §3.1). */
import { sql } from "kysely";
import assert from "node:assert/strict";
import { loadConfig } from "@/lib/config/mod.ts";
import { build } from "@/lib/services.ts";
import { onDatabase } from "@/tests/helpers/db.ts";

onDatabase(
  "embedded",
  "the service does not start as a user who may only read, because it would lose the first lead (§3.1)",
  async (database, { dataDir }) => {
    const { db } = database;
    await sql`create role reader`.execute(db);
    await sql`grant select on all tables in schema public to reader`.execute(db);
    await sql`set role reader`.execute(db);
    const config = loadConfig({ DATA_DIR: dataDir, DENO_KV_PATH: ":memory:", SEED: "none" });
    await assert.rejects(build(config, { database }), { code: "rights_missing" });
  },
);
