import type { Insertable } from "kysely";
import assert from "node:assert/strict";
import { checkLink, checkLinks, importCorpus, type LinkRunOptions } from "@/lib/corpus/mod.ts";
import type { Database, DatabaseHandle } from "@/lib/db/mod.ts";
import { createPublicFetch, type PublicFetch } from "@/lib/net/mod.ts";
import { startWeb, type WebDouble } from "@/tests/doubles/web.ts";
import {
  type Db,
  DEFAULT_ENGINE,
  eachEngine,
  migratedLocation,
  opened,
} from "@/tests/helpers/db.ts";

type Item = Insertable<Database["corpus_items"]>;
const WEEK_MS = 7 * 24 * 60 * 60_000;
const START = Date.parse("2030-01-07T04:23:00Z");
const LIMITS = { connectMs: 20_000, wholeMs: 60_000 };

async function store(db: Db, items: Readonly<Record<string, Partial<Item>>>): Promise<void> {
  await db.insertInto("corpus_items").values(
    Object.entries(items).map(([id, item]) => ({
      id,
      source_key: id,
      title: id,
      content_type: "blog" as const,
      source_kind: "url" as const,
      version: "0",
      fetched_at: new Date(0),
      content_hash: "0",
      ...item,
    })),
  ).execute();
}

/** Returns each item's link status, the HTTP status of its note and its failures: `live`, `dead 404`, `live 503 1`. */
async function linksOf(db: Db): Promise<Record<string, string>> {
  const rows = await db.selectFrom("corpus_items").selectAll().orderBy("id").execute();
  return Object.fromEntries(rows.map((row) => [
    row.id,
    [row.link_status, /\((\d+)\)/.exec(row.link_note ?? "")?.[1], row.link_failures || null]
      .filter((part) => part).join(" "),
  ]));
}

async function auditOf(db: Db) {
  return await db.selectFrom("audit_log")
    .select(["actor", "action", "entity_type", "entity_id", "before", "after", "request_id"])
    .orderBy("seq").execute();
}

interface Bench {
  readonly web: WebDouble;
  /** The clock of the run. A pause advances it. */
  time: number;
  readonly slept: number[];
  run(options?: Partial<LinkRunOptions>): ReturnType<typeof checkLinks>;
}

function bench(db: Db, web: WebDouble): Bench {
  const self: Bench = {
    web,
    time: START,
    slept: [],
    run: (options = {}) =>
      checkLinks({
        db,
        fetch: createPublicFetch(web.network, LIMITS),
        now: () => new Date(self.time),
        sleep(ms) {
          self.slept.push(ms);
          self.time += ms;
          return Promise.resolve();
        },
        ...options,
      }),
  };
  return self;
}

/** Defines a test on the default engine only, for behaviour that does not depend on the database. */
function oneEngine(name: string, test: (database: DatabaseHandle) => Promise<void>): void {
  Deno.test(name, async () => {
    await using database = await opened(migratedLocation(DEFAULT_ENGINE));
    await test(database);
  });
}

eachEngine(
  "checkLinks() marks links live, dead or unchecked by what each site answers (§4.1)",
  async ({ db }) => {
    await using web = startWeb();
    web.hosts.set("inside.test", ["10.0.0.1"]);
    web.page("www.pages.test/moved", 200);
    web.page("pages.test/", 200);
    const to = (location: string) => ({ status: 301, headers: { location } });
    await store(db, {
      "a-there": { source_url: web.page("pages.test/a", 200) },
      "b-no-head": {
        source_url: web.page("pages.test/b", ({ method }) => method === "HEAD" ? 405 : 200),
        source_kind: "cms-view",
      },
      "c-gone": { source_url: web.url("pages.test/c"), link_status: "live" },
      "d-withdrawn": { source_url: web.page("pages.test/d", 410), source_kind: "cms-dump" },
      "e-guarded": { source_url: web.page("pages.test/e", 403), link_status: "live" },
      "f-moved": {
        source_url: web.page("pages.test/f", to(web.url("www.pages.test/moved"))),
        state: "retired",
      },
      "g-elsewhere": {
        source_url: web.page("pages.test/g", to(web.url("other.test/"))),
        link_status: "live",
      },
      "h-home": { source_url: web.page("pages.test/h", to("/")), link_status: "live" },
      "i-inside": { source_url: web.url("inside.test/"), link_status: "live" },
      "j-nobody": { source_url: web.url("nobody.invalid/"), link_status: "live" },
      "k-nonsense": { source_url: "not an address", link_status: "live" },
      "l-example": { source_url: "https://www.example.com/l", link_status: "live" },
      "m-upload": { source_url: web.url("pages.test/a"), source_kind: "upload" },
      "n-older": {
        source_url: web.url("pages.test/a"),
        state: "superseded",
        superseded_by: "a-there",
      },
      "o-none": { source_url: null },
    });
    const { run } = bench(db, web);
    const report = await run();
    assert.deepEqual(await linksOf(db), {
      "a-there": "live",
      "b-no-head": "live",
      "c-gone": "dead 404",
      "d-withdrawn": "dead 410",
      "e-guarded": "live 403 1",
      "f-moved": "live",
      "g-elsewhere": "unchecked",
      "h-home": "dead",
      "i-inside": "unchecked",
      "j-nobody": "dead",
      "k-nonsense": "unchecked",
      "l-example": "live",
      "m-upload": "unchecked",
      "n-older": "unchecked",
      "o-none": "unchecked",
    });
    assert.deepEqual(report.counts, { live: 4, dead: 4, unchecked: 3 });
    assert.deepEqual([report.changes.length, report.left, report.finished], [10, 0, true]);
    assert.ok(web.requests.every(({ host }) => host !== "other.test"));

    const [entry, ...more] = await auditOf(db);
    assert.deepEqual(more, []);
    assert.deepEqual([entry?.actor, entry?.action], ["service", "check-link"]);
    const ids = (status: string) => [...Reflect.get(entry?.after ?? {}, status)].sort();
    assert.deepEqual(ids("live"), ["a-there", "b-no-head", "f-moved"]);
    assert.deepEqual(ids("dead"), ["c-gone", "d-withdrawn", "h-home", "j-nobody"]);
    assert.deepEqual(ids("unchecked"), ["g-elsewhere", "i-inside", "k-nonsense"]);
  },
);

eachEngine(
  "checkLinks() makes a link dead after three doubtful weeks, and live again once the page answers",
  async ({ db }) => {
    await using web = startWeb();
    let status = 503;
    await store(db, {
      item: { source_url: web.page("pages.test/", () => status), link_status: "live" },
    });
    const self = bench(db, web);
    for (const expected of ["live 503 1", "live 503 2", "dead 503 3", "dead 503 4"]) {
      await self.run();
      assert.deepEqual(await linksOf(db), { item: expected });
      self.time += WEEK_MS;
    }
    status = 200;
    await self.run();
    assert.deepEqual(await linksOf(db), { item: "live" });
    assert.deepEqual((await auditOf(db)).map(({ after }) => after), [
      { dead: ["item"] },
      { live: ["item"] },
    ]);
  },
);

oneEngine(
  "checkLinks() makes no link dead while no host resolves",
  async ({ db }) => {
    await using web = startWeb();
    await store(db, {
      a: { source_url: "http://one.invalid/", link_status: "live" },
      b: { source_url: "http://two.invalid/", link_status: "live" },
    });
    const network = { ...web.network, allowsPort: () => true };
    await bench(db, web).run({ fetch: createPublicFetch(network, LIMITS) });
    assert.deepEqual(await linksOf(db), { a: "live 1", b: "live 1" });
  },
);

oneEngine(
  "checkLinks() requests one page of a site at a time, with pauses, and checks four sites at once",
  async ({ db }) => {
    await using web = startWeb();
    const hosts = ["a.test", "www.a.test", "b.test", "c.test", "d.test", "e.test", "f.test"];
    const items = hosts.flatMap((host) =>
      [1, 2, 3].map((nr) => [`${host.replaceAll(".", "-")}-${nr}`, `${host}/${nr}`] as const)
    );
    await store(
      db,
      Object.fromEntries(items.map(([id, place]) => [id, { source_url: web.page(place, 200) }])),
    );
    const fetch = createPublicFetch(web.network, LIMITS);
    const pending: string[] = [];
    let most = 0;
    const counting: PublicFetch = async (url, options) => {
      const site = new URL(url).hostname.replace("www.", "");
      assert.ok(!pending.includes(site), `${site} has two requests at a time`);
      pending.push(site);
      most = Math.max(most, pending.length);
      const outcome = await fetch(url, options);
      pending.splice(pending.indexOf(site), 1);
      return outcome;
    };
    const self = bench(db, web);
    const progress: number[] = [];
    const report = await self.run({
      fetch: counting,
      onProgress: ({ done, total }) => progress.push(done / total),
    });
    assert.equal(report.counts.live, 21);
    assert.equal(most, 4);
    assert.deepEqual(self.slept, Array.from({ length: 21 - 6 }, () => 1_000));
    assert.deepEqual(progress, Array.from({ length: 21 }, (_, index) => (index + 1) / 21));
  },
);

oneEngine(
  "checkLinks() waits as long as a site asks, or leaves its other links for the next run",
  async ({ db }) => {
    await using web = startWeb();
    const busy = (seconds: number) => ({ status: 429, headers: { "retry-after": `${seconds}` } });
    await store(db, {
      "a-1": { source_url: web.page("a.test/1", (_, nth) => nth === 0 ? busy(7) : 200) },
      "a-2": { source_url: web.page("a.test/2", 200) },
      "b-1": { source_url: web.page("b.test/1", busy(3600)) },
      "b-2": { source_url: web.page("b.test/2", 200) },
      "c-1": { source_url: web.page("c.test/1", busy(5)) },
      "c-2": { source_url: web.page("c.test/2", 200) },
    });
    const self = bench(db, web);
    const report = await self.run();
    assert.deepEqual(await linksOf(db), {
      "a-1": "live",
      "a-2": "live",
      "b-1": "unchecked 429 1",
      "b-2": "unchecked",
      "c-1": "unchecked 429 1",
      "c-2": "unchecked",
    });
    assert.equal(report.left, 2);
    assert.deepEqual(self.slept.sort(), [1_000, 5_000, 7_000]);
    assert.ok(web.requests.every(({ path, host }) => path !== "/2" || host === "a.test"));

    assert.equal((await self.run()).left, 0, "the next run checks the links that were left");
    assert.equal((await linksOf(db))["c-2"], "live");
  },
);

oneEngine(
  "checkLinks() stops at a site that is down, and counts its other links as unanswered",
  async ({ db }) => {
    await using web = startWeb();
    const down = Object.fromEntries(
      Array.from({ length: 9 }, (_, nr) => [
        `item-${nr}`,
        { source_url: web.page(`down.test/${nr}`, { raw: "" }), link_status: "live" as const },
      ]),
    );
    await store(db, { ...down, up: { source_url: web.page("up.test/", 200) } });
    await bench(db, web).run();
    assert.equal(new Set(web.requests.map(({ path }) => path)).size, 3 + 1);
    const { up, ...links } = await linksOf(db);
    assert.equal(up, "live");
    assert.deepEqual(new Set(Object.values(links)), new Set(["live 1"]));
  },
);

eachEngine(
  "checkLinks() resumes where an aborted run stopped, least recently checked first",
  async ({ db }) => {
    await using web = startWeb();
    const at = (days: number) => new Date(START - days * 24 * 60 * 60_000);
    await store(db, {
      "a-recent": { source_url: web.page("pages.test/a", 200), link_checked_at: at(5) },
      "b-old": { source_url: web.page("pages.test/b", 200), link_checked_at: at(8) },
      "c-older": { source_url: web.page("pages.test/c", 200), link_checked_at: at(9) },
      "d-never": { source_url: web.page("pages.test/d", 200) },
      // By a process with a wrong clock.
      "e-ahead": { source_url: web.page("pages.test/e", 200), link_checked_at: at(-2) },
    });
    const self = bench(db, web);
    const abort = new AbortController();
    const report = await self.run({
      signal: abort.signal,
      onProgress: ({ done }) => done === 2 && abort.abort(),
    });
    assert.deepEqual([report.finished, report.left], [false, 2]);
    assert.deepEqual(web.requests.map(({ path }) => path), ["/d", "/c"]);
    assert.deepEqual((await auditOf(db)).map(({ after }) => after), [{
      live: ["d-never", "c-older"],
    }]);

    await self.run();
    assert.deepEqual(web.requests.map(({ path }) => path), ["/d", "/c", "/b", "/e"]);
    await self.run({ all: true });
    assert.equal(web.requests.length, 4 + 5);
    assert.equal((await auditOf(db)).length, 3, "a run without a change writes no audit entry");
  },
);

oneEngine(
  "checkLinks() audits the changes that it made before an error",
  async ({ db }) => {
    await using web = startWeb();
    await store(db, {
      a: { source_url: web.page("pages.test/a", 200) },
      b: { source_url: web.page("pages.test/b", 200) },
    });
    const failing = bench(db, web).run({
      onProgress() {
        throw new Error("out of order");
      },
    });
    await assert.rejects(failing, /out of order/);
    assert.deepEqual((await auditOf(db)).map(({ after }) => after), [{ live: ["a"] }]);
  },
);

eachEngine(
  "checkLinks() drops a finding when the item's address changed during the check",
  async ({ db }) => {
    await using web = startWeb();
    const url = web.page("pages.test/a", 200);
    await store(db, { a: { source_url: url } });
    const fetch = createPublicFetch(web.network, LIMITS);
    const report = await bench(db, web).run({
      async fetch(address, options) {
        await db.updateTable("corpus_items").set({ source_url: web.url("pages.test/b") }).execute();
        return await fetch(address, options);
      },
    });
    assert.deepEqual(report.counts, { live: 0, dead: 0, unchecked: 0 });
    assert.deepEqual(await linksOf(db), { a: "unchecked" });
  },
);

eachEngine(
  "checkLinks() writes only the time of the check when nothing else changed",
  async ({ db }) => {
    await using web = startWeb();
    await store(db, { a: { source_url: web.page("pages.test/a", 200), link_status: "live" } });
    const read = () => db.selectFrom("corpus_items").selectAll().executeTakeFirstOrThrow();
    const { link_checked_at: _, updated_at: __, ...before } = await read();
    await bench(db, web).run();
    const { link_checked_at, updated_at: ___, ...after } = await read();
    assert.deepEqual(after, before);
    assert.equal(link_checked_at?.getTime(), START);
  },
);

eachEngine(
  "checkLink() checks one link, and audits a change with its author",
  async ({ db }) => {
    await using web = startWeb();
    await store(db, {
      gone: { source_url: web.url("pages.test/gone"), link_status: "live" },
      there: { source_url: web.page("pages.test/there", 200), link_status: "live" },
      nobody: { source_url: web.url("nobody.invalid/"), link_status: "live" },
      example: { source_url: "https://shop.example/x", link_status: "live" },
      upload: { source_url: null, source_kind: "upload" },
    });
    const options = {
      db,
      fetch: createPublicFetch(web.network, LIMITS),
      now: () => new Date(START),
      by: { staff: { email: "ada@example.com" }, requestId: "r1" },
    };
    const gone = await checkLink(options, "gone");
    assert.deepEqual([gone?.before, gone?.status], ["live", "dead"]);
    assert.match(gone?.note ?? "", /404/);
    assert.equal((await checkLink(options, "there"))?.status, "live");
    assert.equal((await checkLink(options, "nobody"))?.status, "dead");
    const example = await checkLink(options, "example");
    assert.deepEqual([example?.status, example?.note?.includes("example")], ["live", true]);
    assert.equal(await checkLink(options, "upload"), null);
    assert.equal(await checkLink(options, "unknown"), null);
    assert.deepEqual(
      (await auditOf(db)).map((entry) => [entry.actor, entry.entity_id, entry.request_id]),
      [["ada@example.com", "gone", "r1"], ["ada@example.com", "nobody", "r1"]],
    );
    assert.deepEqual((await auditOf(db))[0]?.before, { linkStatus: "live" });

    const aborted = { ...options, signal: AbortSignal.abort(new Error("gone away")) };
    await assert.rejects(checkLink(aborted, "there"), /gone away/);
  },
);

eachEngine(
  "importCorpus() keeps the link status of a page whose text changes",
  async ({ db }) => {
    await using web = startWeb();
    const urls = [web.page("pages.test/a", 200), web.url("pages.test/b")];
    async function importPages(text: string): Promise<void> {
      const files = urls.map((url, nr) => {
        const content = `---\ntitle: Page ${nr}\ntype: blog\nurl: ${url}\n` +
          `fetched_at: 2030-01-0${text.length}T00:00:00Z\n---\n\nThis is the ${text} text.\n`;
        const bytes = new TextEncoder().encode(content);
        return { path: `${nr}.md`, size: bytes.length, bytes: () => Promise.resolve(bytes) };
      });
      const report = await importCorpus(db, files, { now: new Date(START) });
      assert.deepEqual(report.skipped, []);
    }
    const current = () =>
      db.selectFrom("corpus_items").select(["link_status", "link_checked_at"])
        .where("state", "=", "active").orderBy("source_url").execute();

    await importPages("old");
    assert.deepEqual((await current()).map((item) => item.link_status), ["unchecked", "unchecked"]);
    await bench(db, web).run();
    await importPages("newer");
    assert.deepEqual(await current(), [
      { link_status: "live", link_checked_at: new Date(START) },
      { link_status: "dead", link_checked_at: new Date(START + 1_000) },
    ]);
  },
);
