import assert from "node:assert/strict";
import { parseDocument } from "@/lib/cms/client/document.ts";
import { imageWalk } from "@/lib/cms/client/images.ts";
import { projectWalk } from "@/lib/cms/client/projects.ts";
import { termWalk } from "@/lib/cms/client/terms.ts";

const UUID = "6f1c0000-0000-4000-8000-000000000001";
const UPPER = UUID.toUpperCase();

type Members = Readonly<Record<string, unknown>>;

function project(attributes: Members, relationships: Members = {}) {
  return {
    type: "taxonomy_term--projects",
    id: UUID,
    attributes: { name: "Pier 9", status: true, ...attributes },
    relationships,
  };
}

function readProjects(...rows: readonly unknown[]) {
  const document = parseDocument(new TextEncoder().encode(JSON.stringify({ data: rows })));
  assert.ok(document);
  return projectWalk().read(document);
}

Deno.test("a field that is a list of one value is read as that value (external facts §B.1)", () => {
  const { rows: [row] } = readProjects(project({
    status: [true],
    field_location: [{ lat: "43.60", lon: "-79.40" }],
    path: [{ alias: "/projects/pier-9" }],
  }));
  assert.ok(row);
  assert.deepEqual(
    [row.lat, row.lon, row.slug, row.published],
    [43.6, -79.4, "/projects/pier-9", true],
  );
});

Deno.test("facts of a project that are absent, out of range or of another language are unknown (external facts §B.1, §B.7)", () => {
  const read = (attributes: Members) => readProjects(project(attributes)).rows[0] ?? assert.fail();
  const placed = (lat: unknown, lon: unknown) => {
    const { lat: north, lon: east } = read({ field_location: { lat, lon } });
    return [north, east];
  };
  assert.deepEqual(placed(43.6, -179.5), [43.6, -179.5]);
  for (const [lat, lon] of [[43.6, null], [null, 3], [90.5, 3], [43.6, 180.5], ["x", 3]]) {
    assert.deepEqual(placed(lat, lon), [null, null], `${lat}, ${lon}`);
  }
  assert.equal(read({ status: null }).published, false);
  assert.equal(read({ field_gallery_order: 2 ** 31 }).galleryOrder, null);
  const alias = (langcode: string) =>
    read({ langcode: "en", path: { alias: "/projects/pier-9", langcode } }).slug;
  const slug = "/projects/pier-9";
  assert.deepEqual(["en", "und", "fr"].map(alias), [slug, slug, null]);
  const meta = { drupal_internal__target_id: 12 };
  const data = [{ type: "taxonomy_term--products", id: UUID, meta }];
  const [row] = readProjects(project({}, { field_products: { data } })).rows;
  assert.deepEqual(row?.products, [{ uuid: UUID, name: null, tid: 12 }], "it is not included");
});

Deno.test("an included resource is found whatever the case of its id, once for repeated references (external facts §B.1, §B.7)", () => {
  const reference = { type: "taxonomy_term--products", id: UUID };
  const page = {
    data: [project({}, { field_products: { data: [reference, { ...reference, id: UPPER }] } })],
    included: [{ ...reference, id: UPPER, attributes: { name: " Cafe\u0301 " } }],
  };
  const document = parseDocument(new TextEncoder().encode(JSON.stringify(page)));
  assert.ok(document);
  const [row] = projectWalk().read(document).rows;
  assert.deepEqual(row?.products, [{ uuid: UUID, name: "Caf\u00e9", tid: null }]);
});

Deno.test("the size of a picture is known if both sides are, and a row of another type is left out (external facts §B.4)", () => {
  const sizeOf = (width: unknown, height: unknown) => {
    const data = [{
      type: "media--image",
      id: UUID,
      attributes: { name: "Lobby" },
      relationships: {
        field_media_image: { data: { type: "file--file", id: UUID, meta: { width, height } } },
      },
    }];
    const uri = { url: "/a.jpg" };
    const included = [{ type: "file--file", id: UUID, attributes: { filename: "a.jpg", uri } }];
    const other = { ...data[0], type: "media--video" };
    const text = JSON.stringify({ data: [...data, other], included });
    const document = parseDocument(new TextEncoder().encode(text));
    assert.ok(document);
    const { rows, skipped } = imageWalk({ baseUrl: "https://cms.example", hosts: [] })
      .read(document);
    assert.equal(skipped, 1);
    return rows.map((row) => [row.width, row.height]);
  };
  assert.deepEqual(sizeOf(1600, "900"), [[1600, 900]]);
  for (const [width, height] of [[1600, null], [null, 900], [0, 900], [1600, 100_001]]) {
    assert.deepEqual(sizeOf(width, height), [[null, null]], `${width}, ${height}`);
  }
});

Deno.test("parseDocument() refuses a page that is not UTF-8, so that no letter is lost (spec §4.11)", () => {
  const page = JSON.stringify({ data: [project({ field_city: "Montréal" })] });
  assert.ok(parseDocument(new TextEncoder().encode(`\ufeff${page}`)));
  const latin1 = Uint8Array.from(page, (letter) => letter.charCodeAt(0));
  assert.equal(parseDocument(latin1), null);
});

Deno.test("texts lose control characters, and an alias that has any is read as no slug", () => {
  const { rows: [row] } = readProjects(project({
    name: "Pier\u001b[31m 9\u202e",
    field_city: "\ud800Oslo\0",
    path: { alias: "/projects/pier\0-9" },
  }));
  assert.deepEqual([row?.name, row?.city, row?.slug], ["Pier [31m 9", "\ufffdOslo", null]);
});

Deno.test("a warning names each malformed reference and each row that is left out (spec §4.11)", () => {
  const reference = (type: string, id: unknown) => ({ type, id });
  const { rows: [row], warnings } = readProjects(
    project({}, {
      field_products: {
        data: [
          reference("taxonomy_term--products", "../12"),
          reference("node--page", UUID),
          reference("unknown", "missing"),
          7,
        ],
      },
    }),
    { type: "taxonomy_term--projects", id: "x", attributes: {} },
    null,
  );
  assert.deepEqual(row?.products, []);
  assert.deepEqual(warnings.list(), [
    "Project Pier 9: a reference in field_products has no usable id “../12”, so it was left out.",
    `Project Pier 9: a reference in field_products “${UUID}” leads to something of another type ` +
    "“node--page”, so it was left out.",
    "Project Pier 9: a reference in field_products leads to something that is gone, so it was left out.",
    "Project Pier 9: a reference in field_products is malformed, so it was left out.",
    "Project with the id “x”: it has no usable id, so it was left out.",
    "A row that is no project was left out.",
  ]);
});

Deno.test("a warning tells apart a mapping without its vocabulary and a term that visitors may not see (spec §2.4)", () => {
  const data = [{
    type: "taxonomy_term--products",
    id: UUID,
    attributes: { name: "Finch" },
    relationships: { field_material: { data: { type: "taxonomy_term--materials", id: UUID } } },
  }];
  const document = parseDocument(new TextEncoder().encode(JSON.stringify({ data })));
  assert.ok(document);
  const warningsWith = (vocabulary: string | null) =>
    termWalk([{ field: "field_material", vocabulary }]).read(document).warnings.list();
  assert.deepEqual(warningsWith(null), [
    "Product Finch: field_material refers to terms, and its mapping names no vocabulary to read them from.",
  ]);
  assert.deepEqual(warningsWith("materials"), [
    "Product Finch: field_material refers to something whose name visitors may not see.",
  ]);
});

Deno.test("the first 500 warnings of a page are kept, and the others counted (spec §4.11)", () => {
  const data = Array.from({ length: 200_000 }, () => 7);
  const { rows: [row], warnings } = readProjects(project({}, { field_products: { data } }));
  assert.equal(row?.name, "Pier 9");
  assert.deepEqual([warnings.kept.length, warnings.more], [500, 199_500]);
  const page = readProjects(...Array.from({ length: 50_000 }, () => null));
  assert.equal(page.skipped, 50_000);
  assert.deepEqual([page.warnings.kept.length, page.warnings.more], [500, 49_500]);
});

/** Reads products with the given attributes and relationships, as the sync maps them. */
function readTerms(
  mapped: Parameters<typeof termWalk>[0],
  { included = [] }: { readonly included?: readonly unknown[] },
  ...rows: readonly Members[]
) {
  const data = rows.map((row) => ({ type: "taxonomy_term--products", id: UUID, ...row }));
  const document = parseDocument(new TextEncoder().encode(JSON.stringify({ data, included })));
  assert.ok(document);
  return termWalk(mapped).read(document);
}

Deno.test("the raw value of a field is its text, its texts, or JSON of an unexpected type (spec §2.3, §3.3)", () => {
  const rawOf = (field_note: unknown) => {
    const row = { attributes: { name: "Finch", field_note } };
    const [term] = readTerms([{ field: "field_note", vocabulary: null }], {}, row).rows;
    assert.ok(term);
    assert.deepEqual(term.unmapped, []);
    return "field_note" in term.fields ? term.fields.field_note : null;
  };
  const most = "x".repeat(2_000);
  const read: readonly (readonly [given: unknown, raw: unknown])[] = [
    [" 40 dB ", "40 dB"],
    [40, "40"],
    [["Oak"], "Oak"],
    [["Oak", "", " ", null, { value: "Ash" }], ["Oak", "Ash"]],
    [{ uri: "https://cms.example/a" }, "https://cms.example/a"],
    [{ value: "40", uri: "https://cms.example/a" }, "40"],
    // Only a formatted text has markup. In a plain one, < is the sign for less than.
    ["5 <b> 6", "5 <b> 6"],
    [{ value: "<P>Oak<BR/>\n&amp;&nbsp;ash&#39;s</P>" }, "Oak & ash's"],
    [{ value: "5 < 6" }, "5 < 6"],
    // Postgres stores no NUL and no half of a surrogate pair.
    ["a\0b\u0007", "ab"],
    [`\0${most}`, most],
    [`${most}x`, most],
    [`${"x".repeat(1_999)}\u{1f600}`, `${"x".repeat(1_999)}\ufffd`],
    [
      Array.from({ length: 101 }, (_, at) => `${at}`),
      Array.from({ length: 100 }, (_, at) => `${at}`),
    ],
    [true, { unexpected: "[true]" }],
    [["Oak", { width: 3 }], { unexpected: '["Oak",{"width":3}]' }],
    [{ note: "\u202e3" }, { unexpected: '[{"note":" 3"}]' }],
    [[true, "\u{1f600}".repeat(150)], {
      unexpected: `[true,"${"\u{1f600}".repeat(96)}\ufffd`,
    }],
    [null, null],
    [[], null],
    ["  ", null],
    [[null, ""], null],
  ];
  for (const [given, raw] of read) assert.deepEqual(rawOf(given), raw, JSON.stringify(given));
});

Deno.test("the raw value of a term-reference field is the names of its terms, once each, in NFC (spec §2.4, §3.3)", () => {
  const idOf = (number: number) => `6f1c0000-0000-4000-8000-${`${number}`.padStart(12, "0")}`;
  const material = (number: number) => ({ type: "taxonomy_term--materials", id: idOf(number) });
  const terms = (numbers: readonly number[], name = (number: number) => `Oak ${number}`) =>
    numbers.map((number) => ({ ...material(number), attributes: { name: name(number) } }));
  const read = (data: unknown, included: readonly unknown[]) => {
    const row = {
      attributes: { name: "Finch" },
      relationships: { field_material: { data } },
    };
    const mapped = [{ field: "field_material", vocabulary: "materials" }];
    const { rows: [term], warnings } = readTerms(mapped, { included }, row);
    return [term?.fields, warnings.list().length];
  };
  const [two, many] = [[2, 1], Array.from({ length: 101 }, (_, at) => at)];
  const both = { field_material: ["Oak 2", "Oak 1"] };
  assert.deepEqual(read([...two, 2].map(material), terms(two)), [both, 0]);
  // Two terms may have the same name.
  const same = { field_material: ["Caf\u00e9", "Caf\u00e9"] };
  assert.deepEqual(read(two.map(material), terms(two, () => "Cafe\u0301")), [same, 0]);
  // A malformed reference is skipped with a warning, and the others are read.
  const page = { ...material(3), type: "node--page" };
  assert.deepEqual(read([page, ...two.map(material)], terms(two)), [both, 1]);
  assert.deepEqual(read([page], terms(two)), [{}, 1]);
  // A list without one of its names would be another value.
  assert.deepEqual(read(two.map(material), terms([1])), [{}, 1]);
  const most = { field_material: many.slice(0, 100).map((number) => `Oak ${number}`) };
  assert.deepEqual(read(many.map(material), terms(many)), [most, 0]);
});

Deno.test("fields with a value that no mapping names are reported, except those that never hold an attribute (spec §4.11)", () => {
  const filled = (fields: readonly string[]) =>
    Object.fromEntries(fields.map((field) => [field, "40"]));
  const reference = { type: "taxonomy_term--materials", id: UUID };
  const refer = (fields: readonly string[]) =>
    Object.fromEntries(fields.map((field) => [field, { data: reference }]));
  const longest = `field_${"x".repeat(58)}`;
  const row = {
    attributes: {
      name: "Finch",
      status: true,
      ...filled(["field_stc", "field_weight", longest, `${longest}x`, "field_Weight", "weight"]),
      field_empty: " ",
      ...filled(["field_gallery_order", "field_featured"]),
    },
    relationships: {
      vid: { data: reference },
      field_none: { data: [] },
      ...refer(["field_glazing", "field_project", "field_projects", "field_products"]),
      ...refer(["field_hero_image", "field_case_study", "field_media_gallery"]),
    },
  };
  const { rows: [term] } = readTerms([{ field: "field_stc", vocabulary: null }], {}, row);
  assert.deepEqual(term?.fields, { field_stc: "40" });
  assert.deepEqual(term?.unmapped, ["field_weight", longest, "field_glazing"]);
});

Deno.test("a product of another type, without an id or without a name is left out with a warning (spec §4.11)", () => {
  const attributes = { name: "Finch", drupal_internal__tid: 7 };
  const { rows, skipped, warnings } = readTerms(
    [],
    {},
    { attributes: { ...attributes, name: " Cafe\u0301 " } },
    { attributes, type: "taxonomy_term--projects" },
    { attributes, id: "7" },
    { attributes: { ...attributes, name: " " } },
  );
  assert.deepEqual(rows, [{ uuid: UUID, tid: 7, name: "Caf\u00e9", fields: {}, unmapped: [] }]);
  assert.equal(skipped, 3);
  assert.deepEqual(warnings.list(), [
    "Product Finch: it is of another type, so it was left out.",
    "Product Finch: it has no usable id, so it was left out.",
    "Product number 7: it has no usable name, so it was left out.",
  ]);
});

Deno.test("the request for products includes the terms of the fields that name a vocabulary (spec §2.4, §4.11)", () => {
  const { address } = termWalk([
    { field: "field_stc", vocabulary: null },
    { field: "field_material", vocabulary: "materials" },
  ]);
  const query = new URL(address(0, "drupal_internal__"), "https://cms.example").searchParams;
  assert.equal(query.get("include"), "field_material");
});
