/**
 * Compares taking leads, while the CRM takes two seconds per answer, with a bare `Deno.serve` and one durable insert.
 */
import { sql } from "kysely";
import { openDatabase } from "@/lib/db/mod.ts";
import { startCrm } from "../doubles/crm.ts";
import { type Engine, migratedLocation } from "../helpers/db.ts";
import { serve } from "../helpers/process.ts";
import { load, type Sent } from "./load.ts";
import { type Bench, type BenchRow, worstOf } from "./report.ts";
import { addresses, startService } from "./service.ts";

const RUNS = 3;
const CONNECTIONS = 32;
const VISITORS = 320;
const CRM_MS = 2_000;
const AIM = 0.3;

export const lead: Bench = {
  key: "lead",
  title: "Taking a lead",
  about:
    `Every request is a new lead, and every answer of the CRM takes two seconds. Both sides store on the same Postgres
server if \`TEST_DATABASE_URL\` is set, otherwise each in an embedded database. The aim assumes a server that syncs each
commit to disk; the note says when it does not.`,
  run: benchLead,
};

async function benchLead(): Promise<BenchRow[]> {
  const engine: Engine = Deno.env.get("TEST_DATABASE_URL") ? "server" : "embedded";
  await using crm = startCrm();
  crm.delayMs = CRM_MS;
  await using location = await migratedLocation(engine);
  await using peerLocation = await migratedLocation(engine);
  await using service = await startService({
    ...crm.environment,
    DATA_DIR: location.dataDir,
    DATABASE_URL: location.url ?? "",
    RATE_LIMIT_LEAD: "100000000",
    LOG_LEVEL: "error",
  });
  await using peer = await serve("tests/bench/lead_peer.ts", {
    path: "/",
    args: [peerLocation.url ?? "", peerLocation.dataDir],
  });
  const isDurable = await syncsCommits(peerLocation);
  const headers = addresses();
  const cookies = await Promise.all(
    Array.from({ length: VISITORS }, () => begin(service.origin, headers())),
  );
  const rows: BenchRow[] = [];
  for (const [who, sent] of [["a session", cookies], ["no session", [""]]] as const) {
    const sending = submitting(sent, headers);
    const runs: { ours: number; theirs: number; note?: string }[] = [];
    // An unmeasured load first, in which both processes compile their code.
    for (const { origin } of [service, peer]) {
      await load(origin, { connections: CONNECTIONS, sending });
    }
    for (let run = 0; run < RUNS; run++) {
      const { rate: ours } = await load(service.origin, { connections: CONNECTIONS, sending });
      const { rate: theirs } = await load(peer.origin, { connections: CONNECTIONS, sending });
      runs.push({ ours, theirs, ...(!isDurable && { note: "the database syncs no commit" }) });
    }
    rows.push(worstOf(runs, {
      name: `POST /api/lead, ${who}`,
      peer: "bare Deno.serve + one insert of the same body",
      unit: "req/s",
      aim: { atLeast: AIM },
    }));
  }
  return rows;
}

/** Returns whether the database syncs a commit to disk before it reports success. */
async function syncsCommits(
  location: { readonly url: string | null; readonly dataDir: string },
): Promise<boolean> {
  if (location.url === null) return false;
  await using database = await openDatabase(location);
  const { rows } = await sql<{ fsync: string; commits: string }>`
    select current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as commits`.execute(database.db);
  return rows[0]?.fsync === "on" && rows[0].commits !== "off";
}

/** Starts a session and returns its cookie. */
async function begin(origin: string, headers: Record<string, string>): Promise<string> {
  const response = await fetch(`${origin}/api/session`, {
    method: "PUT",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ recommendation: "system-a", "answer:use": "office" }),
  });
  await response.body?.cancel();
  return response.headers.get("set-cookie")?.split(";")[0] ?? "";
}

function submitting(
  cookies: readonly string[],
  headers: () => Record<string, string>,
): () => Sent {
  let sent = 0;
  return () => {
    const cookie = cookies[++sent % cookies.length] ?? "";
    return {
      method: "POST",
      path: "/api/lead",
      headers: {
        ...headers(),
        "content-type": "application/json",
        ...(cookie === "" ? {} : { cookie }),
      },
      body: JSON.stringify({
        email: `buyer-${sent}-${crypto.randomUUID()}@build.test`,
        firstName: "Pat",
        lastName: "Builder",
      }),
    };
  };
}
