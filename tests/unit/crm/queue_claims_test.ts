import assert from "node:assert/strict";
import { sql, UpdateQueryNode } from "kysely";
import { storeLead } from "@/lib/crm/accept.ts";
import { claimRow } from "@/lib/crm/queue.ts";
import { anyDatabase } from "@/tests/helpers/any_database.ts";
import { eachEngine } from "@/tests/helpers/db.ts";
import { aLead, MINUTE, openLeads } from "@/tests/helpers/leads.ts";

/** A node of a plan, as Postgres reports it. */
interface PlanNode {
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly PlanNode[];
}

function rowsRead(node: PlanNode): number {
  const own = (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"];
  return own + (node.Plans ?? []).reduce((sum, child) => sum + rowsRead(child), 0);
}

eachEngine(
  "a claim reads each waiting lead of a busy address once, however many it has (§3.1)",
  async (database) => {
    await using bench = await openLeads(database, { connected: false });
    const { db } = bench;
    const leads = 60;
    for (let lead = 0; lead < leads; lead++) {
      await storeLead(db, aLead({ firstName: `${lead}` }), bench.now());
      bench.pass(1);
    }
    const last = (await bench.rows()).at(-1)?.id ?? "";
    const claim = { now: bench.now(), leaseMs: MINUTE, which: "due" } as const;
    const claimed = await claimRow(db, { ...claim, token: crypto.randomUUID(), id: last });
    assert.equal(claimed?.id, last);

    const updates: UpdateQueryNode[] = [];
    const spied = db.withPlugin({
      transformQuery({ node }) {
        if (UpdateQueryNode.is(node)) updates.push(node);
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
    assert.equal(await claimRow(spied, { ...claim, token: crypto.randomUUID() }), null);
    const [update] = updates;
    assert.ok(update);
    const { sql: text, parameters } = db.getExecutor()
      .compileQuery(update, { queryId: crypto.randomUUID() });
    const parts = text.split(/\$\d+/);
    const order = Array.from(text.matchAll(/\$(\d+)/g), ([, place]) => Number(place));
    const query = parts.slice(1).reduce(
      (whole, part, at) => sql`${whole}${parameters[(order[at] ?? 0) - 1]}${sql.raw(part)}`,
      sql.raw(`explain (analyze, format json) ${parts[0]}`),
    );
    const { rows: [row] } = await query.execute(db);
    const { "QUERY PLAN": [plan] } = row as { "QUERY PLAN": readonly [{ Plan: PlanNode }] };
    const read = rowsRead(plan.Plan);
    assert.ok(read < leads * 10, `${read} rows`);
  },
);

anyDatabase("no worker claims a lead once the stop has begun (§3.1)", async (database) => {
  await using waiting = await openLeads(database, { connected: false });
  for (const name of ["kim", "lee", "pat"]) {
    await storeLead(database.db, aLead({ email: `${name}@build.test` }), waiting.now());
  }
  const stop = new AbortController();
  let claims = 0;
  const db = database.db.withPlugin({
    transformQuery({ node }) {
      if (UpdateQueryNode.is(node) && JSON.stringify(node).includes("SkipLocked")) claims++;
      if (claims > 0) stop.abort();
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  await using bench = await openLeads({ ...database, db });
  const run = await bench.crm.process({ which: "due", signal: stop.signal });
  assert.deepEqual([run.processed, run.waiting, claims], [0, 3, 1]);
});
