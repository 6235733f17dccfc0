/**
 * The peer of the lead benchmark: a bare `Deno.serve` on `PORT` that stores each body in one durable insert. Arguments:
 * the URL of the database, or an empty one and the folder of an embedded database.
 */
import { sql } from "kysely";
import { openDatabase } from "@/lib/db/mod.ts";

const [url = "", dataDir = ""] = Deno.args;
const { db } = await openDatabase({ url: url || null, dataDir });
await sql`create table if not exists bare_leads
  (id uuid primary key, email text not null, payload jsonb, created_at timestamptz)`.execute(db);

Deno.serve(
  { port: Number(Deno.env.get("PORT")), hostname: "127.0.0.1", onListen() {} },
  async (req) => {
    if (req.method === "POST") {
      const { email, ...payload } = await req.json();
      await sql`insert into bare_leads values (${crypto.randomUUID()}::uuid, ${email}::text,
        ${JSON.stringify(payload)}::text::jsonb, ${new Date()}::timestamptz)`.execute(db);
    }
    return Response.json({ ok: true });
  },
);
