import { sql } from "kysely";
import assert from "node:assert/strict";
import {
  auditChoices,
  type AuditEntry,
  type AuditFilter,
  AuditPageQuery,
  entriesOfRequest,
  findAuditEntries,
  findAuditEntry,
  lastChange,
} from "@/lib/records/mod.ts";
import { AppError, parseQuery } from "@/lib/http/mod.ts";
import { countOf } from "@/lib/records/audit_query.ts";
import { behindTheTriggers, recordAll } from "@/tests/helpers/audit.ts";
import { eachEngine } from "@/tests/helpers/db.ts";

const query = (text: string) =>
  parseQuery(new URL(`http://localhost/admin/audit?${text}`), AuditPageQuery);

Deno.test("AuditPageQuery parses the filters of the audit log and ignores invalid ones", () => {
  const cases: Readonly<Record<string, object>> = {
    "": {},
    "type=rule&id=quiet&actor=ada%40example.com&action=update": {
      type: "rule",
      id: "quiet",
      actor: "ada@example.com",
      action: "update",
    },
    "area=settings": { area: "settings" },
    "from=2026-10-01&to=2026-10-31": {
      from: new Date("2026-10-01T00:00:00Z"),
      to: new Date("2026-10-31T00:00:00Z"),
    },
    "older=7": { older: 7 },
    // Blank and invalid values are ignored.
    "type=&id=%20&actor=&action=%00&from=&to=": {},
    "area=everything&from=yesterday&to=2026-02-30": {},
    "from=0000-01-01&to=9999-12-31": {},
    [`actor=${"a".repeat(600)}`]: {},
    "unknown=1": {},
  };
  for (const [text, expected] of Object.entries(cases)) {
    const parsed = Object.entries(query(text)).filter(([, value]) => value !== undefined);
    assert.deepEqual(Object.fromEntries(parsed), expected, text);
  }
});

Deno.test("AuditPageQuery refuses a cursor that is not the number of an entry", () => {
  for (const bad of ["0", "-1", "1.5", "abc", "", "1e3", "9".repeat(16), "1;--"]) {
    for (const name of ["older", "newer"]) {
      assert.throws(
        () => query(`${name}=${encodeURIComponent(bad)}`),
        (error: unknown) => error instanceof AppError && error.status === 400,
        `${name}=${bad}`,
      );
    }
  }
});

const ACTORS = ["ada@example.com", "bob@example.com", "service"];
const TYPES = ["system", "rule", "user"];
const ACTIONS = ["create", "update", "retire", "delete"];

/** Entries for {@linkcode DATE}, which dates them two per day from 1 October 2026. */
const ENTRIES: readonly AuditEntry[] = Array.from({ length: 60 }, (_, index) => {
  const action = ACTIONS[index % 4] ?? "";
  return {
    actor: ACTORS[index % 3] ?? "",
    action,
    entityType: TYPES[index % 3] ?? "",
    entityId: `id-${index % 5}`,
    before: action === "create" ? null : { name: `Was ${index}` },
    after: action === "delete" ? null : { name: `Is ${index}` },
    requestId: `request-${index}`,
  };
});
const DATE =
  `update audit_log set at = '2026-10-01T00:00Z'::timestamptz + (seq - 1) * interval '12 h'`;

eachEngine(
  "findAuditEntries() applies every filter, alone and combined",
  async ({ db }) => {
    await recordAll(db, ENTRIES);
    await behindTheTriggers(db, DATE);
    const numbered = ENTRIES.map((entry, index) => ({ ...entry, seq: index + 1 }));
    type Numbered = typeof numbered[number];
    const cases: readonly [AuditFilter, (entry: Numbered) => boolean][] = [
      [{}, () => true],
      [{ type: "rule" }, ({ entityType }) => entityType === "rule"],
      [{ id: "id-2" }, ({ entityId }) => entityId === "id-2"],
      [{ actor: "service" }, ({ actor }) => actor === "service"],
      [{ action: "retire" }, ({ action }) => action === "retire"],
      [{ area: "settings" }, ({ entityType }) => entityType === "user"],
      [{ area: "rules", type: "user" }, () => false],
      [{ from: day("2026-10-30") }, ({ seq }) => seq > 58],
      [{ to: day("2026-10-01") }, ({ seq }) => seq <= 2],
      [{ from: day("2026-10-05"), to: day("2026-10-06") }, ({ seq }) => seq >= 9 && seq <= 12],
      [{ from: day("2026-10-06"), to: day("2026-10-05") }, () => false],
      [
        { type: "rule", id: "id-1", actor: "bob@example.com", action: "update" },
        ({ seq }) => seq === 2,
      ],
      [{ actor: "' or true --" }, () => false],
      [{ actor: "%" }, () => false],
    ];
    for (const [filter, matches] of cases) {
      const expected = numbered.filter(matches).map(({ seq }) => seq).reverse();
      const page = await findAuditEntries(db, filter, { limit: 100 });
      const text = JSON.stringify(filter);
      assert.deepEqual(page.entries.map(({ seq }) => seq), expected, text);
      assert.deepEqual([page.total, page.laterCount], [expected.length, 0], text);
    }
  },
);

eachEngine("findAuditEntries() counts around each page of the whole log", async ({ db }) => {
  const empty = await findAuditEntries(db, {}, { limit: 7 });
  assert.deepEqual(empty, { entries: [], total: 0, laterCount: 0 });
  await recordAll(db, ENTRIES);
  for (const cursor of [{}, { older: 61 }, { older: 40 }, { newer: 40 }, { older: 1 }]) {
    const { entries, ...counts } = await findAuditEntries(db, {}, { ...cursor, limit: 7 });
    const later = ENTRIES.length - (entries[0]?.seq ?? 0);
    assert.deepEqual(counts, { total: ENTRIES.length, laterCount: later }, JSON.stringify(cursor));
  }
});

/** Far more entries than fit a few pages of the table, with records as large as usual ones. */
const MANY = `
  insert into audit_log (seq, hash, at, actor, action, entity_type, entity_id, after)
  select n, 'hash', '2026-10-01T00:00Z'::timestamptz + n * interval '1 minute', 'staff-' || n % 12,
    'action-' || n % 7, 'type-' || n % 5, 'id-' || n, jsonb_build_object('text', repeat('word ', 60))
  from generate_series(1, 20000) as n`;

eachEngine("two filters of a long log are counted in an index alone (§4.9)", async ({ db }) => {
  await behindTheTriggers(db, MANY);
  await sql`vacuum analyze audit_log`.execute(db);
  const [actor, action, type] = ["staff-7", "action-3", "type-2"];
  const cases: readonly [AuditFilter, (n: number) => boolean][] = [
    [{ type, action }, (n) => n % 5 === 2 && n % 7 === 3],
    [{ actor, action }, (n) => n % 12 === 7 && n % 7 === 3],
    [{ actor, type }, (n) => n % 12 === 7 && n % 5 === 2],
    [{ actor, from: day("2026-10-05") }, (n) => n % 12 === 7 && n >= 4 * 1440],
    [{ action, to: day("2026-10-04") }, (n) => n % 7 === 3 && n < 4 * 1440],
  ];
  for (const [filter, matches] of cases) {
    const text = JSON.stringify(filter);
    const count = countOf(db, filter, 15_000);
    const expected = Array.from({ length: 20_000 }, (_, index) => index + 1).filter(matches);
    assert.deepEqual(await count.executeTakeFirstOrThrow(), {
      total: expected.length,
      laterCount: expected.filter((n) => n > 15_000).length,
    }, text);
    const plan = await db.transaction().execute(async (trx) => {
      // So that the plan depends on what the index holds, not on how full the machine's cache and a small table are.
      await sql`set local enable_bitmapscan = off`.execute(trx);
      return JSON.stringify(await countOf(trx, filter, 15_000).explain("json"));
    });
    assert.match(plan, /"Index Only Scan"/, text);
    assert.doesNotMatch(plan, /Heap Scan|Seq Scan/, text);
  }
});

function day(text: string): Date {
  return new Date(`${text}T00:00:00Z`);
}

eachEngine(
  "findAuditEntries() pages through the log in both directions without gaps",
  async ({ db }) => {
    await recordAll(db, ENTRIES);
    const filter: AuditFilter = { actor: "ada@example.com" };
    const limit = 7;
    const first = await findAuditEntries(db, filter, { limit });
    const down = [first];
    for (let page = first; page.laterCount + page.entries.length < page.total;) {
      page = await findAuditEntries(db, filter, { limit, older: page.entries.at(-1)?.seq });
      down.push(page);
    }
    assert.deepEqual(down.map(({ entries }) => entries.length), [7, 7, 6]);
    assert.deepEqual(down.map(({ laterCount }) => laterCount), [0, 7, 14]);
    const seqs = down.flatMap(({ entries }) => entries.map(({ seq }) => seq));
    assert.deepEqual(seqs, Array.from({ length: 20 }, (_, index) => 58 - 3 * index));

    const up = await findAuditEntries(db, filter, { limit, newer: down[2]?.entries[0]?.seq });
    assert.deepEqual(up, down[1], "one step up is the previous page");
    assert.deepEqual(
      await findAuditEntries(db, filter, { limit, newer: 40 }),
      first,
      "the last step up is a full page",
    );
    assert.deepEqual(
      await findAuditEntries(db, filter, { limit, newer: 99 }),
      first,
      "a step beyond the top is the first page",
    );
    const bottom = await findAuditEntries(db, filter, { limit, older: 1 });
    assert.deepEqual(
      bottom.entries.map(({ seq }) => seq),
      seqs.slice(-7),
      "a step beyond the end is the last page",
    );
  },
);

eachEngine(
  "an entry has its previous state, whether its record is gone, and its neighbours in the history",
  async ({ db }) => {
    const about = (entityId: string | null, action: string, after: object | null): AuditEntry => ({
      actor: "ada@example.com",
      action,
      entityType: "tier",
      entityId,
      before: { label: "Old" },
      after,
      requestId: null,
    });
    await recordAll(db, [
      about("gone", "update", { label: "New" }),
      about("here", "update", { label: "New" }),
      about(null, "purge", null),
      about("gone", "delete", null),
      about("back", "delete", null),
      about("back", "create", {}),
      about(null, "purge", null),
      // A record of another kind may have the same id.
      { ...about("here", "delete", null), entityType: "system" },
    ]);
    const { entries: [other, ...entries] } = await findAuditEntries(db, {}, { limit: 10 });
    assert.deepEqual([other?.seq, other?.gone], [8, true]);
    assert.deepEqual(
      entries.map(({ seq, gone }) => [seq, gone]),
      [[7, false], [6, false], [5, false], [4, true], [3, false], [2, false], [1, true]],
    );
    const [fourth, third, second, first] = [
      await findAuditEntry(db, 4),
      await findAuditEntry(db, 3),
      await findAuditEntry(db, 2),
      await findAuditEntry(db, 1),
    ];
    assert.deepEqual([first?.earlier, first?.later, first?.previousHash], [null, 4, null]);
    assert.deepEqual([fourth?.earlier, fourth?.later], [1, null]);
    assert.deepEqual([third?.earlier, third?.later], [null, 7]);
    assert.deepEqual([second?.earlier, second?.later], [null, null]);
    assert.equal(fourth?.previousHash, third?.hash);
    assert.deepEqual(fourth?.entry, entries[3]);
    assert.deepEqual(fourth?.entry.before, { label: "Old" });
    assert.equal(await findAuditEntry(db, 9), undefined);

    const change = await lastChange(db, "tier", "gone");
    assert.deepEqual(change, { seq: 4, at: fourth?.entry.at, by: "ada@example.com" });
    assert.equal(await lastChange(db, "tier", "never"), null);
  },
);

eachEngine(
  "entriesOfRequest() finds what one author did to one kind of record, less than a day ago (§6.2)",
  async ({ db }) => {
    const [ada = "", bob = ""] = ACTORS;
    const did = (actor: string, requestId: string, entityType: string, entityId: string) => ({
      ...{ actor, requestId, entityType, entityId },
      action: "update",
    });
    await recordAll(db, [
      did(ada, "now", "tier", "first"),
      did(bob, "now", "tier", "of another author"),
      did(ada, "now", "system", "of another kind"),
      did(ada, "now", "tier", "second"),
      did(ada, "yesterday", "tier", "third"),
    ]);
    const late = "update audit_log set at = at - interval '25 hours' where seq = 5";
    await behindTheTriggers(db, late);
    const idsOf = async (requestId: string) =>
      (await entriesOfRequest(db, { actor: ada, requestId, entityType: "tier" }))
        .map(({ entityId }) => entityId);
    assert.deepEqual(await idsOf("now"), ["first", "second"]);
    assert.deepEqual(await idsOf("yesterday"), []);
  },
);

eachEngine(
  "auditChoices() lists the types, actors and actions of the log, each once",
  async ({ db }) => {
    assert.deepEqual(await auditChoices(db), { types: [], actors: [], actions: [] });
    await recordAll(db, ENTRIES);
    assert.deepEqual(await auditChoices(db), {
      types: ["rule", "system", "user"],
      actors: ACTORS,
      actions: ["create", "delete", "retire", "update"],
    });
  },
);
