/** The background jobs of a process: at its start, on schedule, and on messages (spec §3.1, §3.4, §4.1, §4.11, §5). */
import assert from "node:assert/strict";
import { storeLead } from "@/lib/crm/accept.ts";
import { RETRY_MESSAGE } from "@/lib/crm/mod.ts";
import { startJobs } from "@/lib/services.ts";
import { readSchedule } from "@/lib/services/status.ts";
import { emptyPayload } from "@/lib/session/mod.ts";
import { startCms } from "../doubles/cms.ts";
import { startCrm } from "../doubles/crm.ts";
import { startApp } from "../helpers/app.ts";
import { smallGraph, storeMapped } from "../helpers/cms.ts";
import { storeItem } from "../helpers/corpus.ts";
import { aLead } from "../helpers/leads.ts";
import { until } from "../helpers/until.ts";

const DAY_MS = 86_400_000;

Deno.test("a process does all of its jobs (design §3, §5)", async (t) => {
  await using cms = await startCms({ graph: smallGraph(), collectionSize: 5 });
  await using crm = startCrm();
  let at = Date.now();
  const asked: string[] = [];
  await using app = await startApp({
    environment: {
      ...crm.environment,
      CMS_BASE_URL: cms.origin,
      CMS_SYNC_NIGHTLY: "true",
      SEED: "none",
    },
    overrides: {
      now: () => new Date(at),
      fetchPublic: (url) => {
        asked.push(url);
        return Promise.resolve({ ok: false, reason: "dns", detail: "there is no such host", url });
      },
    },
  });
  const { services } = app;
  const { db, kv, background, now } = services;
  await storeMapped(services);
  const crons = new Map<string, () => unknown>();
  const cron = (name: string, ...rest: unknown[]) => {
    const work = rest.at(-1);
    assert.ok(typeof work === "function");
    crons.set(name, () => work());
    return Promise.resolve();
  };
  /** Runs a job at its next minute. */
  const tick = async (name: string) => {
    at += 60_000;
    await crons.get(name)?.();
    await background.idle();
  };
  const statusOf = async (email: string) => {
    const row = await db.selectFrom("crm_sync_queue").select(["status", "email"]).execute();
    return row.find((lead) => lead.email === email)?.status ?? "done";
  };
  const beginErasure = () =>
    db.insertInto("erasures").values({
      id: crypto.randomUUID(),
      plan_hash: "h",
      chosen_by: "session",
      before_day: null,
      actor: "editor@example.com",
      request_id: null,
      began_at: now(),
      sessions: 0,
    }).execute();
  const erasures = () => db.selectFrom("erasures").select("id").execute();

  await t.step(
    "at its start it sends the leads and finishes the erasures that were left",
    async () => {
      await storeLead(db, aLead({ email: "left@build.test" }), now());
      await beginErasure();
      startJobs(services, cron);
      await background.idle();
      assert.equal(await statusOf("left@build.test"), "done");
      assert.equal(crm.records.contacts.size, 1);
      assert.deepEqual(await erasures(), []);
    },
  );

  await t.step("a message of the queue attempts the leads that are due (§3.1)", async () => {
    await storeLead(db, aLead({ email: "due@build.test" }), now());
    await db.updateTable("crm_sync_queue").set({ attempts: 1 }).where("status", "=", "queued")
      .execute();
    await kv.enqueue({ kind: RETRY_MESSAGE, id: "any" });
    await until("the retry", async () => await statusOf("due@build.test") === "done");
  });

  await t.step("the purge removes expired sessions (§3.4)", async () => {
    const expiresAt = at - 1;
    await kv.atomic()
      .set(["sessions", "gone"], {
        payload: emptyPayload(),
        track: null,
        consent: { measurement: false, marketing: false },
        createdAt: at - DAY_MS,
        updatedAt: at - DAY_MS,
        expiresAt,
      })
      .set(["sessions_by_expiry", expiresAt, "gone"], null).commit();
    await tick("purge expired sessions");
    assert.equal((await kv.get(["sessions", "gone"])).value, null);
  });

  await t.step("the half-hourly job retries due leads, and deletes old ones (§3.1)", async () => {
    await db.updateTable("crm_sync_queue").set({ finished_at: new Date(at - 31 * DAY_MS) })
      .execute();
    await storeLead(db, aLead({ email: "waits@build.test" }), now());
    await db.updateTable("crm_sync_queue").set({ attempts: 1 }).where("status", "=", "queued")
      .execute();
    await tick("retry leads");
    const rows = await db.selectFrom("crm_sync_queue").select(["status", "attempts"]).execute();
    assert.deepEqual(rows, [{ status: "done", attempts: 2 }]);
  });

  await t.step("erasures of a process that has died are finished (§5)", async () => {
    await beginErasure();
    await tick("finish erasures");
    assert.deepEqual(await erasures(), []);
  });

  await t.step("the weekly job checks the links that are due (§4.1)", async () => {
    await storeItem(db, "article", { row: { source_url: "https://news.test/article" } });
    await tick("check links");
    assert.deepEqual(asked, ["https://news.test/article"]);
  });

  await t.step(
    "the nightly sync applies all kinds, says when one was incomplete, and reads it again (§4.11)",
    async () => {
      const runs = async () =>
        (await db.selectFrom("sync_runs").select("kind").orderBy("kind").execute())
          .map(({ kind }) => kind);
      const ended = async () =>
        (await readSchedule(services))?.find(({ name }) => name === "sync the CMS")?.last?.state;
      cms.fault = (list) => list === "projects" ? "200 page" : null;
      await tick("sync the CMS");
      assert.equal(await ended(), "failed");
      cms.fault = () => null;
      await tick("sync the CMS");
      assert.equal(await ended(), "done");
      assert.deepEqual(await runs(), ["attributes", "images", "projects", "projects"]);
      const applied = await db.selectFrom("cms_projects").select("uuid").execute();
      assert.equal(applied.length, 12);
      at += DAY_MS;
      await tick("sync the CMS");
      assert.equal((await runs()).length, 7, "the next night reads all of it");
      await db.updateTable("sync_runs").set({ errors: JSON.stringify(["A value is no number."]) })
        .where("kind", "=", "projects").execute();
      await tick("sync the CMS");
      assert.equal(await ended(), "done", "an error in the values, which a new walk does not mend");
      assert.equal((await runs()).length, 7);
      await db.updateTable("sync_runs").set({ applied_by: "editor@example.com" }).execute();
      await tick("sync the CMS");
      assert.equal((await runs()).length, 10, "what staff have synced before may be old");
    },
  );
});
