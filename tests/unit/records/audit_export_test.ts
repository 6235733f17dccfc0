import { type Kysely, sql } from "kysely";
import assert from "node:assert/strict";
import { type AuditEntry, exportAudit } from "@/lib/records/mod.ts";
import type { Database } from "@/lib/db/mod.ts";
import { recordAll } from "@/tests/helpers/audit.ts";
import { serve } from "@/tests/helpers/browser.ts";
import { eachEngine } from "@/tests/helpers/db.ts";
import { logged } from "@/tests/helpers/logged.ts";

const CRLF = "\r\n";
const HEADER = "seq,at,actor,action,entity_type,entity_id,request_id,hash,before,after";

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  // Not text(), which would drop the byte order mark.
  const bytes = await new Response(stream).bytes();
  return new TextDecoder("utf-8", { ignoreBOM: true, fatal: true }).decode(bytes);
}

/** Parses CSV strictly by RFC 4180. */
function parseCsv(text: string): string[][] {
  const record = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  const rows: string[][] = [];
  let row: string[] = [];
  while (record.lastIndex < text.length) {
    const at = record.lastIndex;
    const found = record.exec(text);
    if (found === null) throw new Error(`Invalid CSV at ${at}: ${text.slice(at, at + 40)}`);
    row.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? "");
    if (found[3] === ",") continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

async function fill(db: Kysely<Database>, count: number): Promise<void> {
  await sql`
    insert into audit_log (actor, action, entity_type, entity_id, before, after, request_id)
    select 'ada@example.com', 'update', (array['rule', 'system'])[1 + n % 2], 'id-' || n,
      jsonb_build_object('n', n), jsonb_build_object('n', n + 1), 'request-' || n
    from generate_series(1, ${count}::int) n`.execute(db);
}

eachEngine(
  "exportAudit() writes every matching entry, oldest first",
  async ({ db }) => {
    await fill(db, 1_600);
    const stored = await db.selectFrom("audit_log").selectAll().orderBy("seq").execute();

    const lines = (await textOf(await exportAudit(db, {}, "ndjson"))).split("\n");
    assert.equal(lines.pop(), "", "the last line ends with a line break");
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)).map(({ at, ...rest }) => ({
        ...rest,
        at: new Date(at),
      })),
      stored,
    );

    const csv = await textOf(await exportAudit(db, { type: "rule" }, "csv"));
    assert.ok(csv.startsWith(`\uFEFF${HEADER}${CRLF}`));
    const [, ...rows] = parseCsv(csv);
    const rules = stored.filter(({ entity_type }) => entity_type === "rule");
    assert.deepEqual(
      rows.map(([seq, , , , , , , hash, before]) => [Number(seq), hash, JSON.parse(before ?? "")]),
      rules.map(({ seq, hash, before }) => [seq, hash, before]),
    );
    const { rows: [exact] } = await sql<{ at: string }>`
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
    from audit_log where seq = 2`.execute(db);
    assert.equal(rows[0]?.[1], exact?.at, "times are exact to the microsecond");
  },
);

eachEngine(
  "an export without entries is empty as NDJSON, and has its header as CSV",
  async ({ db }) => {
    assert.equal(await textOf(await exportAudit(db, {}, "ndjson")), "");
    assert.equal(await textOf(await exportAudit(db, {}, "csv")), `\uFEFF${HEADER}${CRLF}`);
  },
);

const HOSTILE = [
  "=cmd|' /C calc'!A0",
  "+1+1",
  "-2+3",
  "@SUM(1)",
  "\t=1",
  "\r=1",
  "a lone\rcarriage return",
  "a lone\nline feed",
  "＝1+1",
  'say "no", please',
  "two\nlines\r\nor three",
  ",",
  '"',
  "'",
  " lead and trail ",
  "<script>alert(1)</script>",
  "ﷺ 🧱 \u2028 \u202E",
];

eachEngine(
  "no text of an entry breaks out of its CSV cell or starts a formula",
  async ({ db }) => {
    await recordAll(
      db,
      HOSTILE.map((text): AuditEntry => ({
        actor: text,
        action: text,
        entityType: text,
        entityId: text,
        before: { [text]: text },
        after: null,
        requestId: text,
      })),
    );
    const [header, ...rows] = parseCsv((await textOf(await exportAudit(db, {}, "csv"))).slice(1));
    assert.equal(rows.length, HOSTILE.length);
    for (const [index, row] of rows.entries()) {
      const text = HOSTILE[index] ?? "";
      assert.equal(row.length, header?.length);
      for (const cell of row) assert.doesNotMatch(cell, /^[=+\-@\t\r＝＋－＠]/);
      const isFormula = /^[=+\-@\t\r＝]/.test(text);
      const shown = isFormula ? `'${text}` : text;
      assert.deepEqual(row.slice(2, 7), [shown, shown, shown, shown, shown]);
      assert.deepEqual(
        JSON.parse(row[8] ?? ""),
        { [text]: text },
        "records are unchanged JSON",
      );
    }
    const lines = (await textOf(await exportAudit(db, {}, "ndjson"))).trimEnd().split("\n");
    assert.deepEqual(lines.map((line) => JSON.parse(line).actor), HOSTILE);
  },
);

eachEngine(
  "NDJSON exports a number beyond JavaScript's precision as it is stored",
  async ({ db }) => {
    await sql`
    insert into audit_log (actor, action, entity_type, after)
    values ('a', 'update', 'system', '{"n": 9007199254740993.10}')`.execute(db);
    assert.match(
      await textOf(await exportAudit(db, {}, "ndjson")),
      /"before":null,"after":\{"n": 9007199254740993\.10\}\}\n$/,
    );
  },
);

/** Wraps a database: `seen.reads` counts its queries, and all from number `failing` on fail. */
function watched(db: Kysely<Database>, failing = Infinity) {
  const seen = { reads: 0 };
  const watching = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult({ result }) {
      seen.reads++;
      if (seen.reads >= failing) return Promise.reject(new Error("the database is away"));
      return Promise.resolve(result);
    },
  });
  return { seen, db: watching };
}

eachEngine(
  "an export reads a batch only when its reader asks for one, and stops when it is cancelled",
  async ({ db }) => {
    await fill(db, 2_500);
    const watching = watched(db);
    const reader = (await exportAudit(watching.db, {}, "ndjson")).getReader();
    assert.equal(watching.seen.reads, 1, "only the end of the log is read");
    for (let chunk = 1; chunk <= 3; chunk++) {
      await reader.read();
      assert.equal(watching.seen.reads, 1 + chunk);
    }
    await reader.cancel();
    assert.equal((await reader.read()).done, true);
    assert.equal(watching.seen.reads, 4);
  },
);

eachEngine(
  "an export that fails half way breaks off for its reader and for a client over HTTP",
  async ({ db }) => {
    await fill(db, 2_000);
    for (const format of ["csv", "ndjson"] as const) {
      const stream = await exportAudit(watched(db, 4).db, {}, format);
      const lines = await logged(() =>
        assert.rejects(new Response(stream).text(), /the database is away/)
      );
      assert.equal(lines.length, 1);
      assert.match(lines[0] ?? "", /cannot finish an export of the audit log/);

      await using server = serve(async () =>
        new Response(await exportAudit(watched(db, 4).db, {}, format))
      );
      const response = await fetch(server.origin);
      assert.equal(response.status, 200);
      await assert.rejects(response.text(), "the connection is aborted");
    }
  },
);

eachEngine("an export contains no entries that were added after its start", async ({ db }) => {
  await fill(db, 700);
  const reader = (await exportAudit(db, {}, "ndjson")).getReader();
  const decoder = new TextDecoder();
  let text = decoder.decode((await reader.read()).value);
  await fill(db, 700);
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    text += decoder.decode(read.value);
  }
  assert.equal(text.trimEnd().split("\n").length, 700);
});
