/**
 * `deno task drill`: proves backup and restore on the embedded database, and on the server that `TEST_DATABASE_URL` names,
 * where `pg_dump` is installed. `DRILL_WRITES` is how many writes are acknowledged before the backup (60).
 */
import { drillEmbedded, drillServer } from "./drill.ts";

async function say(text: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(`${text}\n`));
}

for (const [name, drill] of [["embedded", drillEmbedded], ["server", drillServer]] as const) {
  if (name === "server" && !Deno.env.get("TEST_DATABASE_URL")) {
    await say("server: left out, for TEST_DATABASE_URL is unset");
    continue;
  }
  const { acknowledged, rows, auditHead } = await drill();
  await say(
    `${name}: ${rows} rows are back, with all ${acknowledged} acknowledged writes and the audit head ${auditHead}`,
  );
}
