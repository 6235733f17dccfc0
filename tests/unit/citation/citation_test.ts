/** Tests cited results: the mark in a link, the catalog at its time, and what the page shows (spec §4.1, §6.2). */
import assert from "node:assert/strict";
import { sql } from "kysely";
import {
  type Author,
  changeRecord,
  createRecord,
  findAuditEntriesSince,
  versionOf,
} from "@/lib/records/mod.ts";
import {
  type Catalog,
  compileSnapshot,
  factorEntity,
  NO_VALUE,
  optionEntity,
  ruleEntity,
  saveValue,
  systemEntity,
  tierEntity,
  trackEntity,
  valuesOfSystem,
} from "@/lib/catalog/mod.ts";
import {
  CATALOG_ENTITIES,
  formatMark,
  parseMark,
  readCited,
  rewindCatalog,
} from "@/lib/citation/mod.ts";
import { startApp } from "@/tests/helpers/app.ts";
import { anyEngine } from "@/tests/helpers/db.ts";
import { aCatalog, aFactor, aSystem } from "@/tests/helpers/factories.ts";

const by: Author = { staff: { email: "editor@example.com" }, requestId: null };

Deno.test("parseMark() reads what formatMark() writes, and nothing else", () => {
  const mark = { version: 12, at: new Date("2026-03-04T12:00:00.250Z") };
  assert.equal(formatMark(mark), "12.20260304T120000250Z");
  assert.deepEqual(parseMark("12.20260304T120000250Z"), mark);
  for (const text of [null, "", "12", "12.20261399T999999999Z", "x".repeat(5_000), "-1.2026"]) {
    assert.equal(parseMark(text), null);
  }
});

const DAY_MS = 86_400_000;

/** Serialises a catalog independently of the order of its records and keys. */
function content({ version: _, ...catalog }: Catalog): string {
  return JSON.stringify(catalog, (key, each: unknown) => {
    if (Array.isArray(each) && ["conditions", "outcomes", "requirements", "labels"].includes(key)) {
      return each;
    }
    if (Array.isArray(each)) return each.toSorted((a, b) => order(a) < order(b) ? -1 : 1);
    if (typeof each !== "object" || each === null) return each;
    return Object.fromEntries(Object.entries(each).sort(([a], [b]) => a < b ? -1 : 1));
  });
}

function order(record: unknown): string {
  if (typeof record !== "object" || record === null) return String(record);
  return String(Reflect.get(record, "id") ?? Reflect.get(record, "attributeId"));
}

anyEngine(
  "rewindCatalog() restores the catalog of a citation, and the page shows both recommendations",
  async (engine) => {
    await using app = await startApp({ engine });
    const { db, catalog } = app.services;
    const before = catalog.current();
    const answers = { optionIds: ["mild-outside", "wall-tall", "width-medium"], track: "home" };
    const page = `/results?options=${answers.optionIds}&track=home`;
    const first = await (await app.request(page)).text();
    const [, name = ""] = /<h1[^>]*>(.*?)<\/h1>/.exec(first) ?? [];
    const [, mark = ""] = /id="share"[^>]*value="[^"]*(?:&|&amp;)as=([^"&]+)"/.exec(first) ?? [];
    assert.notEqual(mark, "");
    assert.doesNotMatch(first, /As recommended on/);
    assert.match(await (await app.request(`${page}&as=${mark}`)).text(), /It is the same today/);

    const since = parseMark(mark)?.at ?? new Date();
    const own = before.rules.filter(({ outcomes, ruleSetId }) =>
      ruleSetId === before.ruleSetIdFor("home") &&
      outcomes.some(({ systemId }) => before.systemById.get(systemId)?.name === name)
    );
    for (const { id } of own) {
      const outcome = await changeRecord(db, ruleEntity, {
        by,
        action: "disable",
        id,
        next: (rule) => ({ ...rule, enabled: false }),
      });
      assert.equal(outcome.kind, "changed");
    }
    const [system] = before.systems;
    const [factor] = before.factors;
    const [tier] = before.catalog.tiers;
    const value = system?.values.find(({ value }) => value.type === "dimension");
    assert.ok(system && factor && tier && value);
    await changeRecord(db, systemEntity, {
      by,
      action: "update",
      id: system.id,
      next: (record) => ({ ...record, tagline: "Another line." }),
    });
    await changeRecord(db, factorEntity, {
      by,
      action: "update",
      id: factor.id,
      next: (record) => ({ ...record, help: "Another help." }),
    });
    await changeRecord(db, optionEntity, {
      by,
      action: "update",
      id: factor.options[0]?.id ?? "",
      next: (record) => ({ ...record, description: "Another description.", requirements: [] }),
    });
    await changeRecord(db, tierEntity, {
      by,
      action: "update",
      id: tier.id,
      next: (record) => ({ ...record, description: "Another step." }),
    });
    const saved = await saveValue(db, {
      by,
      systemId: system.id,
      attributeId: value.attributeId,
      version: versionOf((await valuesOfSystem(db, system.id)).get(value.attributeId) ?? {}),
      value: { type: "dimension", measurement: 7, note: null },
    });
    assert.equal(saved.kind, "changed");
    await catalog.refresh();

    const entries = await findAuditEntriesSince(db, { types: CATALOG_ENTITIES, since, limit: 100 });
    assert.equal(entries.length, own.length + 5);
    const now = catalog.current();
    assert.notEqual(content(now.catalog), content(before.catalog));
    assert.equal(content(rewindCatalog(now.catalog, entries)), content(before.catalog));

    const html = await (await app.request(`${page}&as=${mark}`)).text();
    assert.match(html, new RegExp(`As recommended on [^:]+: ${name}<`));
    assert.match(html, /Today it is (?!no system).*shown below/);
    assert.ok(html.includes(`Since then ${own.length + 4} records of our catalog changed`), html);
    assert.match(html, /Rule “[^”]+”: removed/);
    assert.match(html, new RegExp(`System “${system.name}”: changed`));
    assert.doesNotMatch(await (await app.request(page)).text(), /As recommended on/);

    const cited = (version: number, at: Date) =>
      readCited(db, { snapshot: now, answers, mark: { version, at }, now: new Date() });
    assert.equal(
      await cited(now.version, new Date(Date.now() + DAY_MS)),
      null,
      "a time in the future",
    );
    assert.equal(await cited(now.version + 1, new Date()), null, "a version that is not there yet");
    assert.equal(
      await cited(now.version, new Date(Date.now() - DAY_MS)),
      null,
      "a time before the catalog",
    );
    await sql`update systems set created_at = created_at - interval '3 days'`.execute(db);
    const forged = await cited(now.version, new Date(Date.now() - DAY_MS));
    assert.ok(forged && !("isLost" in forged));
    assert.equal(forged.then?.name, name, "today's version at an earlier time");
    assert.equal(forged.changes.length, own.length + 4);
  },
);

Deno.test("readCited() names no record that buyers may not see (§4.1, decision 25)", async () => {
  await using app = await startApp();
  const { db, catalog } = app.services;
  const [system] = catalog.current().systems;
  const [rule] = catalog.current().rules;
  const [track] = catalog.current().tracks;
  const [hidden] = system?.values ?? [];
  assert.ok(system && rule && track && hidden);
  const { attributeId } = hidden;
  await db.updateTable("attributes").set({ enabled: false }).where("id", "=", attributeId)
    .execute();
  await catalog.refresh();
  const version = catalog.current().version;
  const at = new Date();
  const kept = (await valuesOfSystem(db, system.id)).get(attributeId);
  const saved = await saveValue(db, {
    by,
    systemId: system.id,
    attributeId,
    version: versionOf(kept ?? {}),
    value: { type: "none" },
  });
  assert.equal(saved.kind, "changed");
  const { values: _, ...record } = system;
  const draft = { ...record, id: "nova", name: "Secret Nova", draft: true };
  await createRecord(db, systemEntity, { by, id: "nova", record: draft });
  const trial = { ...rule, id: "trial", name: "Secret trial", enabled: false };
  await createRecord(db, ruleEntity, { by, id: "trial", record: trial });
  await saveValue(db, {
    by,
    systemId: "nova",
    attributeId: "material",
    version: NO_VALUE,
    value: { type: "none" },
  });

  const read = async () => {
    await catalog.refresh();
    return await readCited(db, {
      snapshot: catalog.current(),
      answers: { optionIds: ["mild-outside"], track: null },
      mark: { version, at },
      now: new Date(),
    });
  };
  const changes = async () => {
    const cited = await read();
    assert.ok(cited && !("isLost" in cited));
    return cited.changes;
  };
  assert.deepEqual(await changes(), []);

  await changeRecord(db, systemEntity, {
    by,
    action: "update",
    id: "nova",
    next: ({ draft: _, ...published }) => published,
  });
  const added = { kind: "system", name: "Secret Nova", what: "added" };
  assert.deepEqual(await changes(), [added]);
  await changeRecord(db, trackEntity, {
    by,
    action: "update",
    id: track.id,
    next: (record) => ({ ...record, position: record.position + 1 }),
  });
  assert.deepEqual(await changes(), [added, { kind: "other", name: track.name, what: "changed" }]);

  const other = { ...rule, conditions: [{ options: ["mild-outside"] }] };
  await db.insertInto("audit_log").values({
    actor: "admin@example.com",
    action: "update",
    entity_type: "rule",
    entity_id: rule.id,
    before: other,
    after: rule,
  }).execute();
  assert.deepEqual(await read(), { at, isLost: true }, "an entry of a release with other fields");
});

Deno.test("a cited link says that it is from another day when that day’s result is lost (decision 23)", async () => {
  await using app = await startApp();
  const { db, catalog } = app.services;
  const page = "/results?options=mild-outside";
  const yesterday = new Date(Date.now() - DAY_MS);
  const mark = formatMark({ version: catalog.current().version, at: yesterday });
  await sql`update systems set created_at = created_at - interval '3 days'`.execute(db);
  await sql`insert into audit_log (actor, action, entity_type, entity_id, before, after)
    select 'admin@example.com', 'update', 'system', 'none', '{}', '{}' from generate_series(1, 501)`
    .execute(db);
  const html = await (await app.request(`${page}&as=${mark}`)).text();
  assert.match(html, /This link was made on [A-Z]/);
  assert.doesNotMatch(html, /As recommended on/);
});

Deno.test("rewindCatalog() restores a system that has become a draft (decision 23)", () => {
  const heron = { ...aSystem("heron"), draft: true };
  const { values: _, draft: __, ...before } = heron;
  const entry = {
    entityType: "system",
    entityId: "heron",
    before,
    after: { ...before, draft: true },
  };
  const { systems } = compileSnapshot(rewindCatalog(aCatalog({ systems: [heron] }), [entry]));
  assert.deepEqual(systems.map(({ id }) => id), ["heron"]);
});

Deno.test("rewindCatalog() keeps a value whose override was decided since (§2.3, decision 23)", () => {
  const value = { type: "none" } as const;
  const values = [{ attributeId: "stc", value, source: "manual" as const }];
  const catalog = aCatalog({ systems: [aSystem("finch", { values })] });
  const entry = { entityType: "attribute-value", entityId: "finch/stc" };
  const kept = { ...entry, before: null, after: { kept: "35–45" } };
  const unkept = { ...entry, before: { kept: "35–45" }, after: { kept: null } };
  for (const entries of [[kept], [unkept, kept]]) {
    assert.deepEqual(rewindCatalog(catalog, entries).systems, catalog.systems);
  }
});

Deno.test("rewindCatalog() leaves a question alone whose answer got another picture (§2.12, decision 23)", () => {
  const catalog = aCatalog({ factors: [aFactor("width", ["narrow", "wide"])] });
  const picture = { optionId: "narrow", factorId: "width" };
  const entry = {
    entityType: "option",
    entityId: "narrow",
    before: { ...picture, assetId: null },
    after: { ...picture, assetId: "picture" },
  };
  assert.deepEqual(rewindCatalog(catalog, [entry]).factors, catalog.factors);
});

Deno.test("rewindCatalog() leaves out an option that was added since (decision 23)", () => {
  const factors = [aFactor("width", ["narrow", "wide"])];
  const entry = { entityType: "option", entityId: "wide", before: null, after: { id: "wide" } };
  const past = rewindCatalog(aCatalog({ factors }), [entry]);
  assert.deepEqual(past.factors, [aFactor("width", ["narrow"])]);
});
