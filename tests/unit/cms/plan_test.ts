/**
 * Plans of random rows against a naive model of spec §3.3 and §4.11. CMS_RUNS sets how many graphs are tried; a few
 * hundred without it.
 */
import * as fc from "fast-check";
import assert from "node:assert/strict";
import type { SyncedValue, TypedValue, ValueType } from "@/lib/catalog/mod.ts";
import type { CmsImage } from "@/lib/cms/client/images.ts";
import type { CmsTerm } from "@/lib/cms/client/terms.ts";
import { type AttributeBasis, planAttributes, planCell } from "@/lib/cms/plan/attributes.ts";
import { mergeProject, planProject } from "@/lib/cms/plan/projects.ts";
import { type ImageBasis, planImage, unknownIn, writeOf } from "@/lib/cms/plan/images.ts";
import type { SyncedProduct, SyncedProject } from "@/lib/projects/mod.ts";
import type { SyncedImage } from "@/lib/media/mod.ts";
import { uuidOfNumber } from "@/tests/doubles/cms/graph.ts";

const RUNS = Number(Deno.env.get("CMS_RUNS") ?? 300);

const ATTRIBUTES: readonly { id: string; type: ValueType; unit: string | null }[] = [
  { id: "material", type: "enum", unit: null },
  { id: "stc", type: "range", unit: "STC" },
  { id: "height", type: "dimension", unit: "in" },
];

/** Raw values of the CMS, with their meaning for each type; none for a type that cannot read them. */
const RAWS: readonly { raw: string | string[]; means: Partial<Record<ValueType, TypedValue>> }[] = [
  {
    raw: "40",
    means: {
      enum: { type: "enum", labels: ["40"] },
      range: { type: "range", min: 40, max: 40, label: null },
      dimension: { type: "dimension", measurement: 40, note: null },
    },
  },
  {
    raw: "35 to 45",
    means: {
      enum: { type: "enum", labels: ["35 to 45"] },
      range: { type: "range", min: 35, max: 45, label: null },
    },
  },
  {
    raw: "≥ 40",
    means: {
      enum: { type: "enum", labels: ["≥ 40"] },
      range: { type: "range", min: 40, max: null, label: null },
    },
  },
  { raw: "n/a", means: { enum: { type: "na" }, range: { type: "na" }, dimension: { type: "na" } } },
  {
    raw: "not tested",
    means: {
      enum: { type: "untested" },
      range: { type: "untested" },
      dimension: { type: "untested" },
    },
  },
  { raw: ["Oak", "Ash"], means: { enum: { type: "enum", labels: ["Oak", "Ash"] } } },
  { raw: ["Oak", "Elm"], means: { enum: { type: "enum", labels: ["Oak", "Elm"] } } },
  { raw: "about so", means: { enum: { type: "enum", labels: ["about so"] } } },
];

const NAMES = ["Finch", "Heron", "Gull", "Stork", "Nobody"];
const SYSTEMS = NAMES.slice(0, 4).map((name) => ({ id: name.toLowerCase(), name }));

const BASIS: AttributeBasis = {
  systems: SYSTEMS.map(({ id, name }) => ({
    systemId: id,
    systemName: name,
    termName: name,
    termId: null,
    termUuid: null,
  })),
  attributes: ATTRIBUTES.map(({ id, type, unit }) => ({
    attributeId: id,
    attributeName: id,
    field: `field_${id}`,
    vocabulary: null,
    valueType: type,
    unit,
  })),
};

Deno.test("planCell() notes where a value held back agrees with the CMS (spec §3.3)", () => {
  const cell = { systemId: "finch", attributeId: "stc" };
  const source = { ...cell, raw: "30–40", typing: { valueType: "range", unit: "STC" } } as const;
  const after = (min: number) => {
    const value = { type: "range", min, max: 40, label: null } as const;
    const stored: SyncedValue = { ...cell, value, source: "manual", cmsRaw: "20" };
    return Object(planCell(source, stored, BASIS).change?.after).agrees;
  };
  assert.deepEqual([after(30), after(31)], [true, undefined]);
});

const raws = fc.option(fc.nat(RAWS.length - 1), { nil: null });
const terms = fc.array(
  fc.record({ name: fc.constantFrom(...NAMES), raws: fc.tuple(raws, raws, raws) }),
  { maxLength: 7 },
).map((list) =>
  list.map(({ name, raws }, index): CmsTerm => ({
    uuid: uuidOfNumber(index),
    tid: index + 1,
    name,
    fields: Object.fromEntries(
      ATTRIBUTES.flatMap(({ id }, at) => {
        const raw = raws[at] ?? null;
        return raw === null ? [] : [[`field_${id}`, RAWS[raw]?.raw ?? ""]];
      }),
    ),
    unmapped: [],
  }))
);
const cells = fc.array(
  fc.record({
    system: fc.constantFrom(...SYSTEMS.map(({ id }) => id)),
    attribute: fc.constantFrom(...ATTRIBUTES),
    source: fc.constantFrom("manual" as const, "cms" as const),
    raw: raws,
  }),
  { maxLength: 10 },
).map((list) =>
  new Map(list.map(({ system, attribute, source, raw }): [string, SyncedValue] => [
    `${system}/${attribute.id}`,
    {
      systemId: system,
      attributeId: attribute.id,
      value: { type: "empty" },
      source,
      cmsRaw: raw === null ? null : RAWS[raw]?.raw ?? null,
    },
  ]))
);

/** Implements the table of spec §3.3 literally, cell by cell. */
function naive(list: readonly CmsTerm[], stored: ReadonlyMap<string, SyncedValue>) {
  const counts = { created: 0, updated: 0, unchanged: 0, heldBack: 0, skipped: 0 };
  const next = new Map(stored);
  const shared = new Set<string>();
  let errors = 0;
  for (const term of list) {
    const system = SYSTEMS.find(({ name }) => name === term.name);
    if (!system) continue;
    const twins = list.filter(({ name }) => name === term.name).length;
    for (const { id, type } of ATTRIBUTES) {
      const raw = term.fields[`field_${id}`];
      if (raw === undefined) continue;
      const key = `${system.id}/${id}`;
      const row = stored.get(key);
      const same = JSON.stringify(row?.cmsRaw) === JSON.stringify(raw);
      const means = RAWS.find((one) => JSON.stringify(one.raw) === JSON.stringify(raw))
        ?.means[type];
      const cell = { systemId: system.id, attributeId: id };
      if (twins > 1) shared.add(key);
      else if (row?.source === "manual") {
        counts.heldBack++;
        next.set(key, { ...row, cmsRaw: raw });
      } else if (row && same) counts.unchanged++;
      else if (means === undefined) {
        counts.skipped++;
        errors++;
      } else {
        counts[row ? "updated" : "created"]++;
        next.set(key, { ...cell, value: means, source: "cms", cmsRaw: raw });
      }
    }
  }
  counts.skipped += shared.size;
  return { counts, next, errors };
}

/** Applies the changes of a plan to the stored values. */
function after(
  stored: ReadonlyMap<string, SyncedValue>,
  changes: ReturnType<typeof planAttributes>["changes"],
): Map<string, SyncedValue> {
  const next = new Map(stored);
  for (const { key, action, after } of changes) {
    if (action === "noted") continue;
    const [systemId = "", attributeId = ""] = key.split("/");
    const { value, raw, source } = after as {
      value: TypedValue;
      raw: unknown;
      source: "manual" | "cms";
    };
    next.set(key, { systemId, attributeId, value, source, cmsRaw: raw });
  }
  return next;
}

const sorted = (map: ReadonlyMap<string, SyncedValue>) =>
  [...map].sort(([a], [b]) => a < b ? -1 : 1);

Deno.test("planAttributes() follows the table of the spec, and a second plan changes nothing (spec §3.3)", () => {
  fc.assert(
    fc.property(terms, cells, (list, stored) => {
      const plan = planAttributes(list, BASIS, stored);
      const expected = naive(list, stored);
      assert.deepEqual(plan.counts, expected.counts);
      assert.equal(plan.errors.kept.length, expected.errors);
      const next = after(stored, plan.changes);
      assert.deepEqual(sorted(next), sorted(expected.next));
      const again = planAttributes(list, BASIS, next);
      assert.deepEqual(again.changes.filter(({ action }) => action !== "noted"), []);
      assert.equal(again.counts.created + again.counts.updated, 0);
    }),
    { numRuns: RUNS },
  );
});

const uuid = fc.nat(4).map((number) => uuidOfNumber(number, 7));
const text = fc.option(fc.constantFrom("a", "b"), { nil: null });
const projects = fc.record({
  uuid,
  tid: fc.option(fc.nat(3), { nil: null }),
  name: fc.constantFrom("One", "Two"),
  slug: text,
  city: text,
  state: text,
  lat: fc.constantFrom(null, 1.5),
  lon: fc.constantFrom(null, 2.5),
  architect: text,
  architectWebsite: text,
  constructionCompany: text,
  constructionCompanyWeb: text,
  designBuildFirm: text,
  featured: fc.constantFrom(null, true, false),
  galleryOrder: fc.constantFrom(null, 1, 2),
  caseStudyUuid: text,
  heroImageUuid: text,
  published: fc.boolean(),
  products: fc.uniqueArray(
    fc.record({ uuid, name: text, tid: fc.option(fc.nat(3), { nil: null }) }),
    { selector: (one) => one.uuid, maxLength: 4 },
  ),
});

Deno.test("planProject() mirrors the columns, never removes products or what is known of them, and is idempotent (spec §4.11)", () => {
  fc.assert(
    fc.property(fc.array(projects, { maxLength: 12 }), (rows: readonly SyncedProject[]) => {
      const stored = new Map<string, SyncedProject>();
      const naiveLinks = new Map<string, Map<string, SyncedProduct>>();
      for (const row of rows) {
        const before = stored.get(row.uuid) ?? null;
        const { count, change } = planProject(row, before);
        const links = naiveLinks.get(row.uuid) ?? new Map<string, SyncedProduct>();
        for (const { uuid, name, tid } of row.products) {
          const known = links.get(uuid);
          links.set(uuid, {
            uuid,
            name: name ?? known?.name ?? null,
            tid: tid ?? known?.tid ?? null,
          });
        }
        naiveLinks.set(row.uuid, links);
        assert.equal(count === "created", before === null);
        assert.equal(change === null, count === "unchanged");
        const next = mergeProject(row, before);
        stored.set(row.uuid, next);
        const { products, ...columns } = next;
        const { products: _, ...given } = row;
        assert.deepEqual(columns, given);
        assert.deepEqual(products.map(({ uuid }) => uuid), [...links.keys()].sort());
        assert.deepEqual(new Map(products.map((product) => [product.uuid, product])), links);
        assert.equal(planProject(row, next).count, "unchanged");
      }
    }),
    { numRuns: RUNS },
  );
});

const images = fc.record({
  sourceRef: uuid,
  filename: fc.constantFrom("a.jpg", "b.jpg"),
  remoteUrl: fc.constantFrom("https://cms.test/a.jpg", "https://cms.test/b.jpg"),
  title: text,
  altText: text,
  width: fc.constant(null),
  height: fc.constant(null),
  videoId: fc.constantFrom(null, "abcdefghij"),
  projectUuids: fc.uniqueArray(uuid),
  productUuids: fc.uniqueArray(uuid),
});
const IMAGE_BASIS: ImageBasis = {
  systems: new Map([[uuidOfNumber(0, 7), "finch"], [uuidOfNumber(1, 7), "heron"]]),
  projects: new Set([uuidOfNumber(2, 7), uuidOfNumber(3, 7)]),
};

Deno.test("planImage() never removes tags, keeps the texts of staff, and is idempotent (spec §4.11)", () => {
  const edited = fc.tuple(images, fc.option(fc.constant("Words of staff")));
  fc.assert(
    fc.property(fc.array(edited, { maxLength: 12 }), (rows) => {
      const stored = new Map<string, SyncedImage>();
      const byStaff = new Set<string>();
      for (const [row, words] of rows) {
        const before = stored.get(row.sourceRef) ?? null;
        const { count, change } = planImage(row, before, IMAGE_BASIS);
        const write = writeOf(row, before, IMAGE_BASIS);
        const next: SyncedImage = {
          id: write.id,
          sourceRef: row.sourceRef,
          source: "cms",
          title: row.title ?? before?.title ?? null,
          altText: byStaff.has(row.sourceRef)
            ? "Words of staff"
            : row.altText ?? before?.altText ?? null,
          // Stored only together with a change.
          cmsTitle: (change && row.title) ?? before?.cmsTitle ?? null,
          cmsAltText: (change && row.altText) ?? before?.cmsAltText ?? null,
          remoteUrl: row.remoteUrl,
          videoId: row.videoId,
          settled: [
            ...before?.settled ?? [],
            ...write.tags.map(({ type, ref }) => `${type} ${ref}`),
          ],
        };
        assert.equal(change === null, count === "unchanged");
        assert.deepEqual([write.title, write.altText], [next.title, next.altText]);
        assert.equal(new Set(next.settled).size, next.settled.length);
        assert.ok(next.settled.length <= 4);
        assert.equal(planImage(row, next, IMAGE_BASIS).count, "unchanged");
        if (words !== null) byStaff.add(row.sourceRef);
        stored.set(row.sourceRef, { ...next, altText: words ?? next.altText });
      }
    }),
    { numRuns: RUNS },
  );
});

const IMAGE: CmsImage = {
  sourceRef: uuidOfNumber(9, 7),
  filename: "lobby.jpg",
  remoteUrl: "https://cms.test/lobby.jpg",
  title: "Lobby",
  altText: "A lobby",
  width: null,
  height: null,
  videoId: null,
  projectUuids: [uuidOfNumber(2, 7), uuidOfNumber(4, 7)],
  productUuids: [uuidOfNumber(1, 7)],
};
const STORED: SyncedImage = {
  id: "lobby-1",
  sourceRef: IMAGE.sourceRef,
  source: "cms",
  title: "Lobby",
  altText: "A lobby",
  cmsTitle: "Lobby",
  cmsAltText: "A lobby",
  remoteUrl: IMAGE.remoteUrl,
  videoId: null,
  settled: [`project ${uuidOfNumber(2, 7)}`, "system heron"],
};

Deno.test("planImage() updates a picture whose file, video, text or tag of the CMS is new, and shows both states (spec §4.11)", () => {
  const before = {
    title: "Lobby",
    altText: "A lobby",
    remoteUrl: IMAGE.remoteUrl,
    videoId: null,
    shows: STORED.settled,
  };
  const plan = (source: Partial<CmsImage>, stored: Partial<SyncedImage> = {}) => {
    const { count, change, after } = planImage(
      { ...IMAGE, ...source },
      { ...STORED, ...stored },
      IMAGE_BASIS,
    );
    if (change !== null) {
      assert.deepEqual(change.before, { ...before, ...stored });
      assert.deepEqual(change.after, after);
      assert.deepEqual([change.action, change.key], ["updated", IMAGE.sourceRef]);
    }
    return [count, after];
  };
  assert.deepEqual(plan({}), ["unchanged", before]);
  const remoteUrl = "https://cms.test/hall.jpg";
  assert.deepEqual(plan({ remoteUrl }), ["updated", { ...before, remoteUrl }]);
  const videoId = "abcdefghij";
  assert.deepEqual(plan({ videoId }), ["updated", { ...before, videoId }]);
  assert.deepEqual(plan({}, { videoId }), ["updated", before], "the picture is no video any more");
  assert.deepEqual(plan({ title: "Hall" }), ["updated", { ...before, title: "Hall" }]);
  assert.deepEqual(plan({}, { title: null }), ["updated", before], "a text that nobody removed");
  assert.deepEqual(plan({}, { altText: null }), ["updated", before]);
  const shows = [`project ${uuidOfNumber(2, 7)}`, "system finch", "system heron"];
  const productUuids = [uuidOfNumber(0, 7)];
  assert.deepEqual(plan({ productUuids }), ["updated", { ...before, shows }]);
  assert.equal(writeOf(IMAGE, STORED, IMAGE_BASIS).id, "lobby-1");
});

Deno.test("planImage() creates a picture under its title or file name, and leaves one of staff alone (spec §4.11)", () => {
  const plan = (source: Partial<CmsImage>) => planImage({ ...IMAGE, ...source }, null, IMAGE_BASIS);
  const { count, change } = plan({});
  assert.deepEqual([count, change?.action, change?.before], ["created", "created", null]);
  assert.deepEqual([change?.label, plan({ title: null }).change?.label], ["Lobby", "lobby.jpg"]);
  const manual = planImage(
    { ...IMAGE, title: "Hall" },
    { ...STORED, source: "manual" },
    IMAGE_BASIS,
  );
  assert.deepEqual(manual, { count: "heldBack", change: null, after: null });
  assert.deepEqual(unknownIn(IMAGE, IMAGE_BASIS), [uuidOfNumber(4, 7)]);
});
