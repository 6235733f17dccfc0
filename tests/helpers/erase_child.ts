/**
 * A child process that erases a session, and kills itself before one of its writes. Its argument is JSON with the
 * locations of the stores, the time, the session id and the number of the write. It prints the outcome of the erasure if
 * it survives.
 */
import { CRM_SESSION_PARTS } from "@/lib/crm/mod.ts";
import { openDatabase } from "@/lib/db/mod.ts";
import { openKv } from "@/lib/kv/mod.ts";
import { finishErasures, orderErasure, readPlan } from "@/lib/privacy/mod.ts";
import { watched } from "./erasure.ts";

const { location, kvPath, time, sessionId, endBefore } = JSON.parse(Deno.args[0] ?? "{}");
const database = await openDatabase(location);
const kv = await openKv(kvPath);
const now = () => new Date(time);
let writes = 0;
const services = watched({ kv, db: database.db, now, sessionParts: CRM_SESSION_PARTS }, () => {
  if (writes++ === endBefore) Deno.kill(Deno.pid, "SIGKILL");
});
const choice = { kind: "session", sessionId } as const;
const { hash } = await readPlan(services, choice);
const by = { staff: { email: "editor@example.com" }, requestId: "request-1" };
const outcome = await orderErasure(services, { choice, planHash: hash, by });
await finishErasures(services, new AbortController().signal);
Deno.stdout.writeSync(new TextEncoder().encode(`${JSON.stringify({ ...outcome, writes })}\n`));
kv.close();
await database.close();
