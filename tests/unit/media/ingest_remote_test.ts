/** Importing remote originals, and attempts to make the import fetch what it must not (§5). */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { type DatabaseHandle, openDatabase } from "@/lib/db/mod.ts";
import { type ImportOutcome, importRemote, readOriginal } from "@/lib/media/mod.ts";
import { createPublicFetch, isPublicAddress, type NetworkPolicy } from "@/lib/net/mod.ts";
import { startWeb, type WebAnswer, type WebDouble } from "@/tests/doubles/web.ts";
import { eachEngine, migratedLocation, onServerOnly } from "@/tests/helpers/db.ts";
import { storeAsset } from "@/tests/helpers/media.ts";
import { joined, pictureFile } from "@/tests/helpers/pictures.ts";
import { until } from "@/tests/helpers/until.ts";

/** Hosts that originals may be imported from. */
const HOSTS = ["cdn.test", "img.test", "rebound.test", "10.0.0.8", "gone.example"];
const HOURS = 60 * 60_000;

interface Library {
  readonly web: WebDouble;
  /** Moves the clock forward. */
  later(ms: number): void;
  /** Stores an asset with a remote URL, and returns its id. */
  remote(url: string): Promise<string>;
  import(
    id: string,
    network?: NetworkPolicy,
    from?: { hosts?: string[]; origin?: string; wholeMs?: number },
  ): Promise<ImportOutcome>;
}

function eachLibrary(
  name: string,
  test: (library: Library, database: DatabaseHandle) => Promise<void>,
): void {
  eachEngine(name, async (database, { dataDir }) => {
    await using web = startWeb();
    await test(libraryOf(database, { web, dataDir }), database);
    assert.deepEqual(await filesIn(`${dataDir}/uploads`), [], "files are left behind");
  });
}

/** Returns the entries of a folder; none when it does not exist. */
async function filesIn(folder: string): Promise<Deno.DirEntry[]> {
  try {
    return await Array.fromAsync(Deno.readDir(folder));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

function libraryOf(
  { db }: DatabaseHandle,
  { web, dataDir }: { web: WebDouble; dataDir: string },
): Library {
  let now = Date.parse("2026-05-01T10:00:00Z");
  let count = 0;
  return {
    web,
    later: (ms) => now += ms,
    async remote(url) {
      const id = `remote-${++count}`;
      await storeAsset(db, { id, source: "cms", source_ref: id, remote_url: url });
      return id;
    },
    import: (id, network = web.network, { hosts = HOSTS, origin, wholeMs = 60_000 } = {}) =>
      importRemote({
        db,
        fetchPublic: createPublicFetch(network, { connectMs: 60_000, wholeMs }),
        hosts,
        ...(origin !== undefined && { origin }),
        folder: `${dataDir}/uploads`,
        now: () => new Date(now),
      }, id),
  };
}

/** An answer with one character for each byte in its body, as the double sends it. */
function answerOf(bytes: Uint8Array, type = "image/png"): WebAnswer {
  const body = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return { headers: { "content-type": type }, body };
}

async function rowOf({ db }: DatabaseHandle, id: string) {
  return await db.selectFrom("media_assets").selectAll().where("id", "=", id)
    .executeTakeFirstOrThrow();
}

eachLibrary("an original is imported once, and stored as an upload is (§4.11)", async (
  library,
  database,
) => {
  const { web } = library;
  const file = await pictureFile("jpeg");
  web.page("img.test/real.jpg", answerOf(file, "text/plain"));
  web.page("cdn.test/a", { status: 302, headers: { location: web.url("img.test/real.jpg") } });
  const id = await library.remote(web.url("cdn.test/a"));
  const outcomes = await Promise.all([library.import(id), library.import(id), library.import(id)]);
  assert.deepEqual(outcomes, Array(3).fill({ kind: "imported" }));
  assert.equal(web.requests.length, 2, "concurrent imports share one download");
  assert.deepEqual(await library.import(id), { kind: "present" });
  assert.equal(web.requests.length, 2, "what is stored is not fetched again");

  const row = await rowOf(database, id);
  assert.deepEqual([row.mime, row.width, row.height, row.source], ["image/jpeg", 320, 200, "cms"]);
  const original = joined(...await Array.fromAsync(readOriginal(database.db, id)));
  assert.equal(original.length, row.bytes);
  assert.equal((await database.db.selectFrom("audit_log").select("seq").execute()).length, 0);

  // The sync writes another URL while the file arrives: neither it nor its failure is of that URL.
  for (const [answer, kind] of [[answerOf(file), "busy"], [404, "failed"]] as const) {
    let changing: Promise<unknown> | undefined;
    const url = web.page("cdn.test/old", () => {
      changing = database.db.updateTable("media_assets").set({ remote_url: `${url}-new` })
        .where("id", "=", overtaken).execute();
      return answer;
    });
    const overtaken = await library.remote(url);
    assert.equal((await library.import(overtaken)).kind, kind);
    await changing;
    const { original_hash, import_error } = await rowOf(database, overtaken);
    assert.deepEqual([original_hash, import_error], [null, null], kind);
  }
});

eachLibrary("the host of the CMS needs no entry in the list of hosts (§4.11)", async (library) => {
  const { web } = library;
  const page = web.page("cms.test/a.png", answerOf(await pictureFile("png")));
  const id = await library.remote(page);
  const { origin } = new URL(page);
  assert.equal((await library.import(id, web.network, { origin })).kind, "imported");
});

eachLibrary("the same file at two URLs stays two assets", async (library, database) => {
  const { web } = library;
  const page = answerOf(await pictureFile("png"));
  const [first, second] = await Promise.all(
    ["cdn.test/1.png", "cdn.test/2.png"].map((place) => library.remote(web.page(place, page))),
  );
  assert.ok(first && second);
  assert.equal((await library.import(first)).kind, "imported");
  assert.equal((await library.import(second)).kind, "imported");
  const hashes = [await rowOf(database, first), await rowOf(database, second)]
    .map(({ upload_hash }) => upload_hash);
  assert.equal(hashes.filter((hash) => hash === null).length, 1);
});

eachLibrary("a failed import is retried after an hour, not before", async (
  library,
  database,
) => {
  const { web } = library;
  let answer: WebAnswer = 500;
  const id = await library.remote(web.page("cdn.test/a.png", () => answer));
  const first = await library.import(id);
  assert.ok(first.kind === "failed");
  assert.match(first.message, /its host answers 500/);
  const row = await rowOf(database, id);
  assert.equal(row.import_error, first.message);
  assert.ok(row.import_failed_at);
  answer = answerOf(await pictureFile("png"));
  library.later(HOURS - 1000);
  assert.deepEqual(await library.import(id), first);
  assert.equal(web.requests.length, 1);
  library.later(2000);
  assert.equal((await library.import(id)).kind, "imported");
  assert.deepEqual((await rowOf(database, id)).import_error, null);

  // A process with a wrong clock noted a failure of tomorrow.
  answer = 500;
  const other = await library.remote(web.page("cdn.test/b.png", () => answer));
  library.later(24 * HOURS);
  assert.equal((await library.import(other)).kind, "failed");
  library.later(-24 * HOURS);
  answer = answerOf(await pictureFile("webp"));
  assert.equal((await library.import(other)).kind, "imported");
});

eachLibrary(
  "the import of an unknown asset, or of one without a remote URL, is missing",
  async (library, { db }) => {
    await storeAsset(db, { id: "nowhere" });
    assert.deepEqual(await library.import("nowhere"), { kind: "missing" });
    assert.deepEqual(await library.import("no-such"), { kind: "missing" });
  },
);

/** The policy of production, except for the host names and the port of the double. */
function publicNetwork(web: WebDouble): NetworkPolicy {
  return { ...web.network, allowsAddress: isPublicAddress };
}

type Trick = readonly [
  name: string,
  url: string | ((web: WebDouble) => string),
  says: RegExp,
  network?: "public",
];

const elsewhere = /not one that pictures come from/;
const to = (location: string | ((web: WebDouble) => string)) => (web: WebDouble) =>
  web.page("cdn.test/trick", {
    status: 302,
    headers: { location: typeof location === "string" ? location : location(web) },
  });

/** Each must be refused without a request to its target. */
const TRICKS: readonly Trick[] = [
  ["a host that is not in the list", "http://evil.test/a.png", elsewhere],
  ["a host that only ends like a listed one", "http://evil-cdn.test/a.png", elsewhere],
  ["a subdomain of a listed host", "http://a.cdn.test/a.png", elsewhere],
  ["a host with a trailing dot", "http://cdn.test./a.png", elsewhere],
  ["a loopback address", "http://127.0.0.1/a.png", elsewhere],
  ["localhost", "http://localhost/a.png", elsewhere],
  ["an IPv4 address in decimal", "http://2130706433/a.png", elsewhere],
  ["an IPv4 address in octal", "http://0177.0.0.1/a.png", elsewhere],
  ["an IPv4 address in hexadecimal", "http://0x7f.1/a.png", elsewhere],
  ["::1", "http://[::1]/a.png", elsewhere],
  ["a mapped IPv4 address", "http://[::ffff:127.0.0.1]/a.png", elsewhere],
  ["[::]", "http://[::]/a.png", elsewhere],
  ["a private IPv6 address", "http://[fd00::1]/a.png", elsewhere],
  ["the cloud's metadata address", "http://169.254.169.254/latest/meta-data", elsewhere],
  [
    "a listed private address",
    (web) => web.url("10.0.0.8/a.png"),
    /not on the public/,
    "public",
  ],
  [
    "a name that resolves to a private address",
    (web) => {
      web.hosts.set("rebound.test", ["192.168.1.10"]);
      return web.url("rebound.test/a.png");
    },
    /not on the public/,
    "public",
  ],
  [
    "a name that also resolves to a private address",
    (web) => {
      web.hosts.set("rebound.test", ["93.184.216.34", "::ffff:10.1.1.1"]);
      return web.url("rebound.test/a.png");
    },
    /not on the public/,
    "public",
  ],
  ["a name that does not exist", (web) => web.url("gone.example/a.png"), /there is no host/],
  ["credentials", (web) => web.url("cdn.test/a.png").replace("//", "//user:secret@"), /user name/],
  ["another port", "http://cdn.test:22/a.png", /port 22 is not one of the web/],
  ["another port, with https", "https://cdn.test:8443/a.png", /port 8443/],
  ["a file", "file:///etc/passwd", elsewhere],
  ["a file on a host", "file://cdn.test/etc/passwd", /neither http nor https/],
  ["a data URL", "data:image/png;base64,AAAA", elsewhere],
  ["ftp", "ftp://cdn.test/a.png", /neither http nor https/],
  ["a javascript URL", "javascript:alert(1)", elsewhere],
  ["no URL", "not an address", /not a web address/],
  ["a redirect to loopback", to("http://127.0.0.1/a.png"), /leads on to 127\.0\.0\.1/],
  ["a redirect to ::1", to("http://[::1]/a.png"), /leads on to/],
  [
    "a redirect to a host not in the list",
    to((web) => web.url("evil.test/a.png")),
    /leads on to evil/,
  ],
  ["a redirect to a listed private address", to("http://10.0.0.8:1/a"), /port 1 /],
  [
    "a redirect with credentials",
    to((web) => web.url("img.test/a").replace("//", "//u:p@")),
    /user name/,
  ],
  ["a redirect to a file", to("file:///etc/passwd"), /leads on to/],
  ["an endless redirect", to((web) => web.url("cdn.test/trick")), /more than 5 times/],
];

/** Private addresses in several notations, which stay unreachable even when the list of hosts names them. */
const OWN = [
  "127.0.0.1",
  "2130706433",
  "0177.0.0.1",
  "0x7f.1",
  "10.0.0.8",
  "169.254.169.254",
  "[::1]",
  "[::]",
  "[fd00::1]",
  "[fe80::1]",
  "[::ffff:127.0.0.1]",
  "[64:ff9b::7f00:1]",
  "[2002:7f00:1::]",
];

eachLibrary(
  "a private address stays unreachable even when the list of hosts names it (§5)",
  async (library) => {
    const { web } = library;
    const hosts = OWN.map((host) => new URL(`http://${host}`).hostname);
    for (const host of OWN) {
      const id = await library.remote(`http://${host}:${web.port}/a.png`);
      const outcome = await library.import(id, publicNetwork(web), { hosts });
      assert.ok(outcome.kind === "failed", host);
      assert.match(outcome.message, /not on the public internet/, host);
    }
    assert.deepEqual(web.requests, []);
  },
);

const FORBIDDEN_HOST = /evil|127|\[|rebound|10\.0/;

eachLibrary(
  "every attempt to reach a host that is not listed or not public is refused (§5)",
  async (library, database) => {
    const { web } = library;
    for (const [name, url, says, network] of TRICKS) {
      const before = web.requests.length;
      const id = await library.remote(typeof url === "string" ? url : url(web));
      const outcome = await library.import(id, network && publicNetwork(web));
      assert.ok(outcome.kind === "failed", `${name}: ${outcome.kind}`);
      assert.match(outcome.message, says, name);
      const asked = web.requests.slice(before).filter(({ host }) => FORBIDDEN_HOST.test(host));
      assert.deepEqual(asked, [], `${name}: its host received a request`);
      const row = await rowOf(database, id);
      assert.deepEqual([row.original_hash, row.import_error], [null, outcome.message], name);
    }
    assert.deepEqual(await database.db.selectFrom("media_blobs").select("seq").execute(), []);
  },
);

async function* endless(head: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(head);
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    yield Uint8Array.of(0xff);
  }
}

eachLibrary(
  "an answer that is too large, too slow or not a picture is a failed import",
  async (library) => {
    const { web } = library;
    const head = "HTTP/1.1 200 OK\r\ncontent-type: image/png\r\n";
    const rows: readonly (readonly [name: string, answer: WebAnswer, says: RegExp])[] = [
      ["announced as too large", { raw: `${head}content-length: 99999999\r\n\r\n` }, /larger than/],
      ["a slow body", { raw: endless(`${head}\r\n`) }, /no answer within/],
      ["silence", "silence", /no answer within/],
      ["a truncated body", { raw: `${head}content-length: 1000\r\n\r\nabc` }, /broke off/],
      ["a web page", answerOf(joined("<!doctype html><h1>x</h1>")), /It is a web page/],
      ["nothing", answerOf(new Uint8Array()), /It is empty/],
      ["not found", 404, /answers 404/],
      ["no content", 204, /answers 204/],
      ["a GIF", answerOf(await pictureFile("gif")), /It is a GIF/],
      ["a script", answerOf(joined("<svg><script/></svg>")), /script/],
    ];
    for (const [name, answer, says] of rows) {
      const place = `cdn.test/${encodeURIComponent(name)}`;
      const wholeMs = /no answer/.test(says.source) ? 700 : 60_000;
      const id = await library.remote(web.page(place, answer));
      const outcome = await library.import(id, web.network, { wholeMs });
      assert.ok(outcome.kind === "failed", `${name}: ${outcome.kind}`);
      assert.match(outcome.message, says, name);
    }
  },
);

onServerOnly("when two processes import one asset, one of them stores it", async () => {
  await using location = await migratedLocation("server");
  await using web = startWeb();
  await using one = await openDatabase(location);
  await using other = await openDatabase(location);
  const libraries = [one, other].map((database) =>
    libraryOf(database, { web, dataDir: location.dataDir })
  );
  const [library] = libraries;
  assert.ok(library);
  const id = await library.remote(web.page("cdn.test/a.png", answerOf(await pictureFile("png"))));
  const outcomes = await Promise.all(libraries.map((each) => each.import(id)));
  assert.deepEqual(outcomes.map(({ kind }) => kind).sort(), ["imported", "present"]);
  const pieces = await one.db.selectFrom("media_blobs").select("seq").execute();
  assert.equal(pieces.length, 1);
});

onServerOnly("two processes that import the same file for two assets both store it", async () => {
  await using location = await migratedLocation("server");
  await using web = startWeb();
  await using database = await openDatabase(location);
  const { db } = database;
  const library = libraryOf(database, { web, dataDir: location.dataDir });
  const page = answerOf(await pictureFile("png"));
  const first = await library.remote(web.page("cdn.test/1.png", page));
  const second = await library.remote(web.page("cdn.test/2.png", page));
  await library.import(first);
  const { upload_hash } = await rowOf(database, first);
  assert.ok(upload_hash);
  await db.updateTable("media_assets").set({ upload_hash: null }).where("id", "=", first).execute();
  const isWaiting = sql<{ waiting: boolean }>`
    select exists (select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock') as waiting`;
  // The other process's hash stays uncommitted until this import waits for it.
  const importing = await db.transaction().execute(async (trx) => {
    await trx.updateTable("media_assets").set({ upload_hash }).where("id", "=", first).execute();
    const outcome = library.import(second);
    outcome.catch(() => {});
    await until(
      "the import waits",
      async () => (await isWaiting.execute(db)).rows[0]?.waiting === true,
    );
    // Wrapped in an object, because the import ends only after the transaction.
    return { outcome };
  });
  assert.deepEqual(await importing.outcome, { kind: "imported" });
  const rows = [await rowOf(database, first), await rowOf(database, second)];
  assert.deepEqual(rows.map((row) => row.upload_hash), [upload_hash, null]);
});
