/** The erasure of personal data by staff (spec §5, ux: Privacy). */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { leaveEverywhere, tracesOf } from "../helpers/erasure.ts";
import { aCatalog, aSystem } from "../helpers/factories.ts";
import { CONSENT_ENVIRONMENT } from "../helpers/session.ts";
import { type Answer, type StaffBench, startStaff } from "../helpers/staff.ts";
import { anyEngine } from "../helpers/db.ts";

const PRIVACY = "/admin/privacy";

function hidden(html: string, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";
}

/** Returns the phrase that confirms a plan. */
function phraseOf({ text }: Answer): string {
  return /<strong>([^<]+)<\/strong>/.exec(text)?.[1] ?? "";
}

/** Returns the numbers of a plan, by the names of its rows. */
function countsOf({ text }: Answer): Record<string, number> {
  const rows = text.slice(text.indexOf("<tbody"), text.indexOf("</tbody>")).split("<tr").slice(1);
  return Object.fromEntries(rows.map((row) => {
    const cells = [...row.matchAll(/<t[hd][^>]*>([^<]*)</g)].map(([, text]) => text ?? "");
    return [cells[0], Number(cells[3])];
  }));
}

async function planOf(bench: StaffBench, fields: Record<string, string>): Promise<Answer> {
  const plan = await bench.post(PRIVACY, { ...fields, intent: "plan" });
  assert.equal(plan.status, 200, plan.text);
  return plan;
}

anyEngine("staff see a plan, confirm it and get a receipt (§5)", async (engine) => {
  const catalog = aCatalog({ systems: [aSystem("sys-a")] });
  await using bench = await startStaff(catalog, engine, CONSENT_ENVIRONMENT);
  const { services } = bench.app;
  const before = await bench.get(PRIVACY);
  assert.match(before.text, /Nothing has been erased yet/);
  for (const field of ["session_id", "contact_id", "before"]) {
    assert.match(before.text, new RegExp(`name="${field}"`));
  }
  assert.match(before.text, /name="intent" value="plan"[^>]*>Show plan</);

  const traveller = await leaveEverywhere(services);
  const chosen = { session_id: traveller.id };
  const plan = await planOf(bench, chosen);
  assert.equal(countsOf(plan).Sessions, 1);
  assert.equal(countsOf(plan)["Answered questions"], 2);
  assert.equal(countsOf(plan).Leads, 2);
  assert.equal(countsOf(plan).Events, 2);
  const planHash = hidden(plan.text, "plan_hash");
  const confirm = phraseOf(plan);
  assert.equal(confirm, "erase 1 session");
  assert.match(plan.text, /value="erase"[^>]*>Erase</);
  const order = { ...chosen, plan_hash: planHash, confirm, intent: "erase" };

  for (
    const [refused, status] of [
      [{ ...order, confirm: "" }, 400],
      [{ ...order, confirm: "erase 2 sessions" }, 400],
      [{ ...order, plan_hash: "" }, 409],
      [{ ...order, plan_hash: "another" }, 409],
      [{ plan_hash: planHash, confirm, intent: "erase" }, 400],
      [{ ...order, contact_id: "7" }, 400],
    ] as const
  ) {
    const answer = await bench.post(PRIVACY, refused);
    assert.equal(answer.status, status, JSON.stringify(refused));
    assert.match(answer.text, /Nothing was|one of the three fields/);
  }
  assert.equal((await bench.post(PRIVACY, order, "auditor")).status, 403);
  assert.equal((await bench.post(PRIVACY, { ...chosen, intent: "plan" }, "auditor")).status, 403);

  await services.kv.set(["assistant_transcripts", traveller.id, 3], {});
  const stale = await bench.post(PRIVACY, order);
  assert.equal(stale.status, 409);
  assert.match(stale.text, /the data changed after you saw the plan/);
  assert.equal(countsOf(stale)["Answered questions"], 3);
  assert.notDeepEqual(await tracesOf(services, traveller), []);
  assert.deepEqual(await bench.entries(), []);

  const now = { ...order, plan_hash: hidden(stale.text, "plan_hash") };
  const sent = await Promise.all([bench.post(PRIVACY, now), bench.post(PRIVACY, now)]);
  for (const { status, location } of [...sent, await bench.post(PRIVACY, now)]) {
    assert.deepEqual([status, location], [303, PRIVACY], "a repeated order is accepted");
  }
  await services.background.idle();
  assert.deepEqual(await tracesOf(services, traveller), []);
  const [entry, ...others] = await bench.entries();
  assert.deepEqual([entry?.actor, entry?.action, entry?.id], ["editor@example.com", "erase", null]);
  assert.equal(Object(entry?.after).plan_hash, hidden(stale.text, "plan_hash"));
  assert.deepEqual(others, []);
  const after = await bench.get(PRIVACY, "admin");
  assert.match(after.text, /1 session, 3 answered questions/);
  assert.match(after.text, /editor@example\.com/);
  assert.equal(after.text.includes(traveller.id), false);
  assert.match((await planOf(bench, chosen)).text, /There is nothing to erase/);

  await leaveEverywhere(services);
  const tomorrow = new Date(services.now().getTime() + 86_400_000).toISOString().slice(0, 10);
  const all = await planOf(bench, { before: tomorrow });
  assert.equal(countsOf(all).Sessions, 1);
  const dayAfter = new Date(services.now().getTime() + 2 * 86_400_000).toISOString().slice(0, 10);
  for (
    const fields of [
      { before: dayAfter },
      { before: "yesterday" },
      { before: "2026-02-30" },
      { session_id: "x" },
      { contact_id: "x" },
      {},
    ]
  ) {
    const answer = await bench.post(PRIVACY, { ...fields, intent: "plan" });
    assert.equal(answer.status, 400, JSON.stringify(fields));
  }

  const erased = { before: tomorrow, plan_hash: hidden(all.text, "plan_hash") };
  await bench.post(PRIVACY, { ...erased, confirm: phraseOf(all), intent: "erase" });
  const [, day = ""] = /everything (from before \d+ \w+ \d{4} \(UTC\))/.exec(all.text) ?? [];
  assert.notEqual(day, "");
  assert.ok((await bench.get(PRIVACY)).text.includes(`Everything ${day}`), "the receipt");
  await leaveEverywhere(services);

  // While the session store fails, a plan could only be wrong.
  const { kv } = services;
  const { list, getMany } = kv;
  const broken = () => Promise.reject(new Error("database disk image is malformed"));
  for (
    const parts of [
      { getMany: broken },
      {
        list: (...keys: Parameters<typeof list>) =>
          Object.assign(list.apply(kv, keys), { next: broken }),
      },
    ]
  ) {
    Object.assign(kv, parts);
    for (const fields of [chosen, { before: tomorrow }, { contact_id: "7" }]) {
      // The plan of a day lists the sessions, and nobody is associated with the contact, so neither gets a session.
      if (fields !== chosen && "getMany" in parts) continue;
      for (const intent of ["plan", "erase"]) {
        const answer = await bench.post(PRIVACY, { ...fields, intent });
        assert.equal(answer.status, 503, JSON.stringify([fields, Object.keys(parts)]));
      }
    }
    Object.assign(kv, { list, getMany });
  }

  // An erasure whose process ended early is shown as under way.
  const begun = { id: crypto.randomUUID(), plan_hash: "h", chosen_by: "session", sessions: 2 };
  await sql`insert into erasures (id, plan_hash, chosen_by, sessions, actor, began_at)
    values (${begun.id}, 'h', 'session', 2, 'editor@example.com', now())`.execute(services.db);
  assert.match((await bench.get(PRIVACY)).text, /An erasure is under way/);
});
