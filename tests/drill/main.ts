/**
 * `deno task drill`: tests backup and restore on the embedded database, and on the server in `TEST_DATABASE_URL`, which
 * needs `pg_dump` and `pg_restore`. `DRILL_WRITES` is the number of acknowledged writes before the backup (60).
 */
import { refuseArguments } from "@/lib/cli/usage.ts";
import { drillEmbedded, drillServer } from "./drill.ts";
import { print } from "../helpers/say.ts";

await refuseArguments("deno task drill");
for (const [name, drill] of [["embedded", drillEmbedded], ["server", drillServer]] as const) {
  if (name === "server" && !Deno.env.get("TEST_DATABASE_URL")) {
    await print("server: skipped, because TEST_DATABASE_URL is unset");
    continue;
  }
  const { acknowledged, rows, auditHead } = await drill();
  await print(
    `${name}: restored ${rows} rows, with all ${acknowledged} acknowledged writes and the audit head ${auditHead}`,
  );
}
